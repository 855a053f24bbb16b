// Graphs that are good to play on, and where their points lie.

/**
 * @param {[string, string][]} edges
 * @param {Record<string, [number, number]>} places
 */
function graph(edges, places) {
  return { points: Object.keys(places), edges, places };
}

/** Points of a board of triangles, four to a side: everybody has up to six neighbours. */
function triangles() {
  /** @type {[string, string][]} */
  const edges = [];
  /** @type {Record<string, [number, number]>} */
  const places = {};
  const side = 5;
  const name = (/** @type {number} */ row, /** @type {number} */ index) => `${'abcde'[row]}${index + 1}`;
  for (let row = 0; row < side; row++) {
    for (let index = 0; index <= row; index++) {
      places[name(row, index)] = [index - row / 2, row * 0.87];
      if (index < row) edges.push([name(row, index), name(row, index + 1)]);
      if (row + 1 < side)
        edges.push([name(row, index), name(row + 1, index)], [name(row, index), name(row + 1, index + 1)]);
    }
  }
  return graph(edges, places);
}

/** A wheel: three rings of six, joined by spokes, with a hub. */
function wheel() {
  /** @type {[string, string][]} */
  const edges = [];
  /** @type {Record<string, [number, number]>} */
  const places = { hub: [0, 0] };
  const spokes = 6;
  for (let ring = 1; ring <= 3; ring++) {
    for (let spoke = 0; spoke < spokes; spoke++) {
      const turn = (2 * Math.PI * spoke) / spokes;
      const name = `${'abcdef'[spoke]}${ring}`;
      places[name] = [ring * Math.sin(turn), -ring * Math.cos(turn)];
      edges.push([name, `${'abcdef'[(spoke + 1) % spokes]}${ring}`]);
      edges.push([name, ring === 1 ? 'hub' : `${'abcdef'[spoke]}${ring - 1}`]);
    }
  }
  return graph(edges, places);
}

export const GRAPHS = { triangles: triangles(), wheel: wheel() };

/**
 * Where the points of a graph lie, if it is one of these.
 *
 * @param {import('./geometry.js').BoardShape} shape
 * @returns {Record<string, [number, number]> | undefined}
 */
export function placesOf(shape) {
  const same = joined(shape.edges ?? []);
  const known = Object.values(GRAPHS).find(
    ({ points, edges }) => points.join(' ') === (shape.points ?? []).join(' ') && joined(edges) === same,
  );
  return known?.places;
}

/**
 * Edges as one text, however they are written.
 *
 * @param {[string, string][]} edges
 */
function joined(edges) {
  return edges
    .map((edge) => [...edge].sort().join('-'))
    .sort()
    .join(' ');
}
