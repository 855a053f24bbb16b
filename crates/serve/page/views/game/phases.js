// Which phase the game is in, among those its ruleset has.

import { h } from '../../ui/node.js';
import { t } from '../../i18n/text.js';
import { phaseName, playerName, rulesetTitle } from '../../parts/words.js';

/**
 * @param {import('../../client/room.js').Room} room
 * @param {import('../../types.js').Report} report
 */
export function phaseRail(room, report) {
  const names = [...room.rules.toml.matchAll(/^\s*name\s*=\s*"([a-z0-9-]+)"/gm)]
    .map((match) => match[1])
    .filter((name) => !name.startsWith('proof'));
  const phases = [
    ...new Set([
      ...names,
      ...(report.phase.startsWith('proof') ? [report.phase] : []),
      ...(report.phase === 'analysis' ? ['analysis'] : []),
      'ended',
    ]),
  ];
  const current = report.result ? 'ended' : report.phase;
  return h(
    'div',
    { class: 'phases' },
    h('a', { class: 'rules-link', href: `/rules/${room.rules.id}` }, rulesetTitle(room.rules.id, room.rules.title)),
    h(
      'ol',
      { 'aria-label': t('phase') },
      phases.map((phase) =>
        h(
          'li',
          {
            key: phase,
            class: phase === current ? 'current' : '',
            'aria-current': phase === current ? 'step' : undefined,
          },
          phaseName(phase),
        ),
      ),
    ),
    report.button !== undefined &&
      h(
        'p',
        { class: 'hint' },
        report.button ? t('button.taken', { player: playerName(report.button) }) : t('button.free'),
      ),
  );
}
