// A board drawn as SVG from a scene. The same drawing serves the board that is played on and every small diagram.

import { h } from '../ui/node.js';
import { stone } from './stone.js';
import { marks } from './mark.js';

/**
 * @typedef {object} Scene What is to be seen. Points go by name, players by number from 0.
 * @property {Map<string, number>} stones
 * @property {string | null} [last] The latest move.
 * @property {Map<string, number>} [gone] Stones just taken from the board.
 * @property {Set<string>} [dim] Dead stones, and others about to leave.
 * @property {Map<string, import('../types.js').Banned>} [banned]
 * @property {Map<string, number>} [areas] Points that count for a player.
 * @property {Map<string, 'alive' | 'not-alive' | 'unproven'>} [statuses] What is proved of the stones on the points.
 * @property {Map<string, {text: string, tone: string}>} [values]
 * @property {Map<string, string>} [labels]
 * @property {Set<string>} [chosen]
 * @property {{points: string[], player: number, label: string}[]} [blocks]
 * @property {{point: string, player: number} | null} [ghost] The stone that would be played.
 * @property {string | null} [cursor] The point the keyboard is at.
 */

/**
 * @typedef {object} Manner
 * @property {boolean} [small] A diagram: no coordinates, no names of points.
 * @property {boolean} [coordinates]
 * @property {string} [label] What a screen reader calls it.
 * @property {Record<string, any>} [listeners]
 */

/** Diagrams of boards with more points than this have discs for stones. */
const MOST_STONES = 130;

/**
 * @param {import('./geometry.js').Geometry} geometry
 * @param {Scene} scene
 * @param {Manner} [manner]
 */
export function board(geometry, scene, manner = {}) {
  const box = frame(geometry, manner);
  return h(
    'svg',
    {
      class: `board board-${geometry.kind}${manner.small ? ' small' : ''}${geometry.box.width < 9 ? ' few' : ''}`,
      viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
      ...(manner.label ? { role: 'img', 'aria-label': manner.label } : { 'aria-hidden': 'true' }),
      ...manner.listeners,
    },
    h('rect', { class: 'wood', ...geometry.box, rx: 0.18 }),
    h('path', { class: 'lines', d: geometry.lines }),
    areas(geometry, scene),
    h(
      'g',
      { class: 'stars' },
      geometry.stars.map(({ x, y }) => h('circle', { cx: x, cy: y, r: geometry.named ? 0.09 : 0.11 })),
    ),
    withCoordinates(geometry, manner) && coordinates(geometry),
    geometry.named && !manner.small && names(geometry, scene),
    echoes(geometry, scene),
    stones(geometry, scene, !!manner.small && geometry.points.length > MOST_STONES),
    marks(geometry, scene),
  );
}

/**
 * @param {import('./geometry.js').Geometry} geometry
 * @param {Manner} manner
 */
function withCoordinates(geometry, manner) {
  return !manner.small && manner.coordinates !== false && geometry.labels.length > 0;
}

/**
 * What is seen of the plane.
 *
 * @param {import('./geometry.js').Geometry} geometry
 * @param {Manner} manner
 */
export function frame(geometry, manner) {
  const margin = withCoordinates(geometry, manner) ? 0.66 : 0.04;
  const { x, y, width, height } = geometry.box;
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

/** @param {import('./geometry.js').Geometry} geometry */
function coordinates(geometry) {
  return h(
    'g',
    { class: 'coordinates' },
    geometry.labels.map(({ text, x, y }) => h('text', { x, y }, text)),
  );
}

/**
 * The names of a graph's empty points.
 *
 * @param {import('./geometry.js').Geometry} geometry
 * @param {Scene} scene
 */
function names(geometry, scene) {
  return h(
    'g',
    { class: 'names' },
    geometry.points
      .filter(({ name }) => !scene.stones.has(name))
      .map(({ name, x, y }) => h('text', { x: x + 0.16, y: y - 0.2, key: name }, name)),
  );
}

/**
 * @param {import('./geometry.js').Geometry} geometry
 * @param {Scene} scene
 */
function areas(geometry, scene) {
  const half = geometry.named ? 0.3 : 0.5;
  /** @type {import('../ui/node.js').Loose[]} */
  const out = [];
  for (const [name, player] of scene.areas ?? []) {
    const place = geometry.byName.get(name);
    if (!place) continue;
    const square = { x: place.x - half, y: place.y - half, width: 2 * half, height: 2 * half };
    out.push(h('rect', { class: `area area-${player}`, ...square, rx: geometry.named ? half : 0 }));
    const dot = 0.13;
    out.push(
      h('rect', {
        class: `area-dot area-${player}`,
        x: place.x - dot,
        y: place.y - dot,
        width: 2 * dot,
        height: 2 * dot,
      }),
    );
  }
  for (const block of scene.blocks ?? []) {
    for (const name of block.points) {
      const place = geometry.byName.get(name);
      if (place)
        out.push(
          h('rect', { class: `block area-${block.player}`, x: place.x - 0.5, y: place.y - 0.5, width: 1, height: 1 }),
        );
    }
  }
  return out.length > 0 && h('g', { class: 'areas' }, out);
}

/**
 * A torus shows the stones of the opposite side once more beyond each edge.
 *
 * @param {import('./geometry.js').Geometry} geometry
 * @param {Scene} scene
 */
function echoes(geometry, scene) {
  return (
    geometry.echoes.length > 0 &&
    h(
      'g',
      { class: 'echoes' },
      geometry.echoes.map(({ name, x, y }) => {
        const player = scene.stones.get(name);
        return player !== undefined && stone(player, x, y, geometry.size * 0.8, 'echo', `${name} ${x} ${y}`);
      }),
    )
  );
}

/**
 * @param {import('./geometry.js').Geometry} geometry
 * @param {Scene} scene
 * @param {boolean} plain As discs, where they are too small to look like stones.
 */
function stones(geometry, scene, plain) {
  /** @type {import('../ui/node.js').Loose[]} */
  const out = [];
  for (const [name, player] of scene.gone ?? []) {
    const place = geometry.byName.get(name);
    if (place && !scene.stones.has(name))
      out.push(stone(player, place.x, place.y, geometry.size, 'gone', `gone ${name}`));
  }
  for (const { name, x, y } of geometry.points) {
    const player = scene.stones.get(name);
    if (player === undefined) continue;
    if (plain) {
      out.push(h('circle', { class: `plain-${player}`, cx: x, cy: y, r: geometry.size / 2 }));
      continue;
    }
    const manner = `${scene.dim?.has(name) ? 'dim ' : ''}${scene.last === name ? 'fresh' : ''}`;
    out.push(stone(player, x, y, geometry.size, manner, `${name} ${player}`));
  }
  if (plain) return h('g', { class: 'stones plain' }, out);
  const ghost = scene.ghost && geometry.byName.get(scene.ghost.point);
  if (scene.ghost && ghost) out.push(stone(scene.ghost.player, ghost.x, ghost.y, geometry.size, 'ghost', 'ghost'));
  return h('g', { class: 'stones' }, out);
}
