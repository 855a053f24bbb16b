// The prisoner place: captured stones by colour. Where stones are played from it, what it was refilled with is shown.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { stone, stonePicture } from '../board/stone.js';
import { playerIndex } from '../board/player.js';
import { playerName } from './words.js';

/** More stones than this are told by their number. */
const MOST = 20;

/**
 * @param {Record<string, number>} prisoners
 * @param {{refilled?: Record<string, number>, played?: string | null, supply?: boolean}} [more] `supply`: stones are
 *   played from here; `played`: whose stone just was.
 */
export function prisonerPlace(prisoners, more = {}) {
  return h(
    'div',
    { class: `prisoners${more.supply ? ' supply' : ''}`, role: 'group', 'aria-label': t('prisoners') },
    h('p', { class: 'prisoners-head' }, t(more.supply ? 'prisoners.place' : 'prisoners')),
    h(
      'ul',
      null,
      Object.entries(prisoners).map(([player, count]) => {
        const added = more.refilled?.[player] ?? 0;
        return h(
          'li',
          { key: player },
          h('span', { class: 'prisoner-count' }, stonePicture(player, playerName(player)), ` ${count}`),
          h(
            'span',
            { class: 'pile', 'aria-hidden': 'true' },
            Array.from({ length: Math.min(count, MOST) }, (_, index) =>
              h(
                'svg',
                { viewBox: '-0.6 -0.6 1.2 1.2', key: index, class: index >= count - added ? 'added' : '' },
                stone(playerIndex(player), 0, 0, 1),
              ),
            ),
          ),
          added > 0 && h('span', { class: 'refill' }, t('prisoners.refilled', { n: added })),
          more.played === player && h('span', { class: 'refill' }, t('prisoners.played')),
        );
      }),
    ),
    more.supply && h('p', { class: 'hint' }, t('prisoners.supply')),
  );
}

/**
 * What an act added to the prisoner place, from its reasons: a refill gives each colour one stone.
 *
 * @param {import('../client/room.js').Frame} frame
 * @returns {Record<string, number>}
 */
export function refillOf(frame) {
  const refilled = (frame.because ?? []).some(({ code }) => code === 'prisoners-added');
  return refilled ? Object.fromEntries(Object.keys(frame.prisoners).map((player) => [player, 1])) : {};
}
