// Japanese life as a map: proven alive, proven not, unproven. A chain that is pressed plays its proof.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { post } from '../client/http.js';
import { geometryOf } from '../board/geometry.js';
import { button, loading } from '../ui/controls.js';
import { stonePicture } from '../board/stone.js';
import { Viewer, sceneOf } from './viewer.js';
import { actWords, playerName, precedentWords, statusWords, unprovenWords } from './words.js';
import { becauseList } from './clause.js';
import { Assumption } from './assumption.js';

/** @typedef {import('../types.js').Report} Report */
/** @typedef {{chain: import('../types.js').Chain, because: import('../types.js').Because[], board: any, frames: import('../client/room.js').Frame[], sgf: string | null}} Proof */

export class LifeMap {
  /**
   * @param {import('../app.js').App} app
   * @param {() => Promise<object>} request The record, as the server wants it.
   */
  constructor(app, request) {
    this.app = app;
    this.request = request;
    this.viewer = new Viewer(app);
    /** @type {Proof | null} */
    this.proof = null;
    this.point = '';
    this.busy = false;
    this.assumption = new Assumption(app, request);
  }

  /** @param {Report} report */
  available(report) {
    return (report.chains?.length ?? 0) > 0;
  }

  get playing() {
    return this.proof !== null;
  }

  /** @param {Report} report */
  statuses(report) {
    return new Map(
      (report.chains ?? []).flatMap((chain) =>
        chain.points.map((point) => /** @type {const} */ ([point, chain.status])),
      ),
    );
  }

  /**
   * @param {string} point
   * @param {Report} report
   */
  chainOf(point, report) {
    return report.chains?.find((chain) => chain.points.includes(point));
  }

  /**
   * @param {string} point
   * @param {Report} report
   */
  tip(point, report) {
    const chain = this.chainOf(point, report);
    if (!chain) return null;
    return [
      h('p', null, stonePicture(chain.player), ' ', h('strong', null, statusWords(chain.status))),
      h('p', { class: 'hint' }, chain.status === 'unproven' ? unprovenWords(chain) : t('life.press')),
    ];
  }

  /**
   * @param {string} point
   * @param {Report} report
   */
  async open(point, report) {
    if (!this.chainOf(point, report)) return;
    this.busy = true;
    this.point = point;
    this.app.redraw();
    try {
      const assume_alive = this.assumption.others(this.chainOf(point, report)?.points ?? [], report);
      this.proof = await post('/explain', { ...(await this.request()), point, assume_alive });
      this.viewer.frames = [];
      this.viewer.load(this.proof?.frames ?? [], 0);
      this.app.say(t('life.opened', { point, n: this.viewer.last }));
    } catch (error) {
      if (error instanceof Error) this.app.notify(error.message, 'bad');
    } finally {
      this.busy = false;
      this.app.redraw();
    }
  }

  close() {
    this.viewer.stop();
    this.proof = null;
    this.app.redraw();
  }

  /** @param {import('./table.js').Table} table */
  boardView(table) {
    if (!this.proof) return null;
    const geometry = geometryOf(this.proof.board);
    const scene = sceneOf(geometry, this.proof.frames, this.viewer.at);
    const chain = new Set(this.proof.chain.points);
    scene.statuses = new Map(
      [...chain]
        .filter((point) => scene.stones.has(point))
        .map((point) => [point, this.proof?.chain.status ?? 'unproven']),
    );
    return table.view(geometry, scene, {
      label: t('life.board', { point: this.point }),
      play: () => this.viewer.to(this.viewer.at + 1),
    });
  }

  /** @param {Report} report */
  panel(report) {
    if (this.busy) return loading();
    const proof = this.proof;
    if (proof) {
      const frame = proof.frames[this.viewer.at];
      return h(
        'div',
        { class: 'proof-panel' },
        h(
          'h3',
          null,
          stonePicture(proof.chain.player),
          ' ',
          t('life.chain', { point: this.point, status: statusWords(proof.chain.status) }),
        ),
        proof.chain.precedent && h('p', { class: 'badge' }, precedentWords(proof.chain.precedent)),
        becauseList(proof.because),
        proof.frames.length > 1
          ? [
              this.viewer.controls(),
              h('p', { class: 'proof-line', role: 'status' }, frame?.act ? actWords(frame.act) : t('life.start')),
              h(
                'ol',
                { class: 'line' },
                proof.frames.slice(1).map((step, index) =>
                  h(
                    'li',
                    { key: index },
                    h(
                      'button',
                      {
                        type: 'button',
                        'aria-current': index + 1 === this.viewer.at ? 'step' : undefined,
                        onclick: () => this.viewer.to(index + 1),
                      },
                      actWords(step.act ?? ''),
                    ),
                  ),
                ),
              ),
            ]
          : h('p', { class: 'hint' }, t('life.no-line')),
        h('p', { class: 'hint' }, t('life.nodes', { n: proof.chain.nodes })),
        button(t('life.back'), () => this.close(), { id: 'close-proof' }),
      );
    }
    const chains = report.chains ?? [];
    const count = (/** @type {string} */ status) => chains.filter((chain) => chain.status === status).length;
    return h(
      'div',
      { class: 'life-panel' },
      h(
        'ul',
        { class: 'legend' },
        /** @type {const} */ (['alive', 'not-alive', 'unproven']).map((status) =>
          h(
            'li',
            { key: status },
            h(
              'span',
              { class: `swatch ${status}`, 'aria-hidden': 'true' },
              { alive: '✓', 'not-alive': '×', unproven: '?' }[status],
            ),
            ` ${statusWords(status)}: ${count(status)}`,
          ),
        ),
      ),
      h('p', { class: 'hint' }, t('life.how')),
      h(
        'ul',
        { class: 'chains' },
        chains.map((chain) =>
          h(
            'li',
            { key: chain.points[0] },
            h(
              'button',
              { type: 'button', onclick: () => void this.open(chain.points[0], report) },
              stonePicture(chain.player, playerName(chain.player)),
              ` ${chain.points[0]} `,
              h(
                'span',
                { class: `swatch ${chain.status}`, 'aria-hidden': 'true' },
                { alive: '✓', 'not-alive': '×', unproven: '?' }[chain.status],
              ),
              ` ${statusWords(chain.status)}`,
              h('span', { class: 'hint' }, ` · ${t('life.stones', { n: chain.points.length })}`),
            ),
          ),
        ),
      ),
      count('unproven') > 0 && this.assumption.panel(report),
    );
  }
}
