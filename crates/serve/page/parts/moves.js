// The list of what was done, as text that a screen reader can walk through.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { actWords, phaseName } from './words.js';
import { becauseList } from './clause.js';
import { stonePicture } from '../board/stone.js';
import { keepInView } from '../ui/view.js';

/**
 * @param {import('../client/room.js').Frame[]} frames
 * @param {number} at
 * @param {(frame: number) => void} to
 */
export function moveList(frames, at, to) {
  let phase = frames[0]?.phase;
  return h(
    'ol',
    { class: 'moves', 'aria-label': t('moves'), start: 0, drawn: keepInView },
    frames.map((frame) => {
      const turns = frame.phase !== phase;
      phase = frame.phase;
      const reasons = (frame.because ?? []).filter(() => !frame.result);
      return h(
        'li',
        { key: frame.frame, class: frame.refused ? 'was-refused' : '' },
        h(
          'button',
          {
            type: 'button',
            onclick: () => to(frame.frame),
            'aria-current': frame.frame === at ? 'step' : undefined,
          },
          h('span', { class: 'number' }, frame.act === null ? '' : (frame.move ?? '·')),
          frame.by && stonePicture(frame.by),
          h('span', null, frame.act === null ? t('start') : actWords(frame.act)),
          frame.refused && h('span', { class: 'badge bad' }, t('refused.short')),
          turns && h('span', { class: 'badge' }, phaseName(frame.phase)),
        ),
        reasons.length > 0 && becauseList(reasons),
      );
    }),
  );
}
