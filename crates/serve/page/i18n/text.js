// Texts in the reader's language. A text may hold `{name}`, which is replaced by a parameter.

import { en } from './en.js';
import { ja } from './ja.js';
import { pages } from './casebook.ja.js';
import { cases } from './cases.ja.js';
import { clauses } from './clauses.ja.js';
import { facts } from './facts.ja.js';
import { options, rulesets } from './rules.ja.js';

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

/**
 * What the server tells in English, in another language.
 *
 * @typedef {object} Told
 * @property {Record<string, string>} facts Findings, notes, and why something is not possible, by code.
 * @property {Record<string, ClauseText>} clauses
 * @property {Record<string, {title: string, source: string}>} rulesets
 * @property {Record<string, string>} options What each option decides.
 * @property {Record<string, {title: string, texts: string[]}>} pages The case book, page by page.
 * @property {Record<string, string>} cases Headings of cases.
 */

/** @typedef {{title: string, says: string, program: string, reading?: string, source: string}} ClauseText */

const TOLD = /** @type {Partial<Record<Language, Told>>} */ ({
  ja: { facts, clauses, rulesets, options, pages, cases },
});

/**
 * What the server tells in English under a key, in the reader's language; `null` where that is English.
 *
 * @template {keyof Told} Part
 * @param {Part} part
 * @param {string} key
 * @returns {Told[Part][string] | null}
 */
export function told(part, key) {
  return /** @type {any} */ (TOLD[language])?.[part][key] ?? null;
}
