// What follows if some chains live of which it is not proven.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { post } from '../client/http.js';
import { button, field, input, loading } from '../ui/controls.js';
import { stonePicture } from '../board/stone.js';
import { resultCard } from './ruling.js';
import { numberWords, playerName, statusWords } from './words.js';

/** @typedef {import('../types.js').Report} Report */
/** @typedef {import('../types.js').Assuming} Assuming */

/** Half of it for what is proven anyhow. */
const SECONDS = 10;

export class Assumption {
  /**
   * @param {import('../app.js').App} app
   * @param {() => Promise<object>} request The record, as the server wants it.
   */
  constructor(app, request) {
    this.app = app;
    this.request = request;
    this.points = '';
    /** What the server answered last. @type {Report | null} */
    this.asked = null;
    this.busy = false;
  }

  clear() {
    Object.assign(this, { points: '', asked: null });
  }

  /**
   * What follows, unless moves were made since it was asked.
   *
   * @param {Report} report
   */
  found(report) {
    return this.asked?.moves === report.moves ? (this.asked.assuming ?? null) : null;
  }

  /**
   * What is assumed to live beside a chain.
   *
   * @param {string[]} chain Its points.
   * @param {Report} report
   */
  others(chain, report) {
    return (this.found(report)?.alive ?? []).filter((point) => !chain.includes(point));
  }

  /** @param {string[] | 'staying'} assume_alive */
  async ask(assume_alive) {
    this.busy = true;
    this.app.redraw();
    try {
      const budget = { seconds: SECONDS };
      const asked = /** @type {Report} */ (await post('/judge', { ...(await this.request()), budget, assume_alive }));
      this.asked = asked;
      if (asked.assuming) this.app.say(this.words(asked.assuming));
    } catch (error) {
      if (error instanceof Error) this.app.notify(error.message, 'bad');
    } finally {
      this.busy = false;
      this.app.redraw();
    }
  }

  /** @param {Assuming} found */
  words(found) {
    return found.alive.length > 0 ? t('assume.if', { points: found.alive.join(' ') }) : t('assume.nothing');
  }

  /** @param {Report} report */
  panel(report) {
    const found = this.found(report);
    return h(
      'form',
      {
        class: 'assumption',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const points = this.points.split(/[\s,]+/).filter(Boolean);
          if (points.length > 0) void this.ask(points);
        },
      },
      h('h3', null, t('assume')),
      h('p', { class: 'hint' }, t('assume.about')),
      field(
        t('assume.points'),
        input(this.points, (points) => (this.points = points), { placeholder: 'A1, C3', size: 12 }),
      ),
      h('button', { class: 'button', type: 'submit', disabled: this.busy }, t('assume.ask')),
      report.agreement && button(t('assume.staying'), () => void this.ask('staying'), { disabled: this.busy }),
      this.busy ? loading() : found && this.follows(found, report),
    );
  }

  /**
   * @param {Assuming} found
   * @param {Report} report
   */
  follows(found, report) {
    const open = new Set(
      (report.chains ?? []).filter((chain) => chain.status === 'unproven').map((chain) => chain.points[0]),
    );
    const decided = found.chains.filter(
      (chain) => !chain.assumed && chain.status !== 'unproven' && open.has(chain.points[0]),
    );
    return h(
      'section',
      { class: 'follows', 'aria-label': t('assume') },
      h('p', null, this.words(found)),
      h(
        'ul',
        null,
        decided.map((chain) =>
          h(
            'li',
            { key: chain.points[0] },
            stonePicture(chain.player, playerName(chain.player)),
            ` ${chain.points[0]} ${statusWords(chain.status)}`,
          ),
        ),
      ),
      found.result
        ? resultCard(found.result)
        : h(
            'p',
            null,
            t('ruling.bounds', {
              low: numberWords(found.bounds.black[0]),
              high: numberWords(found.bounds.black[1]),
            }),
          ),
    );
  }
}
