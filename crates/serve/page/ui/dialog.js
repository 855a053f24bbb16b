// Dialogs: the browser's own, so that focus and Escape work as everywhere.

import { h } from './node.js';
import { t } from '../i18n/text.js';

/**
 * @typedef {object} DialogContent
 * @property {() => string} title
 * @property {() => import('./node.js').Loose} view
 */

/**
 * @param {DialogContent} content
 * @param {() => void} close
 */
export function dialog(content, close) {
  return h(
    'dialog',
    {
      class: 'dialog',
      key: 'dialog',
      'aria-labelledby': 'dialog-title',
      onclose: close,
      made: (/** @type {HTMLDialogElement} */ element) =>
        requestAnimationFrame(() => element.isConnected && element.showModal()),
      onclick: (/** @type {any} */ event) => {
        // A click beside the dialog lands on the dialog element itself.
        if (event.target === event.currentTarget) event.currentTarget.close();
      },
    },
    h(
      'div',
      { class: 'dialog-inner' },
      h(
        'header',
        null,
        h('h2', { id: 'dialog-title' }, content.title()),
        h('button', { type: 'button', class: 'icon close', 'aria-label': t('close'), onclick: close }, '×'),
      ),
      content.view(),
    ),
  );
}
