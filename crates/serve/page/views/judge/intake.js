// How a record gets in: dropped, chosen, pasted, or one of the examples.

import { h } from '../../ui/node.js';
import { t } from '../../i18n/text.js';
import { button } from '../../ui/controls.js';
import { toml } from '../../client/record.js';

/** Records to look at first; all made for this page. */
export const EXAMPLES = /** @type {const} */ ([
  {
    key: 'example.triple-ko',
    record: toml({
      rules: 'long-cycle-1',
      board: '7x6',
      komi: '0.5',
      position: ['OOOOOOO', 'OXO.O.O', 'X.XOXOX', 'XXXXXXX', 'OOOOOOO', '.......'],
      moves: ['B D5', 'W B4', 'B F5', 'W D4', 'B B5', 'W F4', 'B D5'],
    }),
  },
  {
    key: 'example.kee',
    record: toml({
      rules: 'kee',
      board: '2x1',
      moves: ['B A1', 'W B1', 'B pass', 'W pass', 'B A1', 'W pass', 'B pass', 'W B1', 'B pass'],
    }),
  },
  {
    key: 'example.japanese',
    record: toml({
      rules: 'japanese-1989',
      board: '9x6',
      position: ['.X.XO....', 'XXXXO....', 'OOOOO.OOO', '.O...OXXX', 'O.O..OX..', '.OO..OX..'],
      moves: ['B pass', 'W pass'],
    }),
  },
  {
    key: 'example.proofs',
    record: toml({
      rules: 'long-cycle-3',
      board: '7x6',
      komi: '0.5',
      position: ['OOOOOOO', 'OXO.O.O', 'X.XOXOX', 'XXXXXXX', 'OOOOOOO', '.......'],
      moves: [
        'B pass',
        'W pass',
        'B pass',
        'W pass',
        'B D5',
        'W B4',
        'B F5',
        'W D4',
        'B B5',
        'W F4',
        'B D5',
        'B D5',
        'W B4',
        'B F5',
        'W D4',
        'B B5',
        'W F4',
        'B D5',
      ],
    }),
  },
]);

/** What is being written into the box. */
let draft = '';
let over = false;

/**
 * @param {import('../judge.js').JudgeView} judge
 * @param {boolean} wide Whether it is all there is to see.
 */
export function intake(judge, wide) {
  const read = async (/** @type {FileList | null | undefined} */ files) => {
    const file = files?.[0];
    if (file) await judge.open(await textOf(file), file.name);
  };
  const hover = (/** @type {boolean} */ is) => {
    if (over === is) return;
    over = is;
    judge.app.redraw();
  };
  const drop = {
    ondragover: (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      hover(true);
    },
    ondragleave: () => hover(false),
    ondrop: (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      hover(false);
      const text = event.dataTransfer?.getData('text/plain');
      if (event.dataTransfer?.files.length) void read(event.dataTransfer.files);
      else if (text) void judge.open(text, t('intake.pasted'));
    },
  };
  return h(
    'section',
    { class: `card intake${wide ? ' wide' : ''}${over ? ' over' : ''}`, 'aria-label': t('intake'), ...drop },
    h(
      'p',
      { class: 'drop' },
      h('strong', null, t('intake.drop')),
      ' ',
      h(
        'label',
        { class: 'button file' },
        t('intake.choose'),
        h('input', {
          type: 'file',
          class: 'hidden',
          accept: '.sgf,.toml,.jsonl,text/plain',
          onchange: (/** @type {any} */ event) => void read(event.target.files),
        }),
      ),
    ),
    h(
      'details',
      { open: wide || undefined },
      h('summary', null, t('intake.paste')),
      h('textarea', {
        rows: wide ? 5 : 4,
        spellcheck: 'false',
        'aria-label': t('intake.paste'),
        placeholder: '(;GM[1]SZ[9]...',
        value: draft,
        oninput: (/** @type {any} */ event) => (draft = event.target.value),
      }),
      h(
        'p',
        null,
        button(t('intake.judge'), () => draft.trim() && void judge.open(draft, t('intake.pasted')), {
          kind: 'main',
          id: 'judge-pasted',
        }),
      ),
    ),
    h(
      'div',
      { class: 'examples' },
      h('span', { class: 'hint' }, t('intake.examples')),
      EXAMPLES.map(({ key, record }) => button(t(key), () => void judge.open(record, t(key)), { kind: 'quiet', key })),
    ),
  );
}

/**
 * A file as text. Older records are not always UTF-8; then they are read as the encoding they name.
 *
 * @param {File} file
 */
async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const label = /CA\[([^\]]+)\]/.exec(new TextDecoder('latin1').decode(bytes.slice(0, 2000)))?.[1] ?? 'windows-1252';
    try {
      return new TextDecoder(label).decode(bytes);
    } catch {
      return new TextDecoder('windows-1252').decode(bytes);
    }
  }
}
