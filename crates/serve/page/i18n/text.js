// Texts in the reader's language. A text may hold `{name}`, which is replaced by a parameter.

import { en } from './en.js';
import { ja } from './ja.js';
import { facts } from './facts.ja.js';
import { clauses } from './clauses.ja.js';

/** @typedef {keyof typeof en} Key */

/** The languages there are: their own names, their texts, and which way they run. */
export const LANGUAGES = {
  en: { name: 'English', texts: en, direction: 'ltr' },
  ja: { name: '日本語', texts: ja, direction: 'ltr' },
};

/** @typedef {keyof typeof LANGUAGES} Language */

/** @type {Language} */
let language = 'en';

/** @param {Language} wanted */
export function speak(wanted) {
  language = wanted;
  document.documentElement.lang = wanted;
  document.documentElement.dir = LANGUAGES[wanted].direction;
}

/** @returns {Language} */
export function spoken() {
  return language;
}

/**
 * The text for a key.
 *
 * @param {Key} key
 * @param {Record<string, string | number>} [parameters]
 * @returns {string}
 */
export function t(key, parameters) {
  const text = LANGUAGES[language].texts[key] ?? en[key] ?? key;
  return parameters ? text.replace(/\{(\w+)\}/g, (whole, name) => String(parameters[name] ?? whole)) : text;
}

/**
 * The text for a key that is put together from data, or the fallback where there is none.
 *
 * @param {string} key
 * @param {string} fallback
 * @param {Record<string, string | number>} [parameters]
 */
export function tOr(key, fallback, parameters) {
  return key in en ? t(/** @type {Key} */ (key), parameters) : fallback;
}

/** Facts and clauses in the languages in which the server does not tell them itself. */
const TOLD = /** @type {Partial<Record<Language, {facts: Record<string, string>, clauses: Record<string, ClauseText>}>>} */ ({
  ja: { facts, clauses },
});

/** @typedef {{title: string, says: string, program: string, reading?: string}} ClauseText */

/**
 * The sentence of a fact, with `{name}` for its values; `null` where the server's own is in the reader's language.
 *
 * @param {string} code
 */
export function factText(code) {
  return TOLD[language]?.facts[code] ?? null;
}

/**
 * The page of a clause; `null` where the server's own is in the reader's language.
 *
 * @param {string} clause
 */
export function clauseText(clause) {
  return TOLD[language]?.clauses[clause] ?? null;
}
