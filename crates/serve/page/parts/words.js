// Data of the server in the reader's words.

import { factText, spoken, t, tOr } from '../i18n/text.js';
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
 * Something done, in words: `B A1` is "Black A1".
 *
 * @param {string} act
 */
export function actWords(act) {
  const [who, what = '', ...rest] = act.split(' ');
  const player = playerOf(who);
  const name = player ? playerName(player) : tOr(`who.${who}`, who);
  const more = rest.join(' ');
  return tOr(`act.${what}`, t('act.play', { player: name, point: what }), { player: name, more }).trim();
}

/** @param {import('../types.js').Banned} banned */
export function banWords(banned) {
  if (banned.repeats === null) return tOr(`ban.${banned.reason}`, banned.reason);
  return t('ban.repeats', { reason: tOr(`ban.${banned.reason}`, banned.reason), n: banned.repeats });
}

/**
 * Why something was refused, in the reader's language as far as its reason is a word; what only a sentence of the server says
 * follows in English.
 *
 * @param {import('../types.js').Refused} refused
 * @returns {{text: string, more: string}}
 */
export function refusalWords(refused) {
  if (spoken() === 'en') return { text: refused.why, more: '' };
  const text = banWords(refused);
  return { text, more: refused.reason === 'not-now' || refused.reason === 'unreadable' ? refused.why : '' };
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
 * A step of a decision in the reader's language, or in English where that is what there is.
 *
 * @param {import('../types.js').Because} because
 * @returns {{text: string, lang: string | null}}
 */
export function factWords({ fact, code, with: values }) {
  const text = factText(code);
  if (text === null) return { text: fact, lang: 'en' };
  const words = text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? valueWords(name, values[name]) : whole));
  return { text: words, lang: null };
}

/**
 * @param {string} name
 * @param {import('../types.js').FactValue} value
 */
function valueWords(name, value) {
  if (Array.isArray(value)) {
    const each = value.map((one) => (Array.isArray(one) ? `${playerName(one[0])} ${numberWords(one[1])}` : one));
    return each.join(value.some(Array.isArray) ? t('list.comma') : ' ');
  }
  if (typeof value === 'number') return String(value);
  if (name === 'player' || name === 'opponent') return playerName(value);
  if (name === 'phase') return phaseName(value);
  if (name === 'status') return statusWords(value);
  if (name === 'precedent') return tOr(`precedent.${value}`, value);
  return name === 'komi' ? numberWords(value) : value;
}
