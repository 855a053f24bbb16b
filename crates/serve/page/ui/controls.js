// Small things every view uses.

import { h } from './node.js';
import { t } from '../i18n/text.js';

/**
 * @param {string} label
 * @param {() => void} onclick
 * @param {{kind?: 'main' | 'quiet' | 'danger', disabled?: boolean, title?: string, pressed?: boolean, id?: string, key?: string}} [more]
 */
export function button(label, onclick, more = {}) {
  return h(
    'button',
    {
      type: 'button',
      class: `button ${more.kind ?? ''}`,
      onclick,
      disabled: more.disabled,
      title: more.title,
      id: more.id,
      key: more.key,
      'aria-pressed': more.pressed === undefined ? undefined : String(more.pressed),
    },
    label,
  );
}

/**
 * A button with a picture only; the label is read aloud.
 *
 * @param {string} label
 * @param {string} picture A path in a box of 24 by 24.
 * @param {() => void} onclick
 * @param {{disabled?: boolean, pressed?: boolean}} [more]
 */
export function iconButton(label, picture, onclick, more = {}) {
  return h(
    'button',
    {
      type: 'button',
      class: 'icon',
      'aria-label': label,
      title: label,
      onclick,
      disabled: more.disabled,
      'aria-pressed': more.pressed === undefined ? undefined : String(more.pressed),
    },
    icon(picture),
  );
}

/** @param {string} path */
export function icon(path) {
  return h('svg', { class: 'picture', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: path }));
}

export const ICONS = {
  first: 'M6 5v14M19 5l-9 7 9 7z',
  back: 'M15 5l-7 7 7 7-5-7z',
  forward: 'M9 5l7 7-7 7 5-7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
  play: 'M7 4l13 8-13 8z',
  pause: 'M7 5h3v14H7zM14 5h3v14h-3z',
};

/**
 * A labelled field of a form.
 *
 * @param {string} label
 * @param {import('./node.js').Node} control An input or select; it is given an id.
 * @param {string} [hint]
 */
export function field(label, control, hint) {
  return h(
    'label',
    { class: 'field' },
    h('span', { class: 'field-label' }, label),
    control,
    hint && h('span', { class: 'hint' }, hint),
  );
}

/**
 * @param {string} value
 * @param {[string, string][]} options Value and text.
 * @param {(value: string) => void} onchange
 * @param {Record<string, any>} [more]
 */
export function select(value, options, onchange, more = {}) {
  return h(
    'select',
    { ...more, onchange: (/** @type {any} */ event) => onchange(event.target.value) },
    options.map(([key, text]) => h('option', { value: key, selected: key === value, key }, text)),
  );
}

/**
 * @param {string} value
 * @param {(value: string) => void} oninput
 * @param {Record<string, any>} [more]
 */
export function input(value, oninput, more = {}) {
  return h('input', {
    type: 'text',
    ...more,
    value,
    oninput: (/** @type {any} */ event) => oninput(event.target.value),
  });
}

/**
 * @param {string} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} onchange
 */
export function checkbox(label, checked, onchange) {
  return h(
    'label',
    { class: 'check' },
    h('input', { type: 'checkbox', checked, onchange: (/** @type {any} */ event) => onchange(event.target.checked) }),
    h('span', null, label),
  );
}

export function loading() {
  return h('p', { class: 'loading', role: 'status' }, t('loading'));
}

/**
 * Tabs: a row of buttons and the panel of the one chosen.
 *
 * @param {string} name What they are tabs of, for a screen reader.
 * @param {{id: string, label: string, view: () => import('./node.js').Loose}[]} tabs
 * @param {string} chosen
 * @param {(id: string) => void} choose
 */
export function tabs(name, tabs, chosen, choose) {
  const current = tabs.find((tab) => tab.id === chosen) ?? tabs[0];
  /** @param {KeyboardEvent} event */
  const onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !current) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length];
    choose(next.id);
    requestAnimationFrame(() => document.getElementById(`tab-${next.id}`)?.focus());
  };
  return [
    h(
      'div',
      { class: 'tabs', role: 'tablist', 'aria-label': name, onkeydown, key: 'tablist' },
      tabs.map((tab) =>
        h(
          'button',
          {
            type: 'button',
            role: 'tab',
            id: `tab-${tab.id}`,
            key: tab.id,
            'aria-selected': String(tab === current),
            'aria-controls': 'tab-panel',
            tabindex: tab === current ? 0 : -1,
            onclick: () => choose(tab.id),
          },
          tab.label,
        ),
      ),
    ),
    current &&
      h(
        'div',
        {
          class: 'panel',
          role: 'tabpanel',
          id: 'tab-panel',
          'aria-labelledby': `tab-${current.id}`,
          tabindex: 0,
          key: `panel-${current.id}`,
        },
        current.view(),
      ),
  ];
}
