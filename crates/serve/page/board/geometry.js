// Where the points of a board lie: x to the right, y downwards, in line spacings.

import { placesOf } from './graphs.js';

/**
 * @typedef {object} BoardShape What the server says of a board.
 * @property {'rectangle' | 'line' | 'torus' | 'graph'} kind
 * @property {number} [columns]
 * @property {number} [rows]
 * @property {string[]} [points] A graph's points, in its order.
 * @property {[string, string][]} [edges]
 * @property {Record<string, [number, number]>} [places]
 */

/** @typedef {{name: string, x: number, y: number}} Place */

/**
 * @typedef {object} Geometry
 * @property {string} kind
 * @property {Place[]} points In the board's order: top row first, left to right.
 * @property {Map<string, Place>} byName
 * @property {string} lines All lines of the board as one SVG path.
 * @property {Place[]} stars
 * @property {Place[]} echoes On a torus: where points are seen a second time, beyond the edge.
 * @property {{text: string, x: number, y: number}[]} labels The coordinates along the sides.
 * @property {{x: number, y: number, width: number, height: number}} box What is drawn without coordinates.
 * @property {number} size The diameter of a stone.
 * @property {boolean} named Whether points carry their names (graphs).
 */

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** @type {Map<string, Geometry>} */
const known = new Map();

/**
 * @param {BoardShape} shape
 * @returns {Geometry}
 */
export function geometryOf(shape) {
  const key = JSON.stringify(shape);
  let geometry = known.get(key);
  if (!geometry) {
    geometry = shape.kind === 'graph' ? graph({ ...shape, places: placesOf(shape) ?? shape.places }) : grid(shape);
    known.set(key, geometry);
  }
  return geometry;
}

/**
 * The name of a column: A to Z without I, then AA, AB, ...
 *
 * @param {number} column From 0.
 * @returns {string}
 */
export function columnName(column) {
  const rest = column % LETTERS.length;
  const rounds = Math.floor(column / LETTERS.length);
  return (rounds > 0 ? LETTERS[rounds - 1] : '') + LETTERS[rest];
}

/**
 * Where star points are on a side.
 *
 * @param {number} side
 * @returns {number[]} From 0.
 */
function starLines(side) {
  if (side < 5) return [];
  if (side < 7) return side % 2 ? [(side - 1) / 2] : [];
  const edge = side < 13 ? 2 : 3;
  const middle = side % 2 && side > 7 ? [(side - 1) / 2] : [];
  return [edge, ...middle, side - 1 - edge];
}

/**
 * @param {BoardShape} shape
 * @returns {Geometry}
 */
function grid(shape) {
  const columns = shape.columns ?? 1;
  const rows = shape.kind === 'line' ? 1 : (shape.rows ?? 1);
  const torus = shape.kind === 'torus';
  /** @type {Place[]} */
  const points = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) points.push({ name: `${columnName(x)}${rows - y}`, x, y });
  }
  const beyond = torus ? 0.85 : 0;
  const lines = [];
  for (let x = 0; x < columns; x++) lines.push(`M${x} ${-beyond}V${rows - 1 + beyond}`);
  for (let y = 0; y < rows; y++) lines.push(`M${-beyond} ${y}H${columns - 1 + beyond}`);
  const inX = starLines(columns);
  const inY = starLines(rows);
  const stars = torus ? [] : points.filter((place) => isStar(place, inX, inY, columns, rows));
  /** @type {Place[]} */
  const echoes = [];
  if (torus) {
    for (const { name, x, y } of points) {
      for (const [dx, dy] of [
        [columns, 0],
        [-columns, 0],
        [0, rows],
        [0, -rows],
      ]) {
        const [ex, ey] = [x + dx, y + dy];
        if (ex >= -1 && ex <= columns && ey >= -1 && ey <= rows) echoes.push({ name, x: ex, y: ey });
      }
    }
  }
  const edge = torus ? 1.45 : 0.62;
  const labels = [];
  for (let x = 0; x < columns; x++) {
    labels.push({ text: columnName(x), x, y: -edge - 0.33 });
    labels.push({ text: columnName(x), x, y: rows - 1 + edge + 0.33 });
  }
  for (let y = 0; y < rows; y++) {
    labels.push({ text: String(rows - y), x: -edge - 0.35, y });
    labels.push({ text: String(rows - y), x: columns - 1 + edge + 0.35, y });
  }
  return {
    kind: shape.kind,
    points,
    byName: new Map(points.map((place) => [place.name, place])),
    lines: lines.join(''),
    stars,
    echoes,
    labels,
    box: { x: -edge, y: -edge, width: columns - 1 + 2 * edge, height: rows - 1 + 2 * edge },
    size: 0.96,
    named: false,
  };
}

/**
 * @param {Place} place
 * @param {number[]} inX
 * @param {number[]} inY
 * @param {number} columns
 * @param {number} rows
 */
function isStar({ x, y }, inX, inY, columns, rows) {
  if (!inX.includes(x) || !inY.includes(y)) return false;
  // Boards smaller than 13 lines have the four corners and the centre only.
  const middleX = x === (columns - 1) / 2;
  const middleY = y === (rows - 1) / 2;
  return Math.min(columns, rows) >= 13 || middleX === middleY;
}

/**
 * @param {BoardShape} shape
 * @returns {Geometry}
 */
function graph(shape) {
  const names = shape.points ?? [];
  const places = shape.places ?? {};
  const points = names.map((name, index) => {
    const turn = (2 * Math.PI * index) / names.length;
    const [x, y] = places[name] ?? [(Math.sin(turn) * names.length) / 5, (-Math.cos(turn) * names.length) / 5];
    return { name, x, y };
  });
  const byName = new Map(points.map((place) => [place.name, place]));
  let nearest = Infinity;
  points.forEach((a, i) => {
    for (const b of points.slice(i + 1)) nearest = Math.min(nearest, Math.hypot(a.x - b.x, a.y - b.y));
  });
  const scale = Number.isFinite(nearest) && nearest > 0 ? 1 / nearest : 1;
  for (const place of points) {
    place.x *= scale;
    place.y *= scale;
  }
  const lines = (shape.edges ?? []).map(([a, b]) => {
    const [from, to] = [byName.get(a), byName.get(b)];
    return from && to ? `M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}` : '';
  });
  const xs = points.map((place) => place.x);
  const ys = points.map((place) => place.y);
  const edge = 0.8;
  const x = Math.min(...xs, 0) - edge;
  const y = Math.min(...ys, 0) - edge;
  return {
    kind: 'graph',
    points,
    byName,
    lines: lines.join(''),
    stars: points,
    echoes: [],
    labels: [],
    box: { x, y, width: Math.max(...xs, 0) + edge - x, height: Math.max(...ys, 0) + edge - y },
    size: 0.82,
    named: true,
  };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}

/**
 * The point that lies next in a direction, for the arrow keys: near, and not far to the side.
 *
 * @param {Geometry} geometry
 * @param {Place} from
 * @param {number} dx
 * @param {number} dy
 * @returns {Place}
 */
export function neighbourTowards(geometry, from, dx, dy) {
  let best = from;
  let least = Infinity;
  for (const place of geometry.points) {
    const along = (place.x - from.x) * dx + (place.y - from.y) * dy;
    const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
    if (along <= 0.01 || aside > along * 2.5) continue;
    const cost = along + 2 * aside;
    if (cost < least) {
      least = cost;
      best = place;
    }
  }
  return best;
}

/**
 * The point nearest to a place, if it is near enough to be meant.
 *
 * @param {Geometry} geometry
 * @param {number} x
 * @param {number} y
 * @returns {Place | null}
 */
export function pointAt(geometry, x, y) {
  let best = null;
  let least = 0.6;
  for (const place of [...geometry.points, ...geometry.echoes]) {
    const distance = Math.hypot(place.x - x, place.y - y);
    if (distance < least) {
      least = distance;
      best = place;
    }
  }
  return best && (geometry.byName.get(best.name) ?? null);
}
