// A large board on its wooden plate, with hands: hovering, playing, the keyboard, and what a point has to say.

import { board, frame } from '../board/board.js';
import { listeners, newHand, onKey } from '../board/input.js';
import { h, patchOne } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { banWords, playerName } from './words.js';
import { PLAYERS, stonesOf } from '../board/player.js';
import { clauseLink } from './clause.js';

export class Table {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.hand = newHand();
    /** @type {HTMLElement | null} */
    this.element = null;
    /** @type {() => import('../ui/node.js').Node} */
    this.build = () => h('div', null);
    this.due = false;
  }

  /** Draws the plate alone: what a hand does changes nothing else on the page. */
  redraw() {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => {
      this.due = false;
      if (this.element?.isConnected) patchOne(this.element, this.build());
    });
  }

  /**
   * @param {import('../board/geometry.js').Geometry} geometry
   * @param {import('../board/board.js').Scene} scene
   * @param {object} what
   * @param {string} what.label What a screen reader calls the board.
   * @param {((point: string) => void) | null} [what.play] What a click does; none where nothing can be done.
   * @param {number | null} [what.player] Whose stone is shown under the mouse.
   * @param {Set<string> | null} [what.legal] Where that stone may be played.
   * @param {(n: number) => import('../types.js').Drawn | undefined} [what.earlier] The position after move n.
   * @param {(point: string) => import('../ui/node.js').Loose} [what.detail] More about a point.
   * @param {{point: string, player: number} | null} [what.sent] A stone on its way to the server.
   * @param {import('../ui/node.js').Loose} [what.over] Drawn over the board.
   * @param {(point: string) => string} [what.words] What is said of a point the keyboard comes to.
   */
  view(geometry, scene, what) {
    this.build = () => this.plate(geometry, scene, what);
    return this.build();
  }

  /**
   * @param {import('../board/geometry.js').Geometry} geometry
   * @param {import('../board/board.js').Scene} scene
   * @param {Parameters<Table['view']>[2]} what
   */
  plate(geometry, scene, what) {
    const manner = { coordinates: this.app.settings.coordinates };
    const hand = this.hand;
    const point = hand.cursor ?? hand.over;
    const acts = {
      changed: () => this.redraw(),
      play: (/** @type {string} */ at) => what.play?.(at),
      say: (/** @type {string} */ at) => this.app.say(what.words?.(at) ?? pointWords(at, scene, what.legal)),
    };
    const free = point !== null && !scene.stones.has(point) && !scene.banned?.has(point);
    const ghost =
      point !== null && what.player !== undefined && what.player !== null && free && what.legal?.has(point) !== false
        ? { point, player: what.player }
        : null;
    const shown = { ...scene, ghost: what.sent ?? ghost, cursor: hand.cursor };
    const box = frame(geometry, manner);
    return h(
      'div',
      {
        class: `plate${what.play ? ' playing' : ''}`,
        style: { '--wide': String(box.width), '--ratio': String(box.width / box.height) },
        drawn: (/** @type {HTMLElement} */ element) => (this.element = element),
        tabindex: 0,
        role: 'application',
        'aria-roledescription': t('board'),
        'aria-label': what.label,
        'aria-describedby': 'board-help',
        onkeydown: onKey(geometry, hand, acts),
        onblur: () => {
          if (hand.cursor === null) return;
          hand.cursor = null;
          this.redraw();
        },
      },
      board(geometry, shown, { ...manner, listeners: listeners(geometry, hand, manner, acts) }),
      what.over,
      h('p', { id: 'board-help', class: 'hidden' }, t('board.help')),
      this.tip(geometry, scene, point, what, manner),
    );
  }

  /**
   * What is said of the point under the hand, beside it.
   *
   * @param {import('../board/geometry.js').Geometry} geometry
   * @param {import('../board/board.js').Scene} scene
   * @param {string | null} point
   * @param {{earlier?: (n: number) => import('../types.js').Drawn | undefined, detail?: (point: string) => import('../ui/node.js').Loose}} what
   * @param {import('../board/board.js').Manner} manner
   */
  tip(geometry, scene, point, what, manner) {
    const place = point === null ? undefined : geometry.byName.get(point);
    if (!place || point === null) return null;
    const ban = scene.banned?.get(point);
    const content = ban ? banTip(geometry, ban, what.earlier) : what.detail?.(point);
    if (!content) return null;
    const box = frame(geometry, manner);
    const x = (place.x - box.x) / box.width;
    const y = (place.y - box.y) / box.height;
    const side = x > 0.5 ? 'before' : 'after';
    const up = y > 0.5 ? 'above' : 'below';
    return h(
      'div',
      { class: `tip ${side} ${up}`, style: { '--x': `${x * 100}%`, '--y': `${y * 100}%` }, key: 'tip' },
      content,
    );
  }
}

/**
 * @param {import('../board/geometry.js').Geometry} geometry
 * @param {import('../types.js').Banned} ban
 * @param {((n: number) => import('../types.js').Drawn | undefined) | undefined} earlier
 */
function banTip(geometry, ban, earlier) {
  const drawn = ban.repeats === null ? undefined : earlier?.(ban.repeats);
  const chain = new Set(ban.chain ?? []);
  return [
    h('p', null, h('strong', null, `${ban.point}: ${banWords(ban)}`), ' ', clauseLink(ban.clause)),
    drawn &&
      h(
        'figure',
        null,
        board(geometry, { stones: stonesOf(drawn, geometry), chosen: chain }, { small: true }),
        h('figcaption', null, t('position.after', { n: ban.repeats ?? 0 })),
      ),
  ];
}

/**
 * @param {string} point
 * @param {import('../board/board.js').Scene} scene
 * @param {Set<string> | null} [legal]
 */
export function pointWords(point, scene, legal) {
  const player = scene.stones.get(point);
  if (player !== undefined) return `${point}, ${playerName(PLAYERS[player])}`;
  const ban = scene.banned?.get(point);
  if (ban) return `${point}, ${banWords(ban)}`;
  return `${point}, ${legal?.has(point) ? t('point.legal') : t('point.empty')}`;
}

/**
 * A position as text, for those who do not see the board.
 *
 * @param {import('../board/geometry.js').Geometry} geometry
 * @param {Map<string, number>} stones
 */
export function positionWords(geometry, stones) {
  const players = [...new Set(stones.values())].sort();
  const lines = players.map((player) => {
    const points = geometry.points.filter(({ name }) => stones.get(name) === player).map(({ name }) => name);
    return h('li', null, `${playerName(PLAYERS[player])}: ${points.join(' ')}`);
  });
  return h(
    'details',
    { class: 'as-text' },
    h('summary', null, t('position.as-text')),
    h('ul', null, lines.length > 0 ? lines : h('li', null, t('position.empty'))),
  );
}
