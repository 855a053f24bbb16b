// Data of the server in the reader's words.

import { spoken, t, tOr, told } from '../i18n/text.js';
import { PLAYERS, playerOf } from '../board/player.js';

/** @param {string} player */
export function playerName(player) {
  const index = PLAYERS.indexOf(player);
  if (index < 0) return player;
  return index < 2 ? t(index === 0 ? 'black' : 'white') : t('player-n', { n: index + 1 });
}

/** @param {string} phase */
export function phaseName(phase) {
  return tOr(`phase.${phase}`, phase);
}

/**
 * The title of a ruleset; the server's own where it is none of the built-in ones.
 *
 * @param {string} id
 * @param {string} [title]
 */
export function rulesetTitle(id, title = id) {
  return told('rulesets', id)?.title ?? title;
}

/**
 * A board in words, as the server describes it: `9x9`, `torus 5x5`, `graph of 6 points`.
 *
 * @param {string} described
 */
export function boardName(described) {
  const [, torus, graph] = /^torus (\S+)$|^graph of (\d+) points$/.exec(described) ?? [];
  if (torus) return t('board.torus-of', { size: torus });
  return graph ? t('board.graph-of', { n: graph }) : described;
}

/**
 * Something done, in words: `B A1` is "Black A1".
 *
 * @param {string} act
 */
export function actWords(act) {
  const [who, what = '', ...rest] = act.split(' ');
  const player = playerOf(who);
  const name = player ? playerName(player) : tOr(`who.${who}`, who);
  const more = rest.map(wordOfAct).join(' ');
  const from = what === 'undo' && more ? '-from' : '';
  return tOr(`act.${what}${from}`, t('act.play', { player: name, point: what }), { player: name, more }).trim();
}

/** @param {string} word */
function wordOfAct(word) {
  if (PLAYERS.includes(word)) return playerName(word);
  return word === 'draw' || word === 'no-result' ? t(`short.${word}`) : word;
}

/** @param {import('../types.js').Banned} banned */
export function banWords(banned) {
  if (banned.repeats === null) return tOr(`ban.${banned.reason}`, banned.reason);
  const values = { reason: tOr(`ban.${banned.reason}`, banned.reason), n: banned.repeats };
  if (!banned.turn) return t('ban.repeats', values);
  return t('ban.repeats-with', { ...values, player: playerName(banned.turn) });
}

/**
 * Why something was refused, in the reader's language. The server's sentence says more about what could not be read; what it was
 * stands in the report.
 *
 * @param {import('../types.js').Refused} refused
 */
export function refusalWords(refused) {
  if (spoken() === 'en') return refused.why;
  return codeWords(refused.code, refused.with) ?? banWords(refused);
}

/** @param {import('../types.js').Result} result */
export function resultWords(result) {
  const ground = tOr(`ground.${result.ground}`, result.ground);
  if (result.outcome === 'win' && result.winner) {
    const winner = playerName(result.winner);
    const by = result.margin === null ? '' : t('result.by', { margin: numberWords(result.margin) });
    return t('result.win', { winner, by, ground });
  }
  if (result.outcome === 'ranking') {
    const order = (result.ranking ?? []).map((equal) => equal.map(playerName).join(' = ')).join(' > ');
    return t('result.ranking', { order, ground });
  }
  return t(result.outcome === 'draw' ? 'result.draw' : 'result.no-result', { ground });
}

/**
 * An exact number as people write it: `13/2` is 6½.
 *
 * @param {string} number
 */
export function numberWords(number) {
  const [over, under] = number.split('/');
  if (under !== '2') return number.replace('-', '−');
  const value = Number(over);
  const whole = Math.trunc(value / 2);
  const sign = value < 0 ? '−' : '';
  return `${sign}${whole === 0 ? '' : Math.abs(whole)}½`;
}

/** @param {string} status */
export function statusWords(status) {
  return tOr(`status.${status}`, status);
}

/** @param {string} precedent */
export function precedentWords(precedent) {
  return tOr(`precedent.${precedent}`, precedent);
}

/**
 * Why nothing is proven of a chain.
 *
 * @param {import('../types.js').Chain} chain
 */
export function unprovenWords(chain) {
  return tOr(`life.unproven.${chain.limit_code}`, t('life.unproven'));
}

/**
 * The score of a result in one line, for small places.
 *
 * @param {import('../types.js').Result | null} result
 */
export function shortResult(result) {
  if (!result) return '–';
  if (result.sgf && result.sgf !== '0') return result.sgf;
  if (result.outcome === 'ranking')
    return (result.ranking ?? []).map((equal) => equal.map(playerName).join(' = ')).join(' > ');
  return t(result.outcome === 'no-result' ? 'short.no-result' : 'short.draw');
}

/**
 * A step of a decision in the reader's language.
 *
 * @param {import('../types.js').Because} because
 */
export function factWords({ fact, code, with: values }) {
  return codeWords(code, values) ?? fact;
}

/**
 * The notes of a report in the reader's language, each with its place.
 *
 * @param {import('../types.js').Report} report
 */
export function noteWords({ notes, mended }) {
  return mended.map(({ place, code, with: values }, index) => {
    const text = codeWords(code, values);
    return text === null ? notes[index] : `${place ? `${place}: ` : ''}${text}`;
  });
}

/**
 * What is told as a code with values, in the reader's language; `null` where the server's own sentence is.
 *
 * @param {string} [code]
 * @param {Record<string, import('../types.js').FactValue>} [values]
 */
function codeWords(code, values = {}) {
  const text = code && told('facts', code);
  if (!text) return null;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? valueWords(name, values[name]) : whole));
}

/** Values that are names of points part by part. */
const PARTS = ['eyes', 'pairs', 'parts'];

/**
 * @param {string} name
 * @param {import('../types.js').FactValue} value
 */
function valueWords(name, value) {
  if (Array.isArray(value)) {
    const each = value.map((one) => {
      if (!Array.isArray(one)) return one;
      return PARTS.includes(name) ? one.join(' ') : `${playerName(one[0])} ${numberWords(one[1])}`;
    });
    return each.join(value.some(Array.isArray) ? t('list.comma') : ' ');
  }
  if (typeof value === 'number') return String(value);
  if (name === 'player' || name === 'opponent') return playerName(value);
  if (name === 'phase') return phaseName(value);
  if (name === 'rules') return rulesetTitle(value);
  if (name === 'status') return statusWords(value);
  if (name === 'when') return tOr(`when.${value}`, value);
  if (name === 'precedent') return precedentWords(value);
  return name === 'komi' ? numberWords(value) : value;
}
