// The boards a new game offers: grids, a torus, and a few graphs that are good to play on.

import { board } from '../board/board.js';
import { geometryOf } from '../board/geometry.js';
import { GRAPHS } from '../board/graphs.js';

/**
 * @param {import('../board/geometry.js').BoardShape} shape
 */
function picture(shape) {
  return board(geometryOf(shape), { stones: new Map() }, { small: true });
}

/** @type {{id: string, picture: import('../ui/node.js').Node}[]} */
export const BOARDS = [
  { id: '9x9', picture: picture({ kind: 'rectangle', columns: 9, rows: 9 }) },
  { id: '13x13', picture: picture({ kind: 'rectangle', columns: 13, rows: 13 }) },
  { id: '19x19', picture: picture({ kind: 'rectangle', columns: 19, rows: 19 }) },
  { id: 'size', picture: picture({ kind: 'rectangle', columns: 5, rows: 4 }) },
  { id: 'torus', picture: picture({ kind: 'torus', columns: 5, rows: 5 }) },
  { id: 'triangles', picture: picture({ kind: 'graph', ...GRAPHS.triangles }) },
  { id: 'wheel', picture: picture({ kind: 'graph', ...GRAPHS.wheel }) },
  {
    id: 'graph',
    picture: picture({
      kind: 'graph',
      points: ['a', 'b', 'c', 'd'],
      edges: [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
        ['c', 'd'],
      ],
      places: { a: [0, 0], b: [2, 0.3], c: [1.1, 1.5], d: [2.7, 1.9] },
    }),
  },
];

/**
 * The board as the server wants it.
 *
 * @param {string} id
 * @param {string} size
 * @param {string} text Edges like `a-b b-c`, for a graph of one's own.
 */
export function boardOf(id, size, text) {
  if (id === 'size') return size;
  if (id === 'torus') return `torus ${size}`;
  if (id === 'graph') return graphOf(text);
  if (id in GRAPHS) {
    const { points, edges } = GRAPHS[/** @type {keyof typeof GRAPHS} */ (id)];
    return { points, edges };
  }
  return id;
}

/** @param {string} text */
export function graphOf(text) {
  const edges = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((word) => /** @type {[string, string]} */ (word.split('-').slice(0, 2)));
  const points = [...new Set(edges.flat())];
  return { points, edges: edges.filter((edge) => edge.length === 2) };
}
