// Players: `black`, `white`, `player-3`, ... as the server names them, and what tells their stones apart.

export const PLAYERS = ['black', 'white', 'player-3', 'player-4', 'player-5', 'player-6', 'player-7', 'player-8'];

const SYMBOLS = 'XO345678';

/**
 * @param {string} name
 * @returns {number} From 0; black where the name is unknown.
 */
export function playerIndex(name) {
  return Math.max(0, PLAYERS.indexOf(name));
}

/**
 * A player as acts are written: B, W, 3, ...
 *
 * @param {string} name
 * @returns {string}
 */
export function initial(name) {
  return ['B', 'W', '3', '4', '5', '6', '7', '8'][playerIndex(name)];
}

/**
 * The player an act begins with.
 *
 * @param {string} act
 * @returns {string | null}
 */
export function playerOf(act) {
  const word = act.split(' ')[0];
  const index = ['B', 'W', '3', '4', '5', '6', '7', '8'].indexOf(word);
  return index < 0 ? null : PLAYERS[index];
}

/**
 * The stones of a position, by the name of their point.
 *
 * @param {import('../types.js').Drawn} drawn
 * @param {import('./geometry.js').Geometry} geometry
 * @returns {Map<string, number>}
 */
export function stonesOf(drawn, geometry) {
  /** @type {Map<string, number>} */
  const stones = new Map();
  if (Array.isArray(drawn)) {
    const symbols = drawn.join('').replace(/\s/g, '');
    geometry.points.forEach((place, index) => {
      const player = SYMBOLS.indexOf(symbols[index]);
      if (player >= 0) stones.set(place.name, player);
    });
  } else {
    for (const [point, player] of Object.entries(drawn)) stones.set(point, playerIndex(player));
  }
  return stones;
}

/**
 * The same position as text, for records and for comparing.
 *
 * @param {Map<string, number>} stones
 * @param {import('./geometry.js').Geometry} geometry
 * @returns {import('../types.js').Drawn}
 */
export function drawnOf(stones, geometry) {
  if (geometry.kind === 'graph') {
    return Object.fromEntries([...stones].map(([point, player]) => [point, PLAYERS[player]]));
  }
  /** @type {string[]} */
  const rows = [];
  for (const place of geometry.points) {
    const player = stones.get(place.name);
    rows[place.y] = (rows[place.y] ?? '') + (player === undefined ? '.' : SYMBOLS[player]);
  }
  return rows;
}

/**
 * @param {import('../types.js').Drawn} a
 * @param {import('../types.js').Drawn} b
 */
export function samePosition(a, b) {
  if (Array.isArray(a) || Array.isArray(b)) return String(a) === String(b);
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
