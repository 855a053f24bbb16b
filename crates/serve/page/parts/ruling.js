// A ruling with its reasons: the result, what was refused, what is banned, what was mended.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { stonePicture } from '../board/stone.js';
import { banWords, noteWords, numberWords, phaseName, playerName, refusalWords, resultWords } from './words.js';
import { becauseList, clauseLink } from './clause.js';

/** @typedef {import('../types.js').Report} Report */

/** @param {import('../types.js').Result} result */
export function resultCard(result) {
  return h(
    'section',
    { class: 'result-card', 'aria-label': t('result') },
    h(
      'p',
      { class: 'result-line' },
      result.winner && stonePicture(result.winner),
      h('strong', null, resultWords(result)),
      ' ',
      clauseLink(result.clause),
    ),
    result.scores &&
      h(
        'dl',
        { class: 'scores' },
        Object.entries(result.scores).map(([player, score]) =>
          h(
            'div',
            { key: player },
            h('dt', null, stonePicture(player), ' ', playerName(player)),
            h('dd', null, numberWords(score)),
          ),
        ),
      ),
    result.cycle && cycleWords(result.cycle),
    h('h3', null, t('because')),
    becauseList(result.because),
  );
}

/** @param {import('../types.js').Cycle} cycle */
export function cycleWords(cycle) {
  return h(
    'div',
    { class: 'cycle' },
    h('p', null, t('cycle', { from: cycle.from + 1, to: cycle.to, n: cycle.to - cycle.from })),
    h(
      'table',
      { class: 'plain' },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('th', null, ''),
          h('th', { scope: 'col' }, t('cycle.passes')),
          h('th', { scope: 'col' }, t('cycle.lost')),
        ),
      ),
      h(
        'tbody',
        null,
        Object.keys(cycle.passes).map((player) =>
          h(
            'tr',
            { key: player },
            h('th', { scope: 'row' }, stonePicture(player), ' ', playerName(player)),
            h('td', null, cycle.passes[player]),
            h('td', null, cycle.lost?.[player] ?? '–'),
          ),
        ),
      ),
    ),
  );
}

/** @param {import('../types.js').Refused} refused */
export function refusedCard(refused) {
  return h(
    'section',
    { class: 'refused-card', role: 'note' },
    h(
      'p',
      null,
      h(
        'strong',
        null,
        t('refused', {
          player: refused.player ? playerName(refused.player) : '',
          point: refused.point,
          n: refused.move,
        }),
      ),
      ' ',
      refused.clause && clauseLink(refused.clause),
    ),
    h('p', null, refusalWords(refused), refused.place ? ` (${refused.place})` : ''),
  );
}

/** @param {Report} report */
export function rulingPanel(report) {
  return [
    report.refused && refusedCard(report.refused),
    report.result
      ? resultCard(report.result)
      : h(
          'p',
          { class: 'phase-line' },
          t('ruling.open', { phase: phaseName(report.phase), player: playerName(report.to_move) }),
        ),
    report.bounds &&
      !report.result && [
        h(
          'p',
          null,
          t('ruling.bounds', { low: numberWords(report.bounds.black[0]), high: numberWords(report.bounds.black[1]) }),
        ),
        h('p', { class: 'hint' }, t('ruling.bounds.help')),
      ],
    report.recorded &&
      h(
        'p',
        { class: `recorded ${report.recorded.agrees}` },
        h('strong', null, t('recorded', { text: report.recorded.text })),
        ' ',
        t(
          report.recorded.agrees === null
            ? report.bounds && !report.result
              ? 'recorded.unproven'
              : 'recorded.open'
            : report.recorded.agrees
              ? 'recorded.agrees'
              : 'recorded.differs',
        ),
      ),
    bannedList(report),
    report.notes.length > 0 &&
      h(
        'details',
        { class: 'notes', open: report.notes.length < 4 },
        h('summary', null, t('notes', { n: report.notes.length })),
        h(
          'ul',
          null,
          noteWords(report).map((note) => h('li', null, note)),
        ),
      ),
  ];
}

/** @param {Report} report */
export function bannedList(report) {
  if (report.banned.length === 0) return null;
  return h(
    'details',
    { class: 'banned-list', open: report.banned.length < 8 },
    h('summary', null, t('banned', { n: report.banned.length })),
    h(
      'ul',
      null,
      report.banned.map((ban) =>
        h('li', { key: ban.point }, h('strong', null, ban.point), ' ', banWords(ban), ' ', clauseLink(ban.clause)),
      ),
    ),
  );
}
