// Hands on a board: mouse, finger and keyboard.

import { frame } from './board.js';
import { neighbourTowards, pointAt } from './geometry.js';

/**
 * @typedef {object} Hand What the hands are doing at a board.
 * @property {string | null} over The point under the mouse, or the one a finger has chosen.
 * @property {string | null} cursor The point the keyboard is at, once it was used.
 */

/** @returns {Hand} */
export function newHand() {
  return { over: null, cursor: null };
}

/** A finger covers about so many pixels: where points are closer together, the first touch only chooses. */
const FINGER = 34;

/**
 * The listeners of a board that can be played on.
 *
 * @param {import('./geometry.js').Geometry} geometry
 * @param {Hand} hand
 * @param {import('./board.js').Manner} manner
 * @param {{changed: () => void, play: (point: string) => void, say?: (point: string) => void}} what
 */
export function listeners(geometry, hand, manner, what) {
  const box = frame(geometry, manner);
  /** @param {PointerEvent | MouseEvent} event */
  const under = (event) => {
    const svg = /** @type {SVGSVGElement} */ (event.currentTarget);
    const matrix = svg.getScreenCTM();
    if (!matrix) return { point: null, pixels: 0 };
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { point: pointAt(geometry, at.x, at.y)?.name ?? null, pixels: svg.clientWidth / box.width };
  };
  let touched = false;
  return {
    /** @param {PointerEvent} event */
    onpointermove(event) {
      if (event.pointerType === 'touch') return;
      const { point } = under(event);
      if (point === hand.over) return;
      hand.over = point;
      what.changed();
    },
    onpointerleave() {
      if (hand.over === null || touched) return;
      hand.over = null;
      what.changed();
    },
    /** @param {PointerEvent} event */
    onpointerdown(event) {
      touched = event.pointerType === 'touch';
      hand.cursor = null;
    },
    /** @param {MouseEvent} event */
    onclick(event) {
      const { point, pixels } = under(event);
      if (!point) return;
      if (touched && pixels < FINGER && hand.over !== point) {
        hand.over = point;
        what.say?.(point);
        what.changed();
        return;
      }
      if (touched) hand.over = null;
      what.play(point);
    },
  };
}

/**
 * The keyboard at a board: arrows move a cursor, Enter or the space bar plays there.
 *
 * @param {import('./geometry.js').Geometry} geometry
 * @param {Hand} hand
 * @param {{changed: () => void, play: (point: string) => void, say?: (point: string) => void}} what
 * @returns {(event: KeyboardEvent) => void}
 */
export function onKey(geometry, hand, what) {
  /** @type {Record<string, [number, number]>} */
  const directions = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const middle = geometry.points[Math.floor(geometry.points.length / 2)];
    if (!middle) return;
    const direction = directions[event.key];
    if (direction) {
      const from = hand.cursor ? geometry.byName.get(hand.cursor) : undefined;
      hand.cursor = from ? neighbourTowards(geometry, from, ...direction).name : middle.name;
      what.say?.(hand.cursor);
    } else if ((event.key === 'Enter' || event.key === ' ') && hand.cursor) {
      what.play(hand.cursor);
    } else if (event.key === 'Escape') {
      hand.cursor = null;
      hand.over = null;
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    what.changed();
  };
}
