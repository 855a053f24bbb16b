// The trail of positions: every position once for each time it was reached, with a loop back to where it stood
// before. Passes leave the position as it is; they are written beside it.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { board } from '../board/board.js';
import { initial, samePosition, stonesOf } from '../board/player.js';
import { phaseName } from './words.js';
import { playedAt } from './viewer.js';
import { keepInView } from '../ui/view.js';

/** @typedef {import('../client/room.js').Frame} Frame */

/**
 * @typedef {object} Stop A position for as long as it stood.
 * @property {Frame} frame The one that brought it about.
 * @property {number} from
 * @property {number} to The last frame at which it still stood.
 * @property {string[]} passes Who passed while it stood.
 * @property {number | null} again The stop at which the same position stood before.
 * @property {boolean} turn Whether a phase begins here.
 */

/**
 * @param {Frame[]} frames
 * @returns {Stop[]}
 */
export function stopsOf(frames) {
  /** @type {Stop[]} */
  const stops = [];
  /** @type {number[]} */
  const stopOf = [];
  for (const frame of frames) {
    const latest = stops[stops.length - 1];
    const same = frame.repeats === null ? null : stopOf[frame.repeats];
    const passed = frame.act?.endsWith(' pass');
    if (latest && (frame.refused || samePosition(frame.position, latest.frame.position))) {
      latest.to = frame.frame;
      if (passed && frame.by) latest.passes.push(frame.by);
      stopOf.push(stops.length - 1);
      continue;
    }
    const turn = latest !== undefined && latest.frame.phase !== frame.phase;
    stops.push({ frame, from: frame.frame, to: frame.frame, passes: [], again: same ?? null, turn });
    stopOf.push(stops.length - 1);
  }
  return stops;
}

/** How many positions are drawn around the one shown; those that loops lead to are drawn as well. */
const AROUND = 14;

const WIDTH = 78;

/**
 * @param {import('../board/geometry.js').Geometry} geometry
 * @param {Frame[]} frames
 * @param {number} at
 * @param {(frame: number) => void} to
 * @param {import('../types.js').Cycle | null} [cycle] The cycle the game was decided by.
 */
export function trail(geometry, frames, at, to, cycle = null) {
  const stops = stopsOf(frames);
  const current = Math.max(
    0,
    stops.findLastIndex((stop) => stop.from <= at),
  );
  const wanted = new Set([0]);
  stops.forEach((stop, index) => {
    if (Math.abs(index - current) <= AROUND || index === stops.length - 1) wanted.add(index);
    if (stop.again !== null && stops.length - index < 3 * AROUND) {
      wanted.add(index);
      wanted.add(stop.again);
    }
  });
  const drawn = [...wanted].sort((a, b) => a - b);
  const column = new Map(drawn.map((stop, index) => [stop, index]));
  const loops = drawn.flatMap((index) => {
    const again = stops[index].again;
    return again === null || !column.has(again)
      ? []
      : [{ from: column.get(index) ?? 0, to: column.get(again) ?? 0, index }];
  });
  const highest = Math.max(0, ...loops.map((loop) => loop.from - loop.to));
  const height = loops.length > 0 ? 26 + Math.min(52, highest * 9) : 0;
  return h(
    'div',
    { class: 'trail' },
    h(
      'p',
      { class: 'hint' },
      loops.length > 0 ? t('trail.loops', { n: stops.filter((stop) => stop.again !== null).length }) : t('trail.none'),
    ),
    h(
      'div',
      {
        class: 'trail-scroll',
        tabindex: 0,
        role: 'region',
        'aria-label': t('trail.strip'),
        dir: 'ltr',
        drawn: keepInView,
      },
      height > 0 &&
        h(
          'svg',
          {
            class: 'loops',
            width: drawn.length * WIDTH,
            height,
            viewBox: `0 0 ${drawn.length * WIDTH} ${height}`,
            'aria-hidden': 'true',
            key: 'loops',
          },
          loops.map((loop) => arc(loop, height, inCycle(stops[loop.index], cycle))),
        ),
      h(
        'ol',
        { class: 'stops', key: 'stops' },
        drawn.map((index, place) => {
          const stop = stops[index];
          const gap = place > 0 && drawn[place - 1] !== index - 1;
          const name = t('position.after', { n: stop.frame.moves });
          return h(
            'li',
            {
              key: index,
              class: `stop${index === current ? ' current' : ''}${gap ? ' gap' : ''}${inCycle(stop, cycle) ? ' in-cycle' : ''}`,
            },
            stop.turn && h('span', { class: 'turn' }, phaseName(stop.frame.phase)),
            h(
              'button',
              {
                type: 'button',
                onclick: () => to(stop.from),
                'aria-current': index === current ? 'step' : undefined,
                'aria-label': stop.again === null ? name : t('trail.again', { name, n: stops[stop.again].frame.moves }),
              },
              thumbnail(geometry, stop.frame),
            ),
            h(
              'span',
              { class: 'under' },
              stop.frame.act && !stop.frame.act.endsWith('pass')
                ? `${stop.frame.moves} · ${stop.frame.act}`
                : stop.frame.moves,
              stop.passes.length > 0 &&
                h(
                  'span',
                  { class: 'passes', title: t('trail.passes') },
                  stop.passes.map((player) => `${initial(player)}◦`).join(' '),
                ),
            ),
          );
        }),
      ),
    ),
  );
}

/**
 * @param {Stop} stop
 * @param {import('../types.js').Cycle | null} cycle
 */
function inCycle(stop, cycle) {
  return cycle !== null && stop.frame.moves > cycle.from && stop.frame.moves <= cycle.to;
}

/**
 * @param {{from: number, to: number}} loop
 * @param {number} height
 * @param {boolean} deciding
 */
function arc({ from, to }, height, deciding) {
  const [x1, x2] = [from * WIDTH + WIDTH / 2, to * WIDTH + WIDTH / 2];
  const rise = Math.min(height - 8, 16 + (from - to) * 9);
  const top = height - rise;
  return h(
    'g',
    { class: `loop${deciding ? ' deciding' : ''}`, key: `${from} ${to}` },
    h('path', { d: `M${x1} ${height}C${x1} ${top - rise * 0.3} ${x2} ${top - rise * 0.3} ${x2} ${height - 2}` }),
    h('path', { class: 'head', d: `M${x2 - 5} ${height - 9}L${x2} ${height - 1}L${x2 + 5} ${height - 9}` }),
  );
}

/** @type {WeakMap<Frame, import('../ui/node.js').Node>} */
const thumbnails = new WeakMap();

/**
 * A small picture of a frame, drawn once.
 *
 * @param {import('../board/geometry.js').Geometry} geometry
 * @param {Frame} frame
 */
export function thumbnail(geometry, frame) {
  let picture = thumbnails.get(frame);
  if (!picture) {
    picture = board(
      geometry,
      { stones: stonesOf(frame.position, geometry), last: playedAt(frame, geometry) },
      { small: true },
    );
    thumbnails.set(frame, picture);
  }
  return picture;
}
