// The exact solver on small boards: set up a position, and see the value of every legal move.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { getOnce, post } from '../client/http.js';
import { button, field, input, loading, select } from '../ui/controls.js';
import { columnName, geometryOf } from '../board/geometry.js';
import { PLAYERS, drawnOf, initial, playerIndex, stonesOf } from '../board/player.js';
import { Table } from '../parts/table.js';
import { actWords, numberWords, phaseName, playerName, resultWords, rulesetTitle } from '../parts/words.js';
import { toml } from '../client/record.js';
import { stonePicture } from '../board/stone.js';
import { positionAfter } from '../parts/viewer.js';

const SIZES = ['2x2', '3x2', '3x3', '4x1', '5x1', '4x2', '4x3', '5x2'];

export class SolveView {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.table = new Table(app);
    /** @type {{id: string, title: string, toml: string}[]} */
    this.rulesets = [];
    this.rules = 'lasker-maas';
    this.size = '3x2';
    this.komi = '0';
    this.toMove = 'black';
    this.editing = false;
    /** @type {Map<string, number>} */
    this.setup = new Map();
    /** @type {string[]} */
    this.moves = [];
    /** @type {any} */
    this.replay = null;
    /** @type {any} */
    this.solution = null;
    this.busy = false;
    this.fault = '';
    this.serial = 0;
    getOnce('/rules')
      .then((found) => (this.rulesets = found))
      .catch((error) => (this.fault = error.message))
      .finally(app.redraw);
    void this.solve();
  }

  title() {
    return t('nav.solve');
  }

  get shape() {
    const [columns, rows] = this.size.split('x').map(Number);
    return { kind: /** @type {const} */ ('rectangle'), columns, rows };
  }

  get record() {
    const geometry = geometryOf(this.shape);
    return toml({
      rules: this.rules,
      board: this.size,
      komi: this.komi || '0',
      to_move: this.toMove,
      position: /** @type {string[]} */ (drawnOf(this.setup, geometry)),
      moves: this.moves,
    });
  }

  /** @param {Partial<SolveView>} change */
  set(change) {
    Object.assign(this, change);
    void this.solve();
  }

  async solve() {
    const serial = ++this.serial;
    Object.assign(this, { busy: true, fault: '', solution: null });
    this.app.redraw();
    try {
      const replay = await post('/replay', { record: this.record });
      if (serial !== this.serial) return;
      this.replay = replay;
      this.app.redraw();
      if (!replay.final.result) {
        const solution = await post('/solve', {
          record: this.record,
          moves: true,
          budget: { nodes: 4_000_000, seconds: 8 },
        });
        if (serial !== this.serial) return;
        this.solution = solution;
        this.app.say(this.words());
      }
    } catch (error) {
      if (serial !== this.serial) return;
      this.fault = error instanceof Error ? error.message : String(error);
    }
    this.busy = false;
    this.app.redraw();
  }

  words() {
    const solution = this.solution;
    if (!solution) return '';
    if (solution.value !== null) return t('solve.value', { value: signed(solution.value) });
    if (solution.outcome) return t(/** @type {any} */ (`solve.${solution.outcome}`));
    return t('solve.bounds', { low: numberWords(solution.bounds[0]), high: numberWords(solution.bounds[1]) });
  }

  /** @param {string} point */
  press(point) {
    if (this.editing) {
      const next = (this.setup.get(point) ?? -1) + 1;
      if (next > 1) this.setup.delete(point);
      else this.setup.set(point, next);
      this.set({ moves: [] });
    } else if (this.replay && this.replay.final.legal.includes(point)) {
      this.play(point);
    }
  }

  /** @param {string} move */
  play(move) {
    this.set({ moves: [...this.moves, `${initial(this.replay.final.to_move)} ${move}`] });
  }

  view() {
    const playing = this.replay && !this.replay.final.result;
    return h(
      'div',
      { class: 'page solve' },
      h('h1', null, t('nav.solve')),
      h('p', { class: 'lead' }, t('solve.about')),
      h(
        'div',
        { class: 'row controls' },
        field(
          t('new.rules'),
          select(
            this.rules,
            this.rulesets.map(({ id, title }) => [id, rulesetTitle(id, title)]),
            (rules) => this.set({ rules, moves: [] }),
            { name: 'solve-rules' },
          ),
        ),
        field(
          t('new.board'),
          select(
            this.size,
            SIZES.map((size) => [size, size]),
            (size) => this.set({ size, setup: new Map(), moves: [] }),
            { name: 'solve-size' },
          ),
        ),
        field(
          t('new.komi'),
          input(this.komi, (komi) => (this.komi = komi), {
            size: 5,
            inputmode: 'decimal',
            onchange: () => this.set({}),
          }),
        ),
        field(
          t('solve.to-move'),
          select(
            this.toMove,
            [
              ['black', t('black')],
              ['white', t('white')],
            ],
            (toMove) => this.set({ toMove, moves: [] }),
          ),
        ),
        button(t('solve.edit'), () => this.set({ editing: !this.editing }), {
          pressed: this.editing,
          id: 'solve-edit',
        }),
      ),
      this.fault && h('p', { class: 'fault', role: 'alert' }, this.fault),
      h(
        'div',
        { class: 'game-board' },
        this.boardView(),
        h(
          'div',
          { class: 'buttons' },
          playing && button(passLabel(this.solution), () => this.play('pass'), { id: 'solve-pass' }),
          button(t('do.undo'), () => this.set({ moves: this.moves.slice(0, -1) }), {
            disabled: this.moves.length === 0,
            kind: 'quiet',
          }),
          button(t('solve.reset'), () => this.set({ moves: [], setup: new Map() }), { kind: 'quiet' }),
        ),
      ),
      h('aside', { class: 'game-side', 'aria-label': t('solve.result') }, this.side()),
    );
  }

  boardView() {
    const geometry = geometryOf(this.shape);
    const final = this.replay?.final;
    const fits =
      final &&
      Array.isArray(final.position) &&
      final.position.length === this.shape.rows &&
      final.position[0].length === this.shape.columns;
    /** @type {import('../board/board.js').Scene} */
    const scene = { stones: fits && !this.editing ? stonesOf(final.position, geometry) : this.setup };
    if (fits && !this.editing) {
      scene.banned = new Map(final.banned.map((/** @type {any} */ ban) => [ban.point, ban]));
      scene.values = this.values();
      const latest = this.moves[this.moves.length - 1]?.split(' ')[1];
      scene.last = latest && latest !== 'pass' ? latest : null;
    }
    return h(
      'div',
      { class: 'solve-board' },
      this.table.view(geometry, scene, {
        label: this.editing
          ? t('solve.editing')
          : t('solve.board', { board: this.size, corner: `${columnName(this.shape.columns - 1)}${this.shape.rows}` }),
        play: (point) => this.press(point),
        player: this.editing || !final ? null : playerIndex(final.to_move),
        legal: new Set(final?.legal ?? []),
        earlier: (moves) => positionAfter(this.replay?.frames ?? [], moves),
        words: (point) => {
          const value = scene.values?.get(point);
          return value ? t('solve.point', { point, value: value.text }) : point;
        },
      }),
    );
  }

  values() {
    /** @type {Map<string, {text: string, tone: string}>} */
    const values = new Map();
    const moves = this.solution?.moves ?? [];
    for (const one of moves)
      if (one.move !== 'pass')
        values.set(one.move, { text: moveText(one), tone: tone(one, this.solution, this.replay.final.to_move) });
    return values;
  }

  side() {
    const final = this.replay?.final;
    return [
      h('h2', { class: 'hidden' }, t('solve.result')),
      this.busy && loading(),
      final &&
        h(
          'p',
          { class: 'turn' },
          final.result
            ? resultWords(final.result)
            : `${phaseName(final.phase)} · ${t('turn.other', { player: playerName(final.to_move) })}`,
        ),
      this.solution &&
        h(
          'section',
          { class: 'result-card' },
          h('p', { class: 'result-line' }, h('strong', null, this.words())),
          h(
            'p',
            { class: 'hint' },
            this.solution.exact ? t('solve.exact') : t(/** @type {any} */ (`solve.limit.${this.solution.limit_code}`)),
            ` · ${t('solve.nodes', { n: this.solution.nodes })}`,
          ),
          this.solution.line?.length > 0 &&
            h(
              'div',
              null,
              h('h3', null, t('solve.line')),
              h(
                'ol',
                { class: 'line' },
                this.solution.line
                  .slice(0, 40)
                  .map((/** @type {string} */ act, /** @type {number} */ index) =>
                    h('li', { key: index }, actWords(act)),
                  ),
              ),
            ),
        ),
      h(
        'ul',
        { class: 'legend values' },
        /** @type {const} */ (['best', 'worse', 'bad', 'unknown']).map((kind) =>
          h(
            'li',
            { key: kind },
            h('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' }),
            ' ',
            t(`solve.tone.${kind}`),
          ),
        ),
      ),
      h('p', { class: 'hint' }, t('solve.how')),
      this.solution?.moves &&
        h(
          'table',
          { class: 'plain' },
          h('caption', null, t('solve.table')),
          h(
            'tbody',
            null,
            this.solution.moves.map((/** @type {any} */ one) =>
              h(
                'tr',
                { key: one.move },
                h(
                  'th',
                  { scope: 'row' },
                  stonePicture(final.to_move),
                  ' ',
                  one.move === 'pass' ? t('do.pass') : one.move,
                ),
                h('td', { class: 'number' }, moveText(one)),
              ),
            ),
          ),
        ),
    ];
  }
}

/** @param {any} solution */
function passLabel(solution) {
  const pass = solution?.moves?.find((/** @type {any} */ one) => one.move === 'pass');
  return pass ? `${t('do.pass')} (${moveText(pass)})` : t('do.pass');
}

/** @param {any} one */
function moveText(one) {
  if (one.value !== null) return signed(one.value);
  if (one.outcome) return { win: t('solve.w'), draw: '=', loss: t('solve.l') }[/** @type {'win'} */ (one.outcome)];
  return '?';
}

/** @param {string} value */
function signed(value) {
  return value.startsWith('-') || value === '0' ? numberWords(value) : `+${numberWords(value)}`;
}

/**
 * How good a move is for the player to move.
 *
 * @param {any} one
 * @param {any} solution
 * @param {string} player
 */
function tone(one, solution, player) {
  const rank = (/** @type {any} */ what) => {
    if (what.value !== null) return fraction(what.value);
    return what.outcome ? { win: 1, draw: 0, loss: -1 }[/** @type {'win'} */ (what.outcome)] : null;
  };
  const sign = player === PLAYERS[0] ? 1 : -1;
  const [mine, best] = [rank(one), rank(solution)];
  if (mine === null) return 'unknown';
  if (best !== null && mine === best) return 'best';
  return mine * sign < 0 ? 'bad' : 'worse';
}

/** @param {string} number */
function fraction(number) {
  const [over, under] = number.split('/');
  return Number(over) / Number(under ?? 1);
}
