// Japanese fill-in counting, step by step: dead stones off, prisoners in, territories made into easy rectangles.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { PLAYERS, stonesOf } from '../board/player.js';
import { stone, stonePicture } from '../board/stone.js';
import { frame } from '../board/board.js';
import { numberWords, playerName } from './words.js';

/**
 * @typedef {object} Step
 * @property {null} act
 * @property {number} step
 * @property {string} kind
 * @property {string | null} player
 * @property {import('../types.js').Drawn} position
 * @property {string[]} dead
 * @property {Record<string, string[]>} territory
 * @property {string[]} neutral
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

/** @typedef {{steps: Step[], count: Record<string, {left: number, beside: number, extra: string, score: string}>}} Count */

/**
 * What a step says.
 *
 * @param {Count} count
 * @param {number} at
 */
function sentences({ steps, count }, at) {
  const step = steps[at];
  const before = steps[Math.max(at - 1, 0)];
  const n = step.carried.length;
  const player = step.player ?? '';
  const name = playerName(player);
  const each = (/** @type {Record<string, number>} */ numbers) =>
    Object.entries(numbers)
      .map(([of, number]) => `${playerName(of)} ${number}`)
      .join(t('list.comma'));
  const sizes = (/** @type {Record<string, string[]>} */ lists) =>
    Object.fromEntries(Object.entries(lists).map(([of, points]) => [of, points.length]));
  switch (step.kind) {
    case 'start': {
      const says = [t('count.says.start', { prisoners: each(step.prisoners) })];
      if (step.dead.length > 0) says.push(t('count.says.dead', { dead: step.dead.join(' ') }));
      return says;
    }
    case 'removal':
      return [t('count.says.removal', { player: name, n, before: before.prisoners[player], after: step.prisoners[player] })];
    case 'territory': {
      const says = [t('count.says.territory', { territory: each(sizes(step.territory)) })];
      if (step.neutral.length > 0) says.push(t('count.says.neutral', { n: step.neutral.length }));
      return says;
    }
    case 'fill': {
      const [had, left] = [before, step].map(({ territory }) => territory[player].length);
      const says = [t('count.says.fill', { player: name, n, before: had, after: left })];
      if (step.prisoners[player] > 0) says.push(t('count.says.no-place', { n: step.prisoners[player] }));
      return says;
    }
    case 'arrange':
      return [t('count.says.arrange', { player: name, n, left: step.territory[player].length })];
    default:
      return [...Object.keys(count).map((of) => sumWords(step, of, count[of])), winnerWords(count)];
  }
}

/**
 * A player's rectangles added up, what found no place taken off.
 *
 * @param {Step} step
 * @param {string} player
 * @param {Count['count'][string]} of
 */
function sumWords(step, player, { left, beside, extra, score }) {
  const blocks = step.blocks.filter((block) => block.player === player).map((block) => block.count);
  const sum = blocks.sort((a, b) => b - a).join(' + ') || '0';
  const words = t('count.says.sum', {
    player: playerName(player),
    sum: beside > 0 ? `${sum} − ${beside}` : sum,
    points: numberWords(String(left - beside)),
  });
  return extra === '0' ? words : `${words}${t('list.comma')}${t('count.says.extra', { score: numberWords(score) })}`;
}

/** @param {Count['count']} count */
function winnerWords({ black, white }) {
  const halves = (/** @type {string} */ number) => Number(number.split('/')[0]) * (number.includes('/') ? 1 : 2);
  const lead = halves(black.score) - halves(white.score);
  if (lead === 0) return t('count.says.draw');
  const margin = lead % 2 === 0 ? String(Math.abs(lead) / 2) : `${Math.abs(lead)}/2`;
  return t('count.says.win', { player: playerName(lead > 0 ? 'black' : 'white'), margin: numberWords(margin) });
}

/**
 * @param {Count} count
 * @param {number} at
 */
export function stepPanel(count, at) {
  const step = count.steps[at];
  return [
    h('h3', null, t(/** @type {any} */ (`count.${step.kind}`))),
    sentences(count, at).map((sentence) => h('p', null, sentence)),
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
