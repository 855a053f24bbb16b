// The rulesets, each as the text it can be loaded from.

import { h } from '../ui/node.js';
import { t, tOr, told } from '../i18n/text.js';
import { getOnce } from '../client/http.js';
import { loading } from '../ui/controls.js';
import { clauseLink } from '../parts/clause.js';
import { rulesetTitle } from '../parts/words.js';

export class RulesView {
  /**
   * @param {import('../app.js').App} app
   * @param {string | null} chosen
   */
  constructor(app, chosen) {
    this.chosen = chosen;
    /** @type {any[] | null} */
    this.rulesets = null;
    /** @type {any[]} */
    this.options = [];
    this.fault = '';
    /** @type {string[]} */
    this.clauses = [];
    Promise.all([getOnce('/rules'), getOnce('/options'), getOnce('/clauses')])
      .then(([rulesets, options, clauses]) => {
        this.clauses = clauses.map((/** @type {{id: string}} */ clause) => clause.id);
        this.rulesets = rulesets;
        this.options = options;
      })
      .catch((error) => (this.fault = error.message))
      .finally(app.redraw);
  }

  title() {
    const one = this.rulesets?.find(({ id }) => id === this.chosen);
    return one ? rulesetTitle(one.id, one.title) : t('nav.rules');
  }

  view() {
    const one = this.rulesets?.find(({ id }) => id === this.chosen);
    return h(
      'div',
      { class: 'page rules' },
      h('h1', null, this.title()),
      this.fault && h('p', { class: 'fault' }, this.fault),
      !this.rulesets && !this.fault && loading(),
      one && this.single(one),
      !one &&
        this.rulesets &&
        h(
          'ul',
          { class: 'rulesets' },
          this.rulesets.map(({ id, title, source }) =>
            h(
              'li',
              { class: 'card', key: id },
              h('h2', null, h('a', { href: `/rules/${id}` }, rulesetTitle(id, title))),
              h('p', null, tOr(`about.${id}`, '')),
              h('p', { class: 'hint' }, sourceOf(id, source)),
            ),
          ),
        ),
      !one &&
        this.options.length > 0 &&
        h(
          'section',
          null,
          h('h2', null, t('rules.options')),
          h(
            'div',
            { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': t('rules.options') },
            h(
              'table',
              { class: 'plain' },
              h(
                'tbody',
                null,
                this.options.map(({ option, values, decides }) =>
                  h(
                    'tr',
                    { key: option },
                    h('th', { scope: 'row' }, h('code', null, option)),
                    h('td', null, told('options', option) ?? decides),
                    h('td', null, h('code', null, values)),
                  ),
                ),
              ),
            ),
          ),
        ),
    );
  }

  /** @param {any} one */
  single(one) {
    const clauses = clausesOf(one.toml, this.clauses);
    return [
      h('p', { class: 'crumb' }, h('a', { href: '/rules' }, t('nav.rules'))),
      h('p', { class: 'lead' }, tOr(`about.${one.id}`, '')),
      h('p', { class: 'hint' }, sourceOf(one.id, one.source)),
      h(
        'section',
        null,
        h('h2', null, t('rules.clauses')),
        h(
          'p',
          { class: 'clauses' },
          clauses.map((clause) => clauseLink(clause)),
        ),
      ),
      h(
        'section',
        null,
        h('h2', null, t('rules.value')),
        h('p', { class: 'hint' }, t('rules.toml')),
        h('pre', { class: 'card', tabindex: 0 }, one.toml),
      ),
    ];
  }
}

/**
 * The clauses of a ruleset, in the order of the list: those that it names, and what goes with them.
 *
 * @param {string} toml
 * @param {string[]} all
 */
function clausesOf(toml, all) {
  const named = new Set([...toml.matchAll(/"([A-Z]{1,3}-\d+[A-Z]?)"/g)].map((match) => match[1]));
  // The Kee Rules and the Japanese rules are one ruleset each, and all of their clauses hold; the end of proof games goes with their beginning.
  const families = ['K-', 'J-'].filter((family) => [...named].some((clause) => clause.startsWith(family)));
  return all.filter(
    (clause) =>
      named.has(clause) ||
      families.some((family) => clause.startsWith(family)) ||
      (clause === 'LC-8' && named.has('LC-7')),
  );
}

/**
 * Where a ruleset is from.
 *
 * @param {string} id
 * @param {string} source
 */
function sourceOf(id, source) {
  return told('rulesets', id)?.source ?? source;
}
