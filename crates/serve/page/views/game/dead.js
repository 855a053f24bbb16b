// Marking dead stones, chain by chain; after cyclic scoring, in each scoring position by itself.

import { h } from '../../ui/node.js';
import { t } from '../../i18n/text.js';
import { button } from '../../ui/controls.js';
import { initial } from '../../board/player.js';

export class DeadStones {
  /**
   * @param {import('../game.js').GameView} game
   * @param {string} player Who proposes.
   * @param {import('../../types.js').Drawn[]} positions The positions that are counted; none where only the last one is.
   */
  constructor(game, player, positions) {
    this.game = game;
    this.player = player;
    this.positions = positions;
    /** Which of them is being marked. */
    this.at = 0;
    /** @type {string[][][]} The chains marked in each. */
    this.marked = (positions.length > 0 ? positions : [null]).map(() => []);
  }

  /** What stands where chains are marked, unless it is what stands on the board. */
  get position() {
    return this.positions[this.at] ?? null;
  }

  get points() {
    return new Set(this.marked[this.at].flat());
  }

  /** @param {string[]} chain */
  toggle(chain) {
    if (chain.length === 0) return;
    const was = this.points.has(chain[0]);
    const others = this.marked[this.at].filter((other) => !other.some((point) => chain.includes(point)));
    this.marked[this.at] = was ? others : [...others, chain];
    this.game.app.say(t(was ? 'dead.unmarked' : 'dead.marked', { point: chain[0], n: chain.length }));
  }

  /** The act as it is written: one stone of each chain. */
  get act() {
    const words = this.marked.map((chains, index) => [
      ...(this.positions.length > 0 && chains.length > 0 ? [`@${index + 1}`] : []),
      ...chains.map((chain) => chain[0]),
    ]);
    return [initial(this.player), 'dead', ...words.flat()].join(' ');
  }

  view() {
    const none = this.marked.every((chains) => chains.length === 0);
    const propose = () => {
      this.game.dead = null;
      void this.game.act(this.act);
    };
    const stop = () => {
      this.game.dead = null;
      this.game.app.redraw();
    };
    const turnTo = (/** @type {number} */ at) => {
      this.at = at;
      this.game.app.redraw();
    };
    return h(
      'section',
      { class: 'pending', 'aria-label': t('do.dead') },
      h('p', null, t('dead.how')),
      this.positions.length > 1 &&
        h(
          'div',
          { class: 'buttons', role: 'group', 'aria-label': t('dead.positions') },
          this.positions.map((_, index) =>
            button(t('film.position', { n: index + 1 }), () => turnTo(index), {
              id: `dead-at-${index + 1}`,
              key: String(index),
              pressed: index === this.at,
            }),
          ),
        ),
      h('p', { class: 'hint', role: 'status' }, t('dead.so-far', { n: this.points.size })),
      h(
        'div',
        { class: 'buttons' },
        button(t(none ? 'dead.none' : 'dead.propose'), propose, { kind: 'main', id: 'propose-dead' }),
        button(t('cancel'), stop),
      ),
    );
  }
}
