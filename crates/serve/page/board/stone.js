// Stones. Beyond black and white every player has a colour of Okabe and Ito's palette and a sign, so that nobody
// has to tell them apart by colour alone.

import { h } from '../ui/node.js';
import { PLAYERS } from './player.js';

/** The signs of players three to eight: triangle, square, diamond, cross, ring, star; in a box from -1 to 1. */
const SIGNS = [
  '',
  '',
  'M0-.98L.87.55L-.87.55Z',
  'M-.72-.72H.72V.72H-.72Z',
  'M0-1L.8 0L0 1L-.8 0Z',
  'M-.28-.9H.28V-.28H.9V.28H.28V.9H-.28V.28H-.9V-.28H-.28Z',
  'M0-.9A.9.9 0 1 0 0 .9A.9.9 0 1 0 0-.9ZM0-.45A.45.45 0 1 1 0 .45A.45.45 0 1 1 0-.45Z',
  'M0-1L.25-.34L.95-.31L.4.13L.59.81L0 .42L-.59.81L-.4.13L-.95-.31L-.25-.34Z',
];

/**
 * A stone.
 *
 * @param {number} player From 0.
 * @param {number} x
 * @param {number} y
 * @param {number} size Its diameter.
 * @param {string} [manner] Further classes: `dim`, `ghost`, `fresh`, `gone`.
 * @param {string} [key]
 */
export function stone(player, x, y, size, manner = '', key) {
  const r = size / 2;
  const flat = manner.includes('ghost') || manner.includes('echo');
  return h(
    'g',
    { class: `stone stone-${player} ${manner}`, transform: `translate(${x} ${y})`, key },
    h(
      'g',
      { class: 'body' },
      !flat && h('circle', { class: 'shadow', cx: size * 0.05, cy: size * 0.09, r: r * 1.05 }),
      h('circle', { class: 'face', r, fill: `url(#stone-${player})` }),
      SIGNS[player] && h('path', { class: 'sign', d: SIGNS[player], transform: `scale(${size * 0.24})` }),
    ),
  );
}

/**
 * A stone as a picture of its own, for text: who is to move, prisoners, tables.
 *
 * @param {string} player
 * @param {string} [title]
 */
export function stonePicture(player, title) {
  const index = Math.max(0, PLAYERS.indexOf(player));
  return h(
    'svg',
    {
      class: 'stone-picture',
      viewBox: '-0.6 -0.6 1.2 1.2',
      ...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': 'true' }),
    },
    stone(index, 0, 0, 1),
  );
}

/** The paints of all stones and of their shadow, once for the whole document. */
export function paints() {
  return h(
    'svg',
    { class: 'paints', width: 0, height: 0, 'aria-hidden': 'true', focusable: 'false' },
    h(
      'defs',
      null,
      PLAYERS.map((_, player) =>
        h(
          'radialGradient',
          {
            id: `stone-${player}`,
            cx: '50%',
            cy: '50%',
            r: '50%',
            fx: '34%',
            fy: '28%',
            class: `paint paint-${player}`,
          },
          h('stop', { offset: '0%', class: 'light' }),
          h('stop', { offset: '55%', class: 'tone' }),
          h('stop', { offset: '100%', class: 'dark' }),
        ),
      ),
      h(
        'radialGradient',
        { id: 'stone-shadow' },
        h('stop', { offset: '70%', class: 'shade' }),
        h('stop', { offset: '100%', class: 'clear' }),
      ),
      h(
        'pattern',
        { id: 'hatch', width: 0.22, height: 0.22, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
        h('rect', { class: 'hatch-line', width: 0.09, height: 0.22 }),
      ),
    ),
  );
}
