// A room: the game that is played in it, and all that can be done at its table.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { get, post, remove, text, Refusal } from '../client/http.js';
import { RoomClient } from '../client/room.js';
import { forgetRoom, keep, rememberRoom, takeFromAddress } from '../client/tokens.js';
import { loading, tabs } from '../ui/controls.js';
import { geometryOf } from '../board/geometry.js';
import { initial, playerIndex, stonesOf } from '../board/player.js';
import { chainAt } from '../board/chain.js';
import { Table, positionWords } from '../parts/table.js';
import { Viewer, positionAfter, sceneOf } from '../parts/viewer.js';
import { trail } from '../parts/trail.js';
import { prisonerPlace, refillOf } from '../parts/prisoners.js';
import { scoringFilm } from '../parts/film.js';
import { bracket } from '../parts/bracket.js';
import { moveList } from '../parts/moves.js';
import { cycleWords, rulingPanel } from '../parts/ruling.js';
import { actWords, boardName, phaseName, playerName, refusalWords, resultWords, rulesetTitle } from '../parts/words.js';
import { areasOf } from '../parts/comparison.js';
import { actions } from './game/actions.js';
import { DeadStones } from './game/dead.js';
import { seatsPanel } from './game/seats.js';
import { sharePanel } from './game/share.js';
import { phaseRail } from './game/phases.js';
import { download } from '../client/record.js';
import { LifeMap } from '../parts/lifemap.js';

export class GameView {
  /**
   * @param {import('../app.js').App} app
   * @param {string} id
   */
  constructor(app, id) {
    this.app = app;
    this.id = id;
    this.tokens = takeFromAddress(id);
    this.table = new Table(app);
    this.viewer = new Viewer(app, { follow: true });
    this.tab = 'table';
    /** @type {DeadStones | null} What is being marked as dead. */
    this.dead = null;
    /** Whether resigning was asked for once. */
    this.sure = false;
    /** What the host was asked about once. @type {string | null} */
    this.sureOf = null;
    /** The point played on until the server has it. @type {{point: string, player: number} | null} */
    this.sent = null;
    this.busy = false;
    this.life = new LifeMap(app, async () => ({
      record: await text(`/rooms/${encodeURIComponent(id)}/record?as=journal`),
    }));
    this.client = new RoomClient(
      id,
      () => this.allTokens(),
      (what, detail) => this.heard(what, detail),
    );
  }

  title() {
    const room = this.room;
    if (!room) return t('game');
    const turn = this.myTurn ? `● ${t('turn.yours')} · ` : '';
    return turn + (room.title || `${rulesetTitle(room.rules.id, room.rules.title)} ${boardName(room.board.describe)}`);
  }

  leave() {
    this.client.leave();
    this.viewer.stop();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    this.viewer.key(event);
  }

  get room() {
    return this.client.room;
  }

  get report() {
    return /** @type {import('../client/room.js').Room} */ (this.room).state.report;
  }

  /** The seats this browser may act for. */
  get mine() {
    return this.room?.you.seats ?? [];
  }

  get myTurn() {
    const room = this.room;
    return (
      !!room &&
      this.mine.includes(room.state.report.to_move) &&
      (room.state.can[room.state.report.to_move] ?? []).includes('move')
    );
  }

  allTokens() {
    return [...Object.values(this.tokens.mine), ...(this.tokens.host ? [this.tokens.host] : [])];
  }

  /**
   * @param {'welcome' | 'event' | 'state' | 'seats' | 'line' | 'wrong-token'} what
   * @param {any} detail
   */
  heard(what, detail) {
    const room = this.room;
    if (room) {
      const live = this.viewer.live;
      this.viewer.load(room.trail, live ? room.trail.length - 1 : undefined);
    }
    if (what === 'welcome' && this.mine.length + Number(this.room?.you.host) > 0) rememberRoom(this.id);
    if (what === 'event') {
      this.dead = null;
      this.sure = false;
      this.sureOf = null;
      this.app.say(actWords(detail.act) + (detail.result ? `. ${resultWords(detail.result)}` : ''));
      if (detail.result) this.tab = 'ruling';
    }
    if (what === 'line' && detail === 'gone') forgetRoom(this.id);
    if (what === 'wrong-token') void this.dropTokens();
    this.app.redraw();
  }

  /** Forgets the secrets the server does not know any more; the next hello goes without them. */
  async dropTokens() {
    const known = async (/** @type {string} */ token) => {
      const answer = await get(`/rooms/${encodeURIComponent(this.id)}`, token).catch((error) => error);
      return answer.status !== 401;
    };
    for (const [player, token] of Object.entries(this.tokens.mine)) {
      if (!(await known(token))) delete this.tokens.mine[player];
    }
    if (this.tokens.host && !(await known(this.tokens.host))) this.tokens.host = null;
    keep(this.id, this.tokens);
    this.app.notify(t('seat.void'), 'bad');
  }

  /**
   * Does something at the table.
   *
   * @param {string} act
   */
  async act(act) {
    this.busy = true;
    this.viewer.at = this.viewer.last;
    this.app.redraw();
    try {
      await this.client.act(act);
    } catch (error) {
      if (error instanceof Refusal) {
        const { refused } = error;
        this.app.notify(`${t('refused.short')}: ${refusalWords(refused)} [${refused.clause}]`, 'bad');
      } else if (error instanceof Error) {
        this.app.notify(error.message, 'bad');
      }
    } finally {
      this.busy = false;
      this.sent = null;
      this.app.redraw();
    }
  }

  /** @param {string} point */
  press(point) {
    const room = this.room;
    if (!room) return;
    const geometry = geometryOf(room.board);
    if (this.dead) {
      const position = this.dead.position ?? this.report.position;
      this.dead.toggle(chainAt(room.board, geometry, stonesOf(position, geometry), point));
      this.app.redraw();
      return;
    }
    if (this.life.available(this.report)) {
      void this.life.open(point, this.report);
      this.tab = 'life';
      return;
    }
    if (!this.viewer.live) {
      this.viewer.to(this.viewer.last);
      return;
    }
    if (this.myTurn && !this.busy) {
      this.sent = { point, player: playerIndex(this.report.to_move) };
      void this.act(`${initial(this.report.to_move)} ${point}`);
    }
  }

  view() {
    const room = this.room;
    if (this.client.line === 'gone')
      return h(
        'div',
        { class: 'page narrow' },
        h('h1', null, t('game.gone')),
        h('p', null, h('a', { href: '/' }, t('not-found.home'))),
      );
    if (!room) return h('div', { class: 'page' }, loading());
    return h(
      'div',
      { class: 'page game' },
      h('h1', { class: 'hidden' }, room.title || `${rulesetTitle(room.rules.id, room.rules.title)}, ${boardName(room.board.describe)}`),
      this.client.line !== 'online' && h('div', { class: 'line-lost', role: 'status' }, t('line.lost')),
      h(
        'div',
        { class: 'game-main' },
        h(
          'div',
          { class: 'game-board' },
          this.boardView(room),
          this.viewer.controls(),
          this.life.playing
            ? null
            : positionWords(geometryOf(room.board), stonesOf(this.frame.position, geometryOf(room.board))),
        ),
        h(
          'section',
          { class: 'game-trail', 'aria-label': t('trail.label') },
          h('h2', null, t('trail')),
          trail(
            geometryOf(room.board),
            room.trail,
            this.viewer.at,
            (at) => this.viewer.to(at),
            this.report.result?.cycle ?? this.report.claimable ?? null,
          ),
        ),
      ),
      h('aside', { class: 'game-side', 'aria-label': t('game.side') }, this.side(room)),
    );
  }

  get frame() {
    const frames = this.room?.trail ?? [];
    return frames[this.viewer.at] ?? frames[frames.length - 1];
  }

  /**
   * The stones that a pending proposal calls dead.
   *
   * @param {Map<string, number>} stones
   * @param {number} position The number of a scoring position, or 0.
   */
  proposedDead(stones, position) {
    const room = this.room;
    const points = room?.state.pending ? deadIn(room.state.pending.act).get(position) : undefined;
    if (!room || !points) return new Set();
    return new Set(points.flatMap((point) => chainAt(room.board, geometryOf(room.board), stones, point)));
  }

  /** @param {import('../client/room.js').Room} room */
  boardView(room) {
    const geometry = geometryOf(room.board);
    const report = this.report;
    const live = this.viewer.live;
    if (this.life.playing) return this.life.boardView(this.table);
    const scene = sceneOf(geometry, room.trail, this.viewer.at);
    if (live) {
      scene.banned = new Map(report.banned.map((ban) => [ban.point, ban]));
      scene.areas = areasOf(report);
      scene.statuses = this.life.available(report) ? this.life.statuses(report) : undefined;
      scene.dim = new Set(report.removed ?? []);
      if (this.dead) {
        scene.chosen = this.dead.points;
        if (this.dead.position) scene.stones = stonesOf(this.dead.position, geometry);
      } else if (room.state.pending)
        scene.chosen = this.proposedDead(scene.stones, 0);
    }
    const playing = this.myTurn && live && !this.dead;
    return this.table.view(geometry, scene, {
      label: t('game.board', {
        board: boardName(room.board.describe),
        phase: phaseName(report.phase),
        player: playerName(report.to_move),
      }),
      play: this.mine.length > 0 || this.life.available(report) ? (point) => this.press(point) : null,
      player: playing ? playerIndex(report.to_move) : null,
      legal: new Set(report.legal),
      sent: this.sent,
      earlier: (moves) => positionAfter(room.trail, moves),
      detail: (point) => (this.life.available(report) && live ? this.life.tip(point, report) : null),
    });
  }

  /** @param {import('../client/room.js').Room} room */
  side(room) {
    const report = this.report;
    const frame = this.frame;
    const supply = /resolution|proof/.test(frame.phase);
    return [
      h('h2', { class: 'hidden' }, t('game.side')),
      seatsPanel(room, this.mine, (player, name) => this.client.rename(player, name)),
      phaseRail(room, report),
      this.turnLine(),
      this.dead ? this.dead.view() : actions(this, room),
      room.state.pending === null && report.claimable && cycleWords(report.claimable),
      prisonerPlace(frame.prisoners, {
        supply,
        refilled: refillOf(frame),
        played: supply && frame.move !== null && frame.act && !frame.act.endsWith('pass') ? frame.by : null,
      }),
      bracket(room.trail, report.result, (at) => this.viewer.to(at)),
      tabs(
        t('game.side'),
        [
          {
            id: 'table',
            label: t('tab.moves'),
            view: () => moveList(room.trail, this.viewer.at, (at) => this.viewer.to(at)),
          },
          {
            id: 'ruling',
            label: t('tab.ruling'),
            view: () => [
              rulingPanel(report),
              report.result &&
                scoringFilm(geometryOf(room.board), report.result, room.trail, {
                  to: (at) => this.viewer.to(at),
                  chosen: (stones, number) => this.proposedDead(stones, number),
                }),
            ],
          },
          ...(this.life.available(report)
            ? [
                {
                  id: 'life',
                  label: t('tab.life'),
                  view: () => [
                    room.state.analysing && h('p', { class: 'hint', role: 'status' }, t('life.analysing')),
                    this.life.panel(report),
                  ],
                },
              ]
            : []),
          { id: 'share', label: t('tab.share'), view: () => sharePanel(this, room) },
        ],
        this.tab,
        (tab) => {
          this.tab = tab;
          this.app.redraw();
        },
      ),
    ];
  }

  turnLine() {
    const report = this.report;
    if (report.result) return h('p', { class: 'turn over' }, resultWords(report.result));
    const mine = this.mine.includes(report.to_move);
    const words =
      report.phase === 'analysis'
        ? t('turn.analysis')
        : mine
          ? t('turn.you', { player: playerName(report.to_move) })
          : t('turn.other', { player: playerName(report.to_move) });
    return h(
      'p',
      { class: `turn${mine ? ' mine' : ''}` },
      words,
      this.mine.length === 0 && h('span', { class: 'badge' }, t('watching')),
    );
  }

  markDead() {
    this.viewer.to(this.viewer.last);
    const player = this.mine.includes(this.report.to_move) ? this.report.to_move : this.mine[0];
    this.dead = new DeadStones(this, player, this.report.result?.scoring_positions ?? []);
    this.app.redraw();
  }

  /** @param {'sgf' | 'toml' | 'journal'} as */
  async save(as) {
    try {
      download(
        `${this.id}.${as === 'journal' ? 'jsonl' : as}`,
        await text(`/rooms/${encodeURIComponent(this.id)}/record?as=${as}`),
      );
    } catch (error) {
      if (error instanceof Error) this.app.notify(error.message, 'bad');
    }
  }

  async judge() {
    const record = await text(`/rooms/${encodeURIComponent(this.id)}/record?as=journal`);
    this.app.carried = { record, name: this.room?.title || this.id };
    this.app.go('/judge');
  }

  /** Closes the room for everybody; nothing is kept of it. */
  async close() {
    try {
      await remove(`/rooms/${encodeURIComponent(this.id)}`, this.tokens.host);
    } catch (error) {
      if (error instanceof Error) this.app.notify(error.message, 'bad');
    }
  }

  /** A new secret for a seat; the old link ends. @param {string} player */
  async newLink(player) {
    try {
      const { token } = await post(`/rooms/${encodeURIComponent(this.id)}/seats/${player}/link`, {}, this.tokens.host);
      this.tokens.links[player] = token;
      keep(this.id, this.tokens);
      this.app.redraw();
    } catch (error) {
      if (error instanceof Error) this.app.notify(error.message, 'bad');
    }
  }
}

/**
 * The points that an act names as dead: by the number of a scoring position, or 0 for what is not of one alone.
 *
 * @param {string} act
 * @returns {Map<number, string[]>}
 */
function deadIn(act) {
  /** @type {Map<number, string[]>} */
  const dead = new Map();
  const [, what, ...words] = act.split(' ');
  if (what !== 'dead') return dead;
  let at = 0;
  for (const word of words) {
    if (word.startsWith('@')) at = Number(word.slice(1));
    else dead.set(at, [...(dead.get(at) ?? []), word]);
  }
  return dead;
}
