// A record from outside: dropped, pasted or taken from a room; walked through, judged, counted, compared.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { getOnce, post } from '../client/http.js';
import { toml } from '../client/record.js';
import { button, checkbox, field, input, loading, select, tabs } from '../ui/controls.js';
import { geometryOf } from '../board/geometry.js';
import { stonesOf } from '../board/player.js';
import { Table, positionWords } from '../parts/table.js';
import { Viewer, positionAfter, sceneOf } from '../parts/viewer.js';
import { trail } from '../parts/trail.js';
import { prisonerPlace, refillOf } from '../parts/prisoners.js';
import { scoringFilm } from '../parts/film.js';
import { bracket } from '../parts/bracket.js';
import { moveList } from '../parts/moves.js';
import { rulingPanel } from '../parts/ruling.js';
import { areasOf, comparison } from '../parts/comparison.js';
import { carriedStones, sceneOfStep, stepPanel } from '../parts/count.js';
import { LifeMap } from '../parts/lifemap.js';
import { phaseName, rulesetTitle } from '../parts/words.js';
import { intake, EXAMPLES } from './judge/intake.js';

const KEPT = 'shinpan.judge';

export class JudgeView {
  /**
   * @param {import('../app.js').App} app
   * @param {'judge' | 'compare'} place Which panel is opened first.
   */
  constructor(app, place) {
    this.app = app;
    this.tab = place === 'compare' ? 'compare' : 'ruling';
    this.table = new Table(app);
    this.viewer = new Viewer(app);
    this.countViewer = new Viewer(app, { pace: 1800 });
    this.life = new LifeMap(app, async () => this.request());
    /** @type {{id: string, title: string}[]} */
    this.rulesets = [];
    this.record = '';
    this.name = '';
    this.rules = '';
    this.komi = '';
    this.dead = '';
    this.passes = false;
    /** @type {any} What /replay answered. */
    this.replay = null;
    /** @type {any[] | null} */
    this.reports = null;
    /** @type {any} */
    this.count = null;
    this.fault = '';
    this.busy = false;
    getOnce('/rules')
      .then((found) => {
        this.rulesets = found;
        app.redraw();
      })
      .catch(() => {});
    const kept = app.carried ?? keptRecord();
    app.carried = null;
    if (kept?.record) void this.open(kept.record, kept.name);
    else if (place === 'compare') void this.open(toml(EXAMPLES[0].fields), t(EXAMPLES[0].key));
  }

  title() {
    return this.name || t(this.tab === 'compare' ? 'nav.compare' : 'nav.judge');
  }

  leave() {
    this.viewer.stop();
    this.countViewer.stop();
    this.life.viewer.stop();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    (this.life.playing ? this.life.viewer : this.tab === 'count' && this.count ? this.countViewer : this.viewer).key(
      event,
    );
  }

  request() {
    const dead = this.dead.split(/[\s,]+/).filter(Boolean);
    return {
      record: this.record,
      rules: this.rules || null,
      komi: this.komi || null,
      dead: dead.length > 0 ? dead : null,
      passes: this.passes,
      budget: { seconds: 10 },
    };
  }

  /**
   * @param {string} record
   * @param {string} name
   */
  async open(record, name) {
    Object.assign(this, { record, name, replay: null, dead: '', komi: '', rules: '', passes: false });
    this.viewer.frames = [];
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ record, name }));
    } catch {
      // It is gone after a reload.
    }
    await this.judge();
  }

  async judge() {
    Object.assign(this, { fault: '', busy: true, reports: null, count: null });
    this.life.proof = null;
    this.life.assumption.clear();
    this.app.redraw();
    try {
      this.replay = await post('/replay', this.request());
      const frames = this.replay.frames;
      this.viewer.load(frames, this.viewer.frames.length > 0 ? undefined : frames.length - 1);
      this.app.say(this.replay.final.result ? t('judge.done') : t('judge.read', { n: frames.length - 1 }));
      this.load();
    } catch (error) {
      this.replay = null;
      this.fault = error instanceof Error ? error.message : String(error);
      const place = /** @type {any} */ (error).place;
      if (place) this.fault += ` (${place})`;
    } finally {
      this.busy = false;
      this.app.redraw();
    }
  }

  /** Fetches what the chosen panel shows. */
  load() {
    if (!this.replay) return;
    if (this.tab === 'compare' && !this.reports) {
      const { record, passes } = this;
      post('/compare', { record, passes, komi: this.komi || null, budget: { seconds: 5 } })
        .then((reports) => (this.reports = reports))
        .catch((error) => (this.fault = error.message))
        .finally(this.app.redraw);
    }
    if (this.tab === 'count' && !this.count) {
      post('/fill-in', this.request())
        .then((count) => {
          this.count = count;
          this.countViewer.frames = [];
          this.countViewer.load(
            count.steps.map((/** @type {any} */ step) => ({ ...step, act: null })),
            0,
          );
        })
        .catch((error) => (this.count = { fault: error.message }))
        .finally(this.app.redraw);
    }
  }

  /** @param {string} tab */
  choose(tab) {
    this.tab = tab;
    if (tab !== 'life') this.life.close();
    this.load();
    this.app.redraw();
  }

  view() {
    const replay = this.replay;
    return h(
      'div',
      { class: 'page judge' },
      h(
        'div',
        { class: replay ? 'judge-head' : '' },
        h('h1', null, t(this.tab === 'compare' ? 'nav.compare' : 'nav.judge'), this.name && h('small', null, this.name)),
        !replay && h('p', { class: 'lead' }, t('intake.about')),
        intake(this, !replay),
      ),
      this.fault && h('p', { class: 'fault', role: 'alert' }, this.fault),
      this.busy && !replay && loading(),
      // Where a record cannot be read as it is, perhaps it can under other rules, or with another komi.
      (replay || (this.fault && this.record)) && this.controls(),
      replay && (this.tab === 'compare' ? this.compared() : this.judged()),
    );
  }

  controls() {
    const of = this.replay?.rules;
    return h(
      'form',
      {
        class: 'row controls',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.judge();
        },
      },
      field(
        t('judge.rules'),
        select(
          this.rules,
          [
            ['', of ? t('judge.as-recorded', { rules: rulesetTitle(of.id, of.title) }) : t('judge.by-record')],
            ...this.rulesets.map(({ id, title }) => /** @type {[string, string]} */ ([id, rulesetTitle(id, title)])),
          ],
          (rules) => {
            this.rules = rules;
            void this.judge();
          },
          { name: 'judge-rules' },
        ),
      ),
      field(
        t('new.komi'),
        input(this.komi, (komi) => (this.komi = komi), {
          placeholder: this.replay?.komi ?? '',
          size: 6,
          inputmode: 'decimal',
        }),
      ),
      field(
        t('judge.dead'),
        input(this.dead, (dead) => (this.dead = dead), { placeholder: 'A1, C3', size: 12 }),
      ),
      this.replay &&
        this.stops() &&
        checkbox(t('judge.passes'), this.passes, (passes) => {
          this.passes = passes;
          void this.judge();
        }),
      h(
        'button',
        { class: 'button main', type: 'submit', disabled: this.busy },
        t(this.busy ? 'loading' : 'judge.again'),
      ),
    );
  }

  /** Whether the record stops before the passes that end the play, or would without those that were added. */
  stops() {
    const { phase, result, refused } = this.replay.final;
    return this.passes || !(result || refused || phase === 'analysis');
  }

  judged() {
    const geometry = geometryOf(this.replay.board);
    const report = this.replay.final;
    const counting = this.tab === 'count' && this.count?.steps;
    const stepping = counting ? this.countViewer : this.viewer;
    return [
      h(
        'div',
        { class: 'game-main' },
        h(
          'div',
          { class: 'game-board' },
          this.life.playing
            ? this.life.boardView(this.table)
            : counting
              ? this.countBoard(geometry)
              : this.boardView(geometry),
          !this.life.playing && stepping.controls(counting ? t('step.step') : undefined),
          !this.life.playing && positionWords(geometry, stonesOf(this.frame.position, geometry)),
        ),
        h(
          'section',
          { class: 'game-trail', 'aria-label': t('trail.label') },
          h('h2', null, t('trail')),
          trail(geometry, this.replay.frames, this.viewer.at, (at) => this.viewer.to(at), report.result?.cycle ?? null),
        ),
      ),
      h(
        'aside',
        { class: 'game-side', 'aria-label': t('game.side') },
        h('h2', { class: 'hidden' }, t('game.side')),
        tabs(
          t('game.side'),
          [
            {
              id: 'ruling',
              label: t('tab.ruling'),
              view: () => [
                rulingPanel(report),
                report.result && scoringFilm(geometry, report.result, this.replay.frames, { to: (at) => this.viewer.to(at) }),
                bracket(this.replay.frames, report.result, (at) => this.viewer.to(at)),
              ],
            },
            {
              id: 'moves',
              label: t('tab.moves'),
              view: () => [
                prisonerPlace(this.frame.prisoners, {
                  supply: /resolution|proof/.test(this.frame.phase),
                  refilled: refillOf(this.frame),
                }),
                moveList(this.replay.frames, this.viewer.at, (at) => this.viewer.to(at)),
              ],
            },
            ...(this.life.available(report)
              ? [{ id: 'life', label: t('tab.life'), view: () => this.life.panel(report) }]
              : []),
            { id: 'count', label: t('tab.count'), view: () => this.countPanel() },
            { id: 'compare', label: t('tab.compare'), view: () => loading() },
          ],
          this.tab,
          (tab) => this.choose(tab),
        ),
      ),
    ];
  }

  get frame() {
    return this.replay.frames[this.viewer.at] ?? this.replay.frames[0];
  }

  /** @param {import('../board/geometry.js').Geometry} geometry */
  boardView(geometry) {
    const report = this.replay.final;
    const scene = sceneOf(geometry, this.replay.frames, this.viewer.at);
    const live = this.viewer.live;
    if (live) {
      scene.banned = new Map(report.banned.map((/** @type {any} */ ban) => [ban.point, ban]));
      scene.areas = areasOf(report);
      scene.dim = new Set(report.removed ?? []);
      if (this.tab === 'life') scene.statuses = this.life.statuses(report);
    }
    const chains = this.life.available(report);
    return this.table.view(geometry, scene, {
      label: t('judge.board', { phase: phaseName(this.frame.phase), n: this.frame.moves }),
      play:
        chains && live
          ? (point) => {
              this.tab = 'life';
              void this.life.open(point, report);
            }
          : (point) => this.app.say(point),
      earlier: (moves) => positionAfter(this.replay.frames, moves),
      detail: (point) => (chains && live ? this.life.tip(point, report) : null),
    });
  }

  /** @param {import('../board/geometry.js').Geometry} geometry */
  countBoard(geometry) {
    const step = this.count.steps[this.countViewer.at];
    const over = carriedStones(geometry, step, this.app.settings.coordinates);
    return this.table.view(geometry, sceneOfStep(geometry, step), { label: t('tab.count'), over });
  }

  countPanel() {
    if (!this.count) return loading();
    if (this.count.fault)
      return [h('p', { class: 'fault' }, this.count.fault), h('p', { class: 'hint' }, t('count.needs'))];
    return stepPanel(this.count, this.countViewer.at);
  }

  compared() {
    if (!this.reports) return loading();
    const title = (/** @type {string} */ id) => rulesetTitle(id, this.rulesets.find((rules) => rules.id === id)?.title);
    return [
      h('p', { class: 'hint' }, t('compare.how')),
      comparison(geometryOf(this.replay.board), this.reports, title, this.replay.final.rules, (rules) => {
        this.rules = rules;
        this.tab = 'ruling';
        void this.judge();
      }),
      h(
        'p',
        null,
        button(t('compare.back'), () => this.choose('ruling')),
      ),
    ];
  }
}

/** @returns {{record: string, name: string} | null} */
function keptRecord() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
  } catch {
    return null;
  }
}
