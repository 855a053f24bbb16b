// Walking through frames: where one is, the buttons, the slider, and the scene to be seen there.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { ICONS, iconButton } from '../ui/controls.js';
import { playerIndex, stonesOf } from '../board/player.js';

/** @typedef {import('../client/room.js').Frame} Frame */

export class Viewer {
  /**
   * @param {import('../app.js').App} app
   * @param {{follow?: boolean, pace?: number}} [how] `follow`: new frames are shown when they come.
   */
  constructor(app, how = {}) {
    this.app = app;
    this.follow = how.follow ?? false;
    this.pace = how.pace ?? 900;
    /** @type {{act: string | null}[]} */
    this.frames = [];
    this.at = 0;
    /** @type {ReturnType<typeof setInterval> | null} */
    this.clock = null;
  }

  get last() {
    return this.frames.length - 1;
  }

  get live() {
    return this.at >= this.last;
  }

  /**
   * @param {{act: string | null}[]} frames
   * @param {number} [at]
   */
  load(frames, at) {
    const live = this.live || this.frames.length === 0;
    this.frames = frames;
    if (at !== undefined) this.at = at;
    else if (live && this.follow) this.at = this.last;
    this.at = Math.max(0, Math.min(this.at, this.last));
  }

  /** @param {number} at */
  to(at) {
    this.at = Math.max(0, Math.min(at, this.last));
    this.app.redraw();
  }

  stop() {
    if (this.clock !== null) clearInterval(this.clock);
    this.clock = null;
  }

  play() {
    if (this.clock !== null) {
      this.stop();
    } else {
      if (this.live) this.at = 0;
      this.clock = setInterval(() => {
        if (this.live) this.stop();
        this.to(this.at + 1);
      }, this.pace);
    }
    this.app.redraw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, () => number>} */
    const steps = {
      ArrowLeft: () => this.at - 1,
      ArrowRight: () => this.at + 1,
      Home: () => 0,
      End: () => this.last,
      PageUp: () => this.at - 10,
      PageDown: () => this.at + 10,
    };
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.to(step());
  }

  /** @param {string} [unit] What the slider's place is called. */
  controls(unit = t('step.move')) {
    const { at, last } = this;
    return h(
      'div',
      { class: 'stepper', role: 'group', 'aria-label': t('step.label'), dir: 'ltr' },
      iconButton(t('step.first'), ICONS.first, () => this.to(0), { disabled: at === 0 }),
      iconButton(t('step.back'), ICONS.back, () => this.to(at - 1), { disabled: at === 0 }),
      h('input', {
        type: 'range',
        min: 0,
        max: Math.max(last, 0),
        step: 1,
        value: String(at),
        'aria-label': unit,
        'aria-valuetext': `${unit} ${at} / ${last}`,
        oninput: (/** @type {any} */ event) => this.to(Number(event.target.value)),
      }),
      h('output', { class: 'count' }, `${at} / ${Math.max(last, 0)}`),
      iconButton(t('step.forward'), ICONS.forward, () => this.to(at + 1), { disabled: this.live }),
      iconButton(t('step.last'), ICONS.last, () => this.to(last), { disabled: this.live }),
      iconButton(
        t(this.clock === null ? 'step.play' : 'step.pause'),
        this.clock === null ? ICONS.play : ICONS.pause,
        () => this.play(),
        { disabled: last < 1 },
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'icon coordinates-toggle',
          'aria-label': `${t('coordinates')} A1`,
          title: t('coordinates'),
          'aria-pressed': String(this.app.settings.coordinates),
          onclick: () => this.app.set({ coordinates: !this.app.settings.coordinates }),
        },
        'A1',
      ),
    );
  }
}

/**
 * What a frame looks like: its stones, its move, and what left the board with it.
 *
 * @param {import('../board/geometry.js').Geometry} geometry
 * @param {Frame[]} frames
 * @param {number} at
 * @returns {import('../board/board.js').Scene}
 */
export function sceneOf(geometry, frames, at) {
  const frame = frames[at];
  if (!frame) return { stones: new Map() };
  const before = frames[at - 1];
  /** @type {Map<string, number>} */
  const gone = new Map();
  if (before) {
    const stood = stonesOf(before.position, geometry);
    for (const point of frame.removed ?? []) {
      const player = stood.get(point);
      if (player !== undefined) gone.set(point, player);
    }
  }
  // What is done beside moves leaves the mark of the last one, unless that is taken back.
  let moved = at;
  while (moved > 0 && frames[moved].move === null) moved--;
  const stones = stonesOf(frame.position, geometry);
  const last = playedAt(frames[moved], geometry);
  return { stones, last: last !== null && stones.has(last) ? last : null, gone };
}

/**
 * The point a frame's move was played on.
 *
 * @param {Frame} frame
 * @param {import('../board/geometry.js').Geometry} geometry
 * @returns {string | null}
 */
export function playedAt(frame, geometry) {
  if (!frame.act || frame.refused) return null;
  const point = frame.act.split(' ')[1] ?? '';
  if (geometry.byName.has(point)) return point;
  const upper = point.toUpperCase();
  return geometry.kind !== 'graph' && geometry.byName.has(upper) ? upper : null;
}

/**
 * The last position when so many moves had been made.
 *
 * @param {Frame[]} frames
 * @param {number} moves
 */
export function positionAfter(frames, moves) {
  for (let at = frames.length - 1; at >= 0; at--) {
    if (frames[at].moves === moves && !frames[at].refused) return frames[at].position;
  }
  return undefined;
}

/** @param {Frame} frame */
export function moverOf(frame) {
  return playerIndex(frame.to_move);
}
