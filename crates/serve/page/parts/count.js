// Japanese fill-in counting, step by step: dead stones off, prisoners in, territories made into easy rectangles.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { PLAYERS, stonesOf } from '../board/player.js';
import { stone, stonePicture } from '../board/stone.js';
import { frame } from '../board/board.js';
import { playerName } from './words.js';

/**
 * @typedef {object} Step
 * @property {null} act
 * @property {number} step
 * @property {string} kind
 * @property {string | null} player
 * @property {string[]} says
 * @property {import('../types.js').Drawn} position
 * @property {string[]} dead
 * @property {Record<string, string[]>} territory
 * @property {Record<string, number>} prisoners
 * @property {{player: string, from: string | null, to: string | null}[]} carried
 * @property {{player: string, count: number, points: string[]}[]} blocks
 * @property {Record<string, number>} balance
 */

/**
 * @param {import('../board/geometry.js').Geometry} geometry
 * @param {Step} step
 * @returns {import('../board/board.js').Scene}
 */
export function sceneOfStep(geometry, step) {
  /** @type {Map<string, number>} */
  const areas = new Map();
  for (const [player, points] of Object.entries(step.territory))
    points.forEach((point) => areas.set(point, PLAYERS.indexOf(player)));
  return {
    stones: stonesOf(step.position, geometry),
    dim: new Set(step.dead),
    areas,
    blocks: step.blocks.map(({ player, count, points }) => ({
      player: PLAYERS.indexOf(player),
      points,
      label: String(count),
    })),
  };
}

/**
 * The stones a step carries, on their way. Those who want no motion see none.
 *
 * @param {import('../board/geometry.js').Geometry} geometry
 * @param {Step} step
 * @param {boolean} coordinates Whether the board below has them.
 */
export function carriedStones(geometry, step, coordinates) {
  const { x, y, width, height } = frame(geometry, { coordinates });
  const beside = { x: x + width, y: y + height / 2 };
  return h(
    'svg',
    { class: 'carried', viewBox: `${x} ${y} ${width} ${height}`, 'aria-hidden': 'true', key: `carried ${step.step}` },
    step.carried.map((move, index) => {
      const from = (move.from && geometry.byName.get(move.from)) || beside;
      const to = (move.to && geometry.byName.get(move.to)) || beside;
      return h(
        'g',
        {
          class: 'carry',
          key: index,
          style: {
            '--fx': `${from.x}px`,
            '--fy': `${from.y}px`,
            '--tx': `${to.x}px`,
            '--ty': `${to.y}px`,
            '--wait': `${Math.min(index * 60, 900)}ms`,
          },
        },
        stone(PLAYERS.indexOf(move.player), 0, 0, geometry.size),
      );
    }),
  );
}

/** @param {Step} step */
export function stepPanel(step) {
  return [
    h('h3', null, t(/** @type {any} */ (`count.${step.kind}`))),
    h(
      'div',
      { lang: 'en' },
      step.says.map((sentence) => h('p', null, sentence)),
    ),
    h(
      'dl',
      { class: 'scores' },
      Object.entries(step.balance).map(([player, balance]) =>
        h(
          'div',
          { key: player },
          h('dt', null, stonePicture(player), ' ', playerName(player)),
          h('dd', null, String(balance).replace('-', '−')),
          h('dd', { class: 'hint' }, t('count.beside', { n: step.prisoners[player] ?? 0 })),
        ),
      ),
    ),
    h('p', { class: 'hint' }, t('count.same')),
  ];
}
