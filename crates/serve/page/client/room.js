// A room as this browser sees it: what the server last said, and a socket that is opened again when it breaks.

import { Refusal, Fault } from './http.js';

/**
 * @typedef {object} Frame How things stood after something was done; frame 0 is the start.
 * @property {number} frame
 * @property {number} event
 * @property {string | null} act
 * @property {string | null} by
 * @property {number | null} move
 * @property {number} moves
 * @property {string} phase
 * @property {string} to_move
 * @property {import('../types.js').Drawn} position
 * @property {Record<string, number>} prisoners
 * @property {string[]} removed
 * @property {number | null} repeats The latest earlier frame with the same position.
 * @property {import('../types.js').Because[]} [because]
 * @property {string} [ended_by]
 * @property {import('../types.js').Cycle} [claimable]
 * @property {import('../types.js').Refused} [refused]
 * @property {import('../types.js').Result} [result]
 */

/** @typedef {{by: string, act: string, accepted: string[]}} Pending */

/**
 * @typedef {object} State
 * @property {number} event
 * @property {import('../types.js').Report} report
 * @property {boolean} analysing Whether the prover is at work.
 * @property {Pending | null} pending
 * @property {Record<string, string[]>} can What the referee would accept from whom.
 */

/** @typedef {{player: string, name: string | null, taken: boolean, online: boolean, engine: string | null, complaint?: string | null}} Seat */

/**
 * @typedef {object} Room
 * @property {string} room
 * @property {string} title
 * @property {boolean} listed
 * @property {import('../board/geometry.js').BoardShape & {describe: string}} board
 * @property {{id: string, title: string, toml: string}} rules
 * @property {string} komi
 * @property {number} players
 * @property {Seat[]} seats
 * @property {number} spectators
 * @property {{seats: string[], host: boolean}} you
 * @property {State} state
 * @property {Frame[]} trail
 */

const SLOWEST = 8000;

export class RoomClient {
  /**
   * @param {string} id
   * @param {() => string[]} tokens
   * @param {(what: 'welcome' | 'event' | 'state' | 'seats' | 'line' | 'wrong-token', detail?: any) => void} heard
   */
  constructor(id, tokens, heard) {
    this.id = id;
    this.tokens = tokens;
    this.heard = heard;
    /** @type {Room | null} */
    this.room = null;
    /** @type {'connecting' | 'online' | 'offline' | 'gone'} */
    this.line = 'connecting';
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, {resolve: (event: number) => void, reject: (error: Error) => void, message: object}>} */
    this.waiting = new Map();
    this.serial = 0;
    this.wait = 250;
    this.left = false;
    this.prefix = crypto.getRandomValues(new Uint32Array(2)).join('-');
    this.connect();
  }

  connect() {
    if (this.left) return;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}/api/rooms/${encodeURIComponent(this.id)}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      const since = this.room?.state.event ?? null;
      socket.send(JSON.stringify({ type: 'hello', tokens: this.tokens(), since, trail: 0 }));
    };
    socket.onmessage = (message) => this.hear(JSON.parse(message.data));
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      const gone = event.code === 4404 || event.code === 4410;
      this.setLine(gone ? 'gone' : 'offline');
      if (gone) this.fail(new Fault(404, { code: 'not-found', message: '' }));
      else this.again();
    };
  }

  again() {
    setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 1.7, SLOWEST);
  }

  /** @param {RoomClient['line']} line */
  setLine(line) {
    if (this.line === line) return;
    this.line = line;
    this.heard('line', line);
  }

  /** Leaves the room. */
  leave() {
    this.left = true;
    this.socket?.close();
    this.fail(new Fault(0, { code: 'offline', message: '' }));
  }

  /** @param {Error} error */
  fail(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  /** @param {any} message */
  hear(message) {
    switch (message.type) {
      case 'welcome':
        this.wait = 250;
        this.room = message.room;
        this.setLine('online');
        // What was sent before the line broke may not have arrived; the same id is done once only.
        for (const waiting of this.waiting.values()) this.socket?.send(JSON.stringify(waiting.message));
        this.heard('welcome', message);
        break;
      case 'event':
        if (!this.room) break;
        this.room.trail = [...this.room.trail.slice(0, message.trail.from), ...message.trail.frames];
        this.room.state = message.state;
        this.heard('event', message.event);
        break;
      case 'state':
        if (this.room) this.room.state = message.state;
        this.heard('state');
        break;
      case 'seats':
        if (this.room) Object.assign(this.room, { seats: message.seats, spectators: message.spectators });
        this.heard('seats');
        break;
      case 'ack':
        this.settle(message.id)?.resolve(message.event);
        break;
      case 'refused':
        this.settle(message.id)?.reject(new Refusal(message.refused));
        break;
      case 'error':
        if (message.id) this.settle(message.id)?.reject(new Fault(0, message.error));
        else if (message.error.code === 'wrong-token') this.heard('wrong-token');
        break;
    }
  }

  /** @param {string} id */
  settle(id) {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }

  /**
   * Does something at the table. Fulfilled once the server has it on disk.
   *
   * @param {string} act As acts are written.
   * @returns {Promise<number>} The number of the event.
   */
  act(act) {
    const id = `${this.prefix}-${++this.serial}`;
    const message = { type: 'act', id, after: this.room?.state.event ?? 0, act };
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, message });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    });
  }

  /**
   * @param {string} player
   * @param {string} name
   */
  rename(player, name) {
    this.socket?.send(JSON.stringify({ type: 'name', player, name }));
  }
}
