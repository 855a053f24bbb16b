// A page of the case book: its text, and each case as a diagram that can be played through.

import { h } from '../ui/node.js';
import { t, told } from '../i18n/text.js';
import { get } from '../client/http.js';
import { button, loading } from '../ui/controls.js';
import { geometryOf } from '../board/geometry.js';
import { Table } from '../parts/table.js';
import { Viewer, positionAfter, sceneOf } from '../parts/viewer.js';
import { actWords, phaseName, playerName, resultWords, rulesetTitle } from '../parts/words.js';
import { becauseList, clauseLink } from '../parts/clause.js';
import { prisonerPlace, refillOf } from '../parts/prisoners.js';
import { scoringFilm } from '../parts/film.js';
import { markdown } from '../ui/markdown.js';
import { refusedCard } from '../parts/ruling.js';

export class CasePage {
  /**
   * @param {import('../app.js').App} app
   * @param {string} page
   */
  constructor(app, page) {
    this.app = app;
    this.page = page;
    /** @type {any} */
    this.found = null;
    /** @type {Map<string, {viewer: Viewer, table: Table}>} */
    this.diagrams = new Map();
    this.fault = '';
    get(`/casebook/${page.split('/').map(encodeURIComponent).join('/')}`)
      .then((found) => {
        this.found = found;
        const wanted = location.hash.slice(1);
        if (wanted)
          requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(wanted)?.scrollIntoView()));
      })
      .catch((error) => (this.fault = error.message))
      .finally(app.redraw);
  }

  title() {
    return told('pages', this.page)?.title ?? this.found?.title ?? t('nav.casebook');
  }

  leave() {
    for (const { viewer } of this.diagrams.values()) viewer.stop();
  }

  view() {
    return h(
      'div',
      { class: 'page narrow case-page' },
      h('p', { class: 'crumb' }, h('a', { href: '/casebook' }, t('nav.casebook'))),
      this.fault && h('p', { class: 'fault' }, this.fault),
      !this.found && !this.fault && loading(),
      this.found && h('h1', null, this.title()),
      this.found?.parts.map((/** @type {any} */ part, /** @type {number} */ index) =>
        part.case
          ? this.diagram(part.case)
          : h('div', { class: 'prose', key: `prose ${index}` }, markdown(this.prose(index))),
      ),
    );
  }

  /**
   * A text between the cases.
   *
   * @param {number} index Which part of the page it is.
   */
  prose(index) {
    const texts = this.found.parts.slice(0, index).filter((/** @type {any} */ part) => !part.case);
    return told('pages', this.page)?.texts[texts.length] ?? withoutTitle(this.found.parts[index].markdown);
  }

  /** @param {any} one */
  diagram(one) {
    const replay = one.replay;
    if (!replay) return h('pre', { key: one.name, tabindex: 0 }, one.block);
    let diagram = this.diagrams.get(one.name);
    if (!diagram) {
      diagram = { viewer: new Viewer(this.app), table: new Table(this.app) };
      diagram.viewer.load(replay.frames, 0);
      this.diagrams.set(one.name, diagram);
    }
    const { viewer, table } = diagram;
    const geometry = geometryOf(replay.board);
    const frame = replay.frames[viewer.at];
    const scene = sceneOf(geometry, replay.frames, viewer.at);
    const refused = frame.refused;
    if (refused && geometry.byName.has(refused.point)) scene.banned = new Map([[refused.point, refused]]);
    if (viewer.live && replay.final.banned)
      for (const ban of replay.final.banned) (scene.banned ??= new Map()).set(ban.point, ban);
    const supply = /resolution|proof/.test(frame.phase);
    return h(
      'article',
      { class: 'card case', id: one.name, key: one.name, 'aria-label': caseTitle(one.name) },
      h(
        'header',
        null,
        h('h2', null, caseTitle(one.name)),
        h(
          'span',
          { class: 'clauses' },
          h('span', { class: 'badge' }, rulesetTitle(one.rules, replay.rules.title)),
          one.clauses.map((/** @type {string} */ clause) => clauseLink(clause)),
        ),
      ),
      h(
        'div',
        { class: 'case-body' },
        h(
          'div',
          { class: 'case-board' },
          table.view(geometry, scene, {
            label: t('judge.board', { phase: phaseName(frame.phase), n: frame.moves }),
            play: () => viewer.to(viewer.at + 1),
            earlier: (moves) => positionAfter(replay.frames, moves),
          }),
          viewer.controls(),
        ),
        h(
          'div',
          { class: 'case-words' },
          h(
            'p',
            { class: 'case-act', role: 'status' },
            h('strong', null, frame.act ? actWords(frame.act) : t('start')),
          ),
          refused && refusedCard(refused),
          h(
            'p',
            { class: 'hint' },
            `${phaseName(frame.phase)} · ${t('turn.other', { player: playerName(frame.to_move) })}`,
          ),
          prisonerPlace(frame.prisoners, { supply, refilled: refillOf(frame) }),
          frame.because?.length > 0 && !frame.result && becauseList(frame.because),
          viewer.live &&
            replay.final.result &&
            h(
              'div',
              { class: 'case-result' },
              h(
                'p',
                null,
                h('strong', null, resultWords(replay.final.result)),
                ' ',
                clauseLink(replay.final.result.clause),
              ),
              scoringFilm(geometry, replay.final.result, replay.frames, { to: (at) => viewer.to(at) }),
            ),
          one.record &&
            button(
              t('casebook.judge'),
              () => {
                this.app.carried = { record: one.record, name: one.name };
                this.app.go('/judge');
              },
              { kind: 'quiet' },
            ),
        ),
      ),
      h('details', null, h('summary', null, t('casebook.block')), h('pre', { tabindex: 0 }, one.block)),
    );
  }
}

/**
 * The heading of a case; in English its name says it.
 *
 * @param {string} name
 */
function caseTitle(name) {
  return told('cases', name) ?? (name[0].toUpperCase() + name.slice(1)).replaceAll('-', ' ');
}

/** @param {string} text */
function withoutTitle(text) {
  return text.replace(/^\s*# .*\n/, '');
}
