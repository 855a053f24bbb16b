// The first page: what Shinpan is, a new game, the games one has a seat in, and those that may be watched.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { get } from '../client/http.js';
import { forgetRoom, keep, ownRooms, rememberRoom, tokensOf } from '../client/tokens.js';
import { NewGame } from './newgame.js';
import { board } from '../board/board.js';
import { geometryOf } from '../board/geometry.js';
import { stonesOf } from '../board/player.js';
import { stonePicture } from '../board/stone.js';
import { boardName, playerName, rulesetTitle } from '../parts/words.js';

/** A triple ko, as a picture for the first page. */
const PICTURE = [
  '.........',
  '..X.O....',
  '.X.XO....',
  '..XO.O...',
  '...XO.XO.',
  '..X..X.XO',
  '......XO.',
  '.........',
  '.........',
];

export class Lobby {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.form = new NewGame(app, (made) => this.made(made));
    /** @type {any[] | null} */
    this.listed = null;
    /** @type {any[]} */
    this.own = [];
    this.load();
  }

  title() {
    return t('lobby');
  }

  async load() {
    const [listed, ...own] = await Promise.all([
      get('/rooms').catch(() => []),
      ...ownRooms().map((room) =>
        get(`/rooms/${encodeURIComponent(room)}`).catch((error) => {
          if (error.status === 404) forgetRoom(room);
          return null;
        }),
      ),
    ]);
    this.listed = listed;
    this.own = own.filter(Boolean);
    this.app.redraw();
  }

  /** @param {{room: string, host: string, seats: {player: string, token: string | null}[], mine: string[]}} made */
  made(made) {
    const tokens = tokensOf(made.room);
    tokens.host = made.host;
    for (const { player, token } of made.seats) {
      if (!token) continue;
      if (made.mine.includes(player)) tokens.mine[player] = token;
      else tokens.links[player] = token;
    }
    keep(made.room, tokens);
    rememberRoom(made.room);
    this.app.go(`/game/${made.room}`);
  }

  view() {
    const geometry = geometryOf({ kind: 'rectangle', columns: 9, rows: 9 });
    return h(
      'div',
      { class: 'page lobby' },
      h(
        'section',
        { class: 'hero' },
        h(
          'div',
          null,
          h('h1', null, t('hero.title')),
          h('p', { class: 'lead' }, t('hero.text')),
          h(
            'p',
            { class: 'hero-links' },
            h('a', { class: 'button', href: '/judge' }, t('hero.judge')),
            h('a', { class: 'button', href: '/casebook' }, t('hero.casebook')),
          ),
        ),
        h(
          'div',
          { class: 'hero-board', 'aria-hidden': 'true' },
          h(
            'div',
            { class: 'plate' },
            board(geometry, { stones: stonesOf(PICTURE, geometry), last: 'G5' }, { coordinates: false }),
          ),
        ),
      ),
      h(
        'div',
        { class: 'lobby-columns' },
        this.form.view(),
        h(
          'div',
          { class: 'lobby-side' },
          this.own.length > 0 &&
            h(
              'section',
              { class: 'card' },
              h('h2', null, t('lobby.own')),
              h(
                'ul',
                { class: 'rooms' },
                this.own.map((room) => roomLine(room, room.board.describe, room.rules, room.state.report.moves)),
              ),
            ),
          h(
            'section',
            { class: 'card' },
            h('h2', null, t('lobby.listed')),
            this.listed && this.listed.length > 0
              ? h(
                  'ul',
                  { class: 'rooms' },
                  this.listed.map((room) => roomLine(room, room.board, { id: room.rules }, room.events)),
                )
              : h('p', { class: 'hint' }, this.listed ? t('lobby.none') : t('loading')),
          ),
        ),
      ),
    );
  }
}

/**
 * @param {any} room
 * @param {string} board
 * @param {{id: string, title?: string}} ruleset
 * @param {number} moves
 */
function roomLine(room, board, ruleset, moves) {
  const rules = rulesetTitle(ruleset.id, ruleset.title);
  return h(
    'li',
    { key: room.room },
    h(
      'a',
      { href: `/game/${room.room}` },
      h('strong', null, room.title || t('lobby.untitled', { rules })),
      h('span', { class: 'hint' }, t('lobby.room', { rules, board: boardName(board), moves })),
      room.seats &&
        h(
          'span',
          { class: 'room-seats' },
          room.seats.map((/** @type {any} */ seat) =>
            h(
              'span',
              { key: seat.player },
              stonePicture(seat.player),
              ' ',
              seat.name || seat.engine || playerName(seat.player),
            ),
          ),
        ),
    ),
  );
}
