// What the reader has chosen: language, theme, coordinates. Kept in this browser only.

import { LANGUAGES, speak } from './text.js';

/**
 * @typedef {object} Settings
 * @property {import('./text.js').Language} language
 * @property {'auto' | 'wood' | 'dark'} theme
 * @property {boolean} coordinates
 */

const KEY = 'shinpan.settings';

/** @returns {Settings} */
export function load() {
  const preferred = navigator.languages.map((tag) => tag.split('-')[0]).find((tag) => tag in LANGUAGES) ?? 'en';
  /** @type {Settings} */
  const settings = { language: /** @type {any} */ (preferred), theme: 'auto', coordinates: true };
  try {
    Object.assign(settings, JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    // A browser without storage has the defaults.
  }
  if (!(settings.language in LANGUAGES)) settings.language = 'en';
  return settings;
}

/** @param {Settings} settings */
export function save(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Then they last until the page is left.
  }
  apply(settings);
}

/**
 * Makes the document follow the settings.
 *
 * @param {Settings} settings
 */
export function apply(settings) {
  speak(settings.language);
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = settings.theme === 'auto' ? (dark ? 'dark' : 'wood') : settings.theme;
}
