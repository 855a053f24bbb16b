// Marks on points: the last move, bans, statuses of chains, values of moves, labels, the keyboard's cursor.

import { h } from '../ui/node.js';

/**
 * @param {import('./geometry.js').Geometry} geometry
 * @param {import('./board.js').Scene} scene
 */
export function marks(geometry, scene) {
  /** @type {import('../ui/node.js').Loose[]} */
  const out = [];
  /**
   * @param {Iterable<string>} names
   * @param {(name: string, x: number, y: number, on: string) => import('../ui/node.js').Loose} draw
   */
  const each = (names, draw) => {
    for (const name of names) {
      const place = geometry.byName.get(name);
      const player = scene.stones.get(name);
      if (place) out.push(draw(name, place.x, place.y, player === undefined ? 'on-board' : `on-${player}`));
    }
  };
  each(scene.banned?.keys() ?? [], (name, x, y) => ban(x, y, scene.banned?.get(name)?.reason ?? '', `ban ${name}`));
  each(scene.statuses?.keys() ?? [], (name, x, y, on) =>
    status(x, y, scene.statuses?.get(name) ?? 'unproven', on, `status ${name}`),
  );
  each(scene.chosen ?? [], (name, x, y, on) =>
    h('path', { class: `chosen ${on}`, d: `M${x - 0.22} ${y - 0.22}l.44.44m0-.44l-.44.44`, key: `chosen ${name}` }),
  );
  if (scene.last && !scene.labels?.has(scene.last) && !scene.statuses?.has(scene.last)) {
    each([scene.last], (_, x, y, on) => lastMove(x, y, scene.stones.get(scene.last ?? '') ?? 0, on));
  }
  each(scene.labels?.keys() ?? [], (name, x, y, on) =>
    h(
      'g',
      { class: `label ${on}`, key: `label ${name}` },
      on === 'on-board' && h('circle', { class: 'patch', cx: x, cy: y, r: 0.34 }),
      h('text', { x, y }, scene.labels?.get(name)),
    ),
  );
  each(scene.values?.keys() ?? [], (name, x, y) => value(x, y, scene.values?.get(name), `value ${name}`));
  for (const block of scene.blocks ?? []) {
    const places = block.points.flatMap((name) => geometry.byName.get(name) ?? []);
    if (places.length === 0) continue;
    const x = places.reduce((sum, place) => sum + place.x, 0) / places.length;
    const y = places.reduce((sum, place) => sum + place.y, 0) / places.length;
    out.push(
      h(
        'g',
        { class: `block-count on-${block.player}` },
        h('circle', { cx: x, cy: y, r: 0.46 }),
        h('text', { x, y }, block.label),
      ),
    );
  }
  const cursor = scene.cursor && geometry.byName.get(scene.cursor);
  if (cursor)
    out.push(
      h('rect', {
        class: 'cursor',
        x: cursor.x - 0.5,
        y: cursor.y - 0.5,
        width: 1,
        height: 1,
        rx: 0.14,
        key: 'cursor',
      }),
    );
  return h('g', { class: 'marks' }, out);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} player
 * @param {string} on
 */
function lastMove(x, y, player, on) {
  // Stones with a sign of their own are ringed, so that the sign stays readable.
  return h('circle', { class: `last ${on}`, cx: x, cy: y, r: player > 1 ? 0.4 : 0.24, key: 'last' });
}

/**
 * A ban: a square for ko and repetition, with a loop in it; a cross for suicide.
 *
 * @param {number} x
 * @param {number} y
 * @param {string} reason
 * @param {string} key
 */
function ban(x, y, reason, key) {
  const at = { class: `ban ban-${reason}`, transform: `translate(${x} ${y})`, key };
  const patch = h('circle', { class: 'patch', r: 0.27 });
  if (reason === 'suicide') return h('g', at, patch, h('path', { d: 'M-.14-.14L.14.14M.14-.14L-.14.14' }));
  if (reason === 'ko') return h('g', at, patch, h('rect', { x: -0.16, y: -0.16, width: 0.32, height: 0.32 }));
  return h('g', at, patch, h('path', { d: 'M.17-.04A.17.17 0 1 0 .12.13M.2-.22L.18-.02L-.02-.06' }));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {'alive' | 'not-alive' | 'unproven'} what
 * @param {string} on
 * @param {string} key
 */
function status(x, y, what, on, key) {
  const at = { class: `status ${what} ${on}`, transform: `translate(${x} ${y})`, key };
  const badge = h('circle', { class: 'badge', r: 0.26 });
  if (what === 'alive') return h('g', at, badge, h('path', { d: 'M-.13.01L-.03.12L.14-.1' }));
  if (what === 'not-alive') return h('g', at, badge, h('path', { d: 'M-.1-.1L.1.1M.1-.1L-.1.1' }));
  return h('g', at, badge, h('text', { x: 0, y: 0 }, '?'));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {{text: string, tone: string} | undefined} what
 * @param {string} key
 */
function value(x, y, what, key) {
  if (!what) return null;
  return h(
    'g',
    { class: `value ${what.tone}`, key },
    h('circle', { cx: x, cy: y, r: 0.41 }),
    h('text', { x, y, class: what.text.length > 3 ? 'long' : '' }, what.text),
  );
}
