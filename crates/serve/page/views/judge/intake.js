// How a record gets in: dropped, chosen, pasted, or one of the examples.

import { h } from '../../ui/node.js';
import { t } from '../../i18n/text.js';
import { button } from '../../ui/controls.js';
import { board } from '../../board/board.js';
import { geometryOf } from '../../board/geometry.js';
import { stonesOf } from '../../board/player.js';
import { toml } from '../../client/record.js';

/**
 * A record to look at first, and what its picture shows where it begins with nothing.
 *
 * @typedef {{key: import('../../i18n/text.js').Key, fields: Parameters<typeof toml>[0], shown?: string[]}} Example
 */

/** All made for this page. */
export const EXAMPLES = /** @type {Example[]} */ ([
  {
    key: 'example.triple-ko',
    fields: {
      rules: 'long-cycle-1',
      board: '7x6',
      komi: '0.5',
      position: ['OOOOOOO', 'OXO.O.O', 'X.XOXOX', 'XXXXXXX', 'OOOOOOO', '.......'],
      moves: ['B D5', 'W B4', 'B F5', 'W D4', 'B B5', 'W F4', 'B D5'],
    },
  },
  {
    key: 'example.kee',
    fields: {
      rules: 'kee',
      board: '2x1',
      moves: ['B A1', 'W B1', 'B pass', 'W pass', 'B A1', 'W pass', 'B pass', 'W B1', 'B pass'],
    },
    shown: ['.O'],
  },
  {
    key: 'example.japanese',
    fields: {
      rules: 'japanese-1989',
      board: '9x6',
      position: ['.X.XO....', 'XXXXO....', 'OOOOO.OOO', '.O...OXXX', 'O.O..OX..', '.OO..OX..'],
      moves: ['B pass', 'W pass'],
    },
  },
  {
    key: 'example.proofs',
    fields: {
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
    },
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
      EXAMPLES.map(({ key, fields, shown }) =>
        h(
          'button',
          { type: 'button', class: 'button quiet', key, onclick: () => void judge.open(toml(fields), t(key)) },
          wide && diagram(String(fields.board), fields.position ?? shown ?? []),
          h('span', null, t(key)),
        ),
      ),
    ),
  );
}

/**
 * The picture of an example.
 *
 * @param {string} size
 * @param {string[]} rows
 */
function diagram(size, rows) {
  const [columns, lines] = size.split('x').map(Number);
  const geometry = geometryOf({ kind: 'rectangle', columns, rows: lines });
  return board(geometry, { stones: stonesOf(rows, geometry) }, { small: true });
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
