// Kee's scoring cycle as a strip of film: each scoring position with what it gives each player, and the averages.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { board } from '../board/board.js';
import { stonesOf } from '../board/player.js';
import { stonePicture } from '../board/stone.js';
import { numberWords, playerName } from './words.js';

/**
 * @param {import('../board/geometry.js').Geometry} geometry
 * @param {import('../types.js').Result} result
 * @param {{position: import('../types.js').Drawn, moves: number}[]} frames
 * @param {object} [how]
 * @param {(frame: number) => void} [how.to] Shows a frame.
 * @param {(stones: Map<string, number>, position: number) => Set<string>} [how.chosen] Stones to be marked in a
 *   scoring position, which are counted from 1.
 */
export function scoringFilm(geometry, result, frames, { to, chosen } = {}) {
  const positions = result.scoring_positions ?? [];
  if (positions.length === 0) return null;
  const points = pointsOf(result);
  return h(
    'section',
    { class: 'film', 'aria-label': t('film.label') },
    h('h3', null, t('film.title', { n: positions.length })),
    h(
      'ol',
      { class: 'strip', dir: 'ltr', tabindex: 0 },
      positions.map((drawn, index) => {
        const found = frames.findLastIndex((frame) => JSON.stringify(frame.position) === JSON.stringify(drawn));
        const stones = stonesOf(drawn, geometry);
        const picture = board(
          geometry,
          { stones, chosen: chosen?.(stones, index + 1) },
          { small: true, label: t('film.position', { n: index + 1 }) },
        );
        return h(
          'li',
          { key: index },
          to && found >= 0
            ? h(
                'button',
                { type: 'button', onclick: () => to(found), title: t('position.after', { n: frames[found].moves }) },
                picture,
              )
            : picture,
          h(
            'dl',
            { class: 'points' },
            (points[index] ?? []).map(([player, number]) => score(player, number)),
          ),
        );
      }),
    ),
    result.scores &&
      h(
        'div',
        { class: 'averages' },
        h('h4', null, t('film.averages')),
        h(
          'dl',
          { class: 'points' },
          Object.entries(result.scores).map(([player, number]) => score(player, number)),
        ),
      ),
  );
}

/**
 * @param {string} player
 * @param {string} number
 */
function score(player, number) {
  return h(
    'div',
    { key: player },
    h('dt', null, stonePicture(player, playerName(player))),
    h('dd', null, numberWords(number)),
  );
}

/**
 * What each scoring position gives each player, from the steps of the result.
 *
 * @param {import('../types.js').Result} result
 * @returns {[string, string][][]}
 */
function pointsOf(result) {
  return result.because
    .filter(({ code }) => code === 'scoring-position')
    .map((step) => /** @type {[string, string][]} */ (step.with.points));
}
