// The form that opens a room: rules, board, komi, and who sits where.

import { h } from '../ui/node.js';
import { t, tOr } from '../i18n/text.js';
import { getOnce, post } from '../client/http.js';
import { checkbox, field, input, select } from '../ui/controls.js';
import { PLAYERS } from '../board/player.js';
import { stonePicture } from '../board/stone.js';
import { playerName, rulesetTitle } from '../parts/words.js';
import { BOARDS, boardOf } from './boards.js';

/** Rulesets in the order in which they are offered. */
const FIRST = [
  'lasker-maas',
  'long-cycle-1',
  'long-cycle-2',
  'long-cycle-3',
  'kee',
  'japanese-1989',
  'button',
  'lasker-maas-adjusted',
  'lasker-maas-situational',
];

const USUAL_KOMI = '7';

export class NewGame {
  /**
   * @param {import('../app.js').App} app
   * @param {(made: {room: string, host: string, seats: {player: string, token: string | null}[], mine: string[]}) => void} made
   */
  constructor(app, made) {
    this.app = app;
    this.made = made;
    /** @type {{id: string, title: string, toml: string, most_players: number}[]} */
    this.rulesets = [];
    /** @type {string[]} */
    this.engines = [];
    this.rules = 'lasker-maas';
    this.board = '9x9';
    this.size = '9x9';
    this.graph = t('new.graph.example');
    this.players = 2;
    this.komi = USUAL_KOMI;
    this.handicap = 0;
    this.cycles = '';
    this.title = '';
    this.listed = false;
    /** Who sits where: `me`, `link`, or `engine NAME`. @type {string[]} */
    this.seats = PLAYERS.map((_, index) => (index === 0 ? 'me' : 'link'));
    this.name = '';
    this.busy = false;
    this.fault = '';
    getOnce('/rules')
      .then((found) => {
        this.rulesets = [...found].sort((a, b) => place(a.id) - place(b.id));
        app.redraw();
      })
      .catch((error) => (this.fault = error.message));
    getOnce('/engines')
      .then((found) => {
        this.engines = found.map((/** @type {{name: string}} */ engine) => engine.name);
        app.redraw();
      })
      .catch(() => {});
  }

  get manyPlayers() {
    return (this.rulesets.find(({ id }) => id === this.rules)?.most_players ?? 2) > 2;
  }

  get hasCycles() {
    return /adjudicated/i.test(this.rulesets.find(({ id }) => id === this.rules)?.toml ?? '');
  }

  /** @param {Partial<NewGame>} change */
  set(change) {
    Object.assign(this, change);
    if (!this.manyPlayers) this.players = 2;
    if (!this.hasCycles) this.cycles = '';
    this.app.redraw();
  }

  async open() {
    this.set({ busy: true, fault: '' });
    const seats = PLAYERS.slice(0, this.players).map((_, index) => {
      const who = this.seats[index];
      if (who.startsWith('engine ')) return { engine: who.slice(7) };
      return who === 'me' && this.name ? { name: this.name } : {};
    });
    try {
      const rules = this.cycles ? `${this.rules}, cycles=${this.cycles}` : this.rules;
      const made = await post('/rooms', {
        title: this.title,
        rules,
        board: boardOf(this.board, this.size, this.graph),
        komi: this.komi || '0',
        players: this.players,
        handicap: this.players === 2 && Number(this.handicap) > 1 ? Number(this.handicap) : 0,
        listed: this.listed,
        seats,
      });
      this.made({ ...made, mine: PLAYERS.slice(0, this.players).filter((_, index) => this.seats[index] === 'me') });
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
    } finally {
      this.set({ busy: false });
    }
  }

  view() {
    const about = tOr(`about.${this.rules}`, '');
    /** @param {Event} event */
    const onsubmit = (event) => {
      event.preventDefault();
      void this.open();
    };
    return h(
      'form',
      { class: 'card new-game', onsubmit, 'aria-labelledby': 'new-game' },
      h('h2', { id: 'new-game' }, t('new')),
      field(
        t('new.rules'),
        select(
          this.rules,
          this.rulesets.map(({ id, title }) => [id, rulesetTitle(id, title)]),
          (rules) => this.set({ rules }),
          { name: 'rules' },
        ),
      ),
      about && h('p', { class: 'about' }, about, ' ', h('a', { href: `/rules/${this.rules}` }, t('new.more'))),
      h(
        'fieldset',
        { class: 'boards' },
        h('legend', null, t('new.board')),
        BOARDS.map(({ id, picture }) =>
          h(
            'label',
            { key: id, class: this.board === id ? 'chosen' : '' },
            h('input', {
              type: 'radio',
              name: 'board',
              value: id,
              checked: this.board === id,
              onchange: () => this.set({ board: id }),
            }),
            picture,
            h('span', null, tOr(`board.${id}`, id)),
          ),
        ),
      ),
      (this.board === 'size' || this.board === 'torus') &&
        field(
          t('new.size'),
          input(this.size, (size) => this.set({ size }), { name: 'size', inputmode: 'text', pattern: '[0-9]+x[0-9]+', title: t('new.size.hint') }),
          t('new.size.hint'),
        ),
      this.board === 'graph' &&
        field(
          t('new.graph'),
          h('textarea', {
            name: 'graph',
            rows: 3,
            value: this.graph,
            oninput: (/** @type {any} */ event) => this.set({ graph: event.target.value }),
          }),
          t('new.graph.hint'),
        ),
      h(
        'div',
        { class: 'row' },
        field(
          t('new.players'),
          select(
            String(this.players),
            (this.manyPlayers ? [2, 3, 4, 5, 6, 7, 8] : [2]).map((n) => [String(n), String(n)]),
            (text) => {
              const players = Number(text);
              // Komi is White's, for moving second; a usual one is not meant for more players.
              if (players > 2 && this.komi === USUAL_KOMI) this.komi = '0';
              this.set({ players });
            },
            { name: 'players', disabled: !this.manyPlayers },
          ),
        ),
        field(
          t('new.komi'),
          input(this.komi, (komi) => this.set({ komi }), { name: 'komi', inputmode: 'decimal' }),
        ),
        this.players === 2 &&
          field(
            t('new.handicap'),
            select(
              String(this.handicap),
              [0, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), String(n)]),
              (handicap) => this.set({ handicap: Number(handicap) }),
              { name: 'handicap' },
            ),
          ),
      ),
      this.hasCycles &&
        field(
          t('new.cycles'),
          select(
            this.cycles,
            [
              ['', t('new.cycles.automatic')],
              ['claim', t('new.cycles.claim')],
              ['2', t('new.cycles.n', { n: 2 })],
              ['3', t('new.cycles.n', { n: 3 })],
            ],
            (cycles) => this.set({ cycles }),
            { name: 'cycles' },
          ),
        ),
      h(
        'fieldset',
        { class: 'seats' },
        h('legend', null, t('new.seats')),
        PLAYERS.slice(0, this.players).map((player, index) =>
          h(
            'div',
            { class: 'seat-line', key: player },
            stonePicture(player),
            h('span', { id: `seat-${player}` }, playerName(player)),
            select(
              this.seats[index],
              [
                ['me', t('seat.me')],
                ['link', t('seat.link')],
                ...this.engines.map(
                  (name) => /** @type {[string, string]} */ ([`engine ${name}`, t('seat.engine', { name })]),
                ),
              ],
              (who) => this.set({ seats: this.seats.map((old, other) => (other === index ? who : old)) }),
              { 'aria-labelledby': `seat-${player}`, name: `seat-${player}` },
            ),
          ),
        ),
      ),
      h(
        'div',
        { class: 'row' },
        field(
          t('new.name'),
          input(this.name, (name) => this.set({ name }), { name: 'name', maxlength: 40, autocomplete: 'nickname' }),
        ),
        field(
          t('new.title'),
          input(this.title, (title) => this.set({ title }), { name: 'title', maxlength: 80 }),
        ),
      ),
      checkbox(t('new.listed'), this.listed, (listed) => this.set({ listed })),
      this.fault && h('p', { class: 'fault', role: 'alert' }, this.fault),
      h(
        'button',
        { class: 'button main', type: 'submit', disabled: this.busy },
        t(this.busy ? 'new.opening' : 'new.open'),
      ),
    );
  }
}

/** @param {string} id */
function place(id) {
  const index = FIRST.indexOf(id);
  return index < 0 ? FIRST.length : index;
}
