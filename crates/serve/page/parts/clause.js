// Clauses: a link wherever one is cited, and its page in a dialog.

import { h } from '../ui/node.js';
import { t, told } from '../i18n/text.js';
import { getOnce } from '../client/http.js';
import { geometryOf } from '../board/geometry.js';
import { stonesOf } from '../board/player.js';
import { board } from '../board/board.js';
import { inline } from '../ui/markdown.js';
import { loading } from '../ui/controls.js';
import { factWords } from './words.js';

/** @type {(clause: string) => void} */
let show = () => {};

/** @param {(clause: string) => void} how */
export function clausesOpenWith(how) {
  show = how;
}

/** @param {string} clause */
export function clauseLink(clause) {
  return h(
    'button',
    { type: 'button', class: 'clause', title: t('clause.open', { clause }), onclick: () => show(clause) },
    clause,
  );
}

/**
 * @param {import('../types.js').Because[]} because
 */
export function becauseList(because) {
  return h(
    'ul',
    { class: 'because' },
    because.map((step) => {
      return h('li', null, clauseLink(step.clause), h('span', null, factWords(step)));
    }),
  );
}

/** The dialog with the page of one clause. */
export class ClausePage {
  /**
   * @param {import('../app.js').App} app
   * @param {string} clause
   */
  constructor(app, clause) {
    this.clause = clause;
    /** @type {any} */
    this.page = null;
    /** @type {any} */
    this.example = null;
    this.fault = '';
    getOnce(`/clauses/${encodeURIComponent(clause)}`)
      .then(async (page) => {
        this.page = page;
        app.redraw();
        if (page.case) this.example = await getOnce(`/cases/${encodeURIComponent(page.case)}`);
      })
      .catch((error) => (this.fault = error.message))
      .finally(app.redraw);
  }

  title() {
    const title = told('clauses', this.clause)?.title ?? this.page?.title;
    return title ? `${this.clause} · ${title}` : this.clause;
  }

  view() {
    if (this.fault) return h('p', { class: 'fault' }, this.fault);
    const page = this.page;
    if (!page) return loading();
    const own = told('clauses', this.clause);
    const parts = /** @type {const} */ ([
      ['clause.says', own?.says ?? page.says],
      ['clause.program', own?.program ?? page.program],
      ['clause.reading', own ? own.reading : page.reading],
      ['clause.source', own?.source ?? page.source],
    ]);
    return [
      h(
        'div',
        { class: 'clause-page' },
        parts.map(([key, text]) => text && h('section', null, h('h3', null, t(key)), h('p', null, inline(text)))),
      ),
      this.example?.replay && this.diagram(this.example),
    ];
  }

  /** @param {any} example */
  diagram(example) {
    const geometry = geometryOf(example.replay.board);
    const first = example.replay.frames[0];
    const last = example.replay.frames[example.replay.frames.length - 1];
    return h(
      'section',
      { class: 'clause-case' },
      h('h3', null, t('clause.case')),
      h(
        'div',
        { class: 'pair' },
        [first, last].map((frame) =>
          h(
            'figure',
            null,
            board(
              geometry,
              { stones: stonesOf(frame.position, geometry) },
              { small: true, label: t('position.after', { n: frame.moves }) },
            ),
            h('figcaption', null, t('position.after', { n: frame.moves })),
          ),
        ),
      ),
      h(
        'p',
        null,
        h('a', { href: `/casebook/${example.page}#${example.name}` }, t('clause.open-case', { name: told('cases', example.name) ?? example.name })),
      ),
    );
  }
}
