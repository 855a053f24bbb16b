// The case book as a gallery: every page with the first positions of its cases.

import { h } from '../ui/node.js';
import { spoken, t, tOr, told } from '../i18n/text.js';
import { getOnce } from '../client/http.js';
import { input, loading } from '../ui/controls.js';
import { board } from '../board/board.js';
import { geometryOf } from '../board/geometry.js';
import { stonesOf } from '../board/player.js';

export class Casebook {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {any[] | null} */
    this.pages = null;
    this.search = '';
    this.fault = '';
    getOnce('/casebook')
      .then((pages) => (this.pages = pages))
      .catch((error) => (this.fault = error.message))
      .finally(app.redraw);
  }

  title() {
    return t('nav.casebook');
  }

  view() {
    const words = this.search.toLowerCase().split(/\s+/).filter(Boolean);
    const pages = (this.pages ?? []).filter((page) => {
      const text =
        `${page.title} ${pageTitle(page)} ${page.page} ${page.rules.join(' ')} ${page.cases.flatMap((/** @type {any} */ one) => [one.name, ...one.clauses]).join(' ')}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const groups = [...new Set(pages.map((page) => page.page.split('/')[0]))];
    return h(
      'div',
      { class: 'page casebook' },
      h('h1', null, t('nav.casebook')),
      h('p', { class: 'lead' }, t('casebook.about')),
      h(
        'div',
        { class: 'row' },
        input(
          this.search,
          (search) => {
            this.search = search;
            this.app.redraw();
          },
          { type: 'search', 'aria-label': t('casebook.search'), placeholder: t('casebook.search') },
        ),
      ),
      this.fault && h('p', { class: 'fault' }, this.fault),
      !this.pages && !this.fault && loading(),
      groups.map((group) =>
        h(
          'section',
          { key: group },
          h('h2', null, tOr(`group.${group}`, group)),
          h('ul', { class: 'gallery' }, pages.filter((page) => page.page.startsWith(`${group}/`)).map(card)),
        ),
      ),
      this.pages && pages.length === 0 && h('p', { class: 'hint' }, t('casebook.none')),
    );
  }
}

/** @param {{page: string, title: string}} page */
function pageTitle({ page, title }) {
  return told('pages', page)?.title ?? title;
}

/**
 * The cards that have been drawn, and the language they are in.
 *
 * @type {WeakMap<object, {language: string, node: import('../ui/node.js').Node}>}
 */
const cards = new WeakMap();

/** @param {any} page */
function card(page) {
  const kept = cards.get(page);
  if (kept?.language === spoken()) return kept.node;
  const first =
    page.cases.find((/** @type {any} */ one) => one.board && hasStones(one.position)) ??
    page.cases.find((/** @type {any} */ one) => one.board);
  const geometry = first && geometryOf(first.board);
  const node = h(
    'li',
    { key: page.page },
    h(
      'a',
      { href: `/casebook/${page.page}` },
      h(
        'span',
        { class: 'diagram' },
        geometry && board(geometry, { stones: stonesOf(first.position, geometry) }, { small: true }),
      ),
      h('strong', null, pageTitle(page)),
      h(
        'span',
        { class: 'hint' },
        t('casebook.cases', { n: page.cases.length }),
        ' · ',
        [...new Set(page.cases.flatMap((/** @type {any} */ one) => one.clauses))].slice(0, 4).join(' '),
      ),
    ),
  );
  cards.set(page, { language: spoken(), node });
  return node;
}

/** @param {import('../types.js').Drawn} position */
function hasStones(position) {
  return Array.isArray(position) ? /[^.\s]/.test(position.join('')) : Object.keys(position ?? {}).length > 0;
}
