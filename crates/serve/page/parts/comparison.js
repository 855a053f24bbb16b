// One record under every ruleset, as a table with boards.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { board } from '../board/board.js';
import { stonesOf } from '../board/player.js';
import { banWords, numberWords, phaseName, resultWords } from './words.js';
import { clauseLink } from './clause.js';
import { stonePicture } from '../board/stone.js';

/**
 * @param {import('../board/geometry.js').Geometry} geometry
 * @param {import('../types.js').Report[]} reports
 * @param {(rules: string) => string} title
 * @param {string} chosen
 * @param {(rules: string) => void} choose
 */
export function comparison(geometry, reports, title, chosen, choose) {
  return h(
    'div',
    { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': t('compare.label') },
    h(
      'table',
      { class: 'comparison' },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          [t('compare.rules'), t('compare.board'), t('compare.ruling'), t('compare.margin'), t('compare.banned')].map(
            (head) => h('th', { scope: 'col' }, head),
          ),
        ),
      ),
      h(
        'tbody',
        null,
        reports.map((report) =>
          h(
            'tr',
            { key: report.rules, class: report.rules === chosen ? 'current' : '' },
            h(
              'th',
              { scope: 'row' },
              h('button', { type: 'button', class: 'link', onclick: () => choose(report.rules) }, title(report.rules)),
            ),
            h(
              'td',
              { class: 'picture' },
              board(geometry, sceneOfReport(geometry, report), { small: true, label: title(report.rules) }),
            ),
            h('td', null, ruling(report)),
            h('td', { class: 'number' }, margin(report)),
            h(
              'td',
              null,
              report.banned.length > 0
                ? report.banned.map((ban) =>
                    h('span', { class: 'ban-word', title: banWords(ban) }, ban.point, ' ', clauseLink(ban.clause)),
                  )
                : '–',
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {import('../board/geometry.js').Geometry} geometry
 * @param {import('../types.js').Report} report
 * @returns {import('../board/board.js').Scene}
 */
export function sceneOfReport(geometry, report) {
  const banned = new Map(report.banned.map((ban) => [ban.point, ban]));
  const refused =
    report.refused?.repeats !== undefined && geometry.byName.has(report.refused?.point ?? '')
      ? report.refused?.point
      : null;
  return {
    stones: stonesOf(report.position, geometry),
    banned,
    areas: areasOf(report),
    dim: new Set(report.removed ?? []),
    labels: refused && !banned.has(refused) ? new Map([[refused, '!']]) : undefined,
  };
}

/**
 * @param {import('../types.js').Report} report
 * @returns {Map<string, number>}
 */
export function areasOf(report) {
  /** @type {Map<string, number>} */
  const areas = new Map();
  Object.values(report.territory ?? {}).forEach((points, player) =>
    points.forEach((point) => areas.set(point, player)),
  );
  return areas;
}

/** @param {import('../types.js').Report} report */
function ruling(report) {
  const refused = report.refused;
  return [
    refused &&
      h(
        'p',
        { class: 'refused-line' },
        t('compare.refused', { point: refused.point, n: refused.move }),
        ' ',
        refused.clause && clauseLink(refused.clause),
      ),
    report.result
      ? h('p', null, report.result.winner && stonePicture(report.result.winner), ' ', resultWords(report.result))
      : h('p', null, phaseName(report.phase)),
  ];
}

/** @param {import('../types.js').Report} report */
function margin(report) {
  if (report.result?.margin) return numberWords(report.result.margin);
  if (report.bounds) return `${numberWords(report.bounds.black[0])} … ${numberWords(report.bounds.black[1])}`;
  return '–';
}
