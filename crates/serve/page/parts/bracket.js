// The proof games of variant 3 as a bracket: the base game, the two proof games, and what follows from them.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';
import { playerName, resultWords, shortResult } from './words.js';
import { stonePicture } from '../board/stone.js';

/** @typedef {import('../client/room.js').Frame} Frame */

/**
 * @typedef {object} ProofGame
 * @property {string} prover
 * @property {number} from The first frame.
 * @property {number} to The last one so far.
 * @property {number} phases How many of its two phases were begun.
 * @property {number} moves Made in it.
 * @property {boolean | null} achieved
 */

/**
 * @param {Frame[]} frames
 * @returns {ProofGame[]}
 */
export function proofGamesOf(frames) {
  /** @type {ProofGame[]} */
  const games = [];
  frames.forEach((frame, index) => {
    // A move that ends a proof game stands in the next one's phase already.
    let ended = false;
    for (const { code, with: values } of frame.because ?? []) {
      // The referee's word on a proof game that is over.
      if (code !== 'proof-achieved' && code !== 'proof-failed') continue;
      const decided = games.findLast((game) => game.prover === values.player);
      if (!decided) continue;
      Object.assign(decided, { achieved: code === 'proof-achieved', to: index });
      if (frame.move !== null) decided.moves++;
      ended = true;
    }
    const phase = /^proof-(black|white)-([12])$/.exec(frame.phase);
    if (!phase) return;
    const [, prover, number] = phase;
    let game = games.findLast((other) => other.prover === prover);
    if (!game) {
      game = { prover, from: index, to: index, phases: 1, moves: 0, achieved: null };
      games.push(game);
    }
    if (game.achieved === null) game.to = index;
    if (!ended && frame.move !== null) game.moves++;
    game.phases = Math.max(game.phases, Number(number));
  });
  return games;
}

/**
 * @param {Frame[]} frames
 * @param {import('../types.js').Result | null} result
 * @param {(frame: number) => void} to
 */
export function bracket(frames, result, to) {
  const games = proofGamesOf(frames);
  if (games.length === 0) return null;
  const base = frames[games[0].from - 1]?.result ?? null;
  /** @param {string} prover */
  const box = (prover) => {
    const game = games.find((other) => other.prover === prover);
    const state = !game ? 'waiting' : game.achieved === null ? 'playing' : game.achieved ? 'achieved' : 'failed';
    return h(
      'li',
      { class: `proof ${state}`, key: prover },
      h(
        'button',
        { type: 'button', disabled: !game, onclick: () => game && to(game.from) },
        h('strong', null, stonePicture(prover), ' ', t('bracket.game', { player: playerName(prover) })),
        h('span', null, t(`bracket.${state}`)),
        game &&
          h(
            'small',
            null,
            t('bracket.length', { n: game.moves, phases: game.phases }),
          ),
      ),
    );
  };
  return h(
    'section',
    { class: 'bracket', 'aria-label': t('bracket.label') },
    h('h3', null, t('bracket.title')),
    h(
      'div',
      { class: 'bracket-row' },
      h(
        'button',
        { type: 'button', class: 'proof base', onclick: () => to(games[0].from - 1) },
        h('strong', null, t('bracket.base')),
        h('span', null, shortResult(base)),
      ),
      h('ul', null, box('black'), box('white')),
      h(
        'div',
        { class: `proof final${result ? ' decided' : ''}` },
        h('strong', null, t('bracket.final')),
        h('span', null, result ? resultWords(result) : t('bracket.open')),
      ),
    ),
    h('p', { class: 'hint' }, t('bracket.rule')),
  );
}
