// An address that leads nowhere.

import { h } from '../ui/node.js';
import { t } from '../i18n/text.js';

export class NotFound {
  title() {
    return t('not-found');
  }

  view() {
    return h(
      'div',
      { class: 'page narrow' },
      h('h1', null, t('not-found')),
      h('p', null, h('a', { href: '/' }, t('not-found.home'))),
    );
  }
}
