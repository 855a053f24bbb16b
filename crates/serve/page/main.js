// Where the page begins: which view the address asks for, and drawing it.

import { h, patch } from './ui/node.js';
import { dialog } from './ui/dialog.js';
import { iconButton, select } from './ui/controls.js';
import { apply, load, save } from './i18n/settings.js';
import { LANGUAGES, t } from './i18n/text.js';
import { paints } from './board/stone.js';
import { ClausePage, clausesOpenWith } from './parts/clause.js';
import { Lobby } from './views/lobby.js';
import { GameView } from './views/game.js';
import { JudgeView } from './views/judge.js';
import { Casebook } from './views/casebook.js';
import { CasePage } from './views/casepage.js';
import { SolveView } from './views/solve.js';
import { RulesView } from './views/rules.js';
import { NotFound } from './views/notfound.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./app.js').View} View */

const settings = load();
apply(settings);

/** @type {View} */
let view;
/** @type {import('./ui/dialog.js').DialogContent | null} */
let opened = null;
/** @type {{text: string, tone: string} | null} */
let notice = null;
let noticeClock = 0;
let due = false;

/** @type {App} */
const app = {
  settings,
  set(change) {
    Object.assign(settings, change);
    save(settings);
    app.redraw();
  },
  redraw() {
    if (due) return;
    due = true;
    const now = () => {
      due = false;
      draw();
    };
    // A page in the background has no frames, but its title still says whose turn it is.
    if (document.hidden) setTimeout(now, 50);
    else requestAnimationFrame(now);
  },
  go(path) {
    history.pushState(null, '', path);
    route();
    scrollTo(0, 0);
  },
  say(text) {
    const live = document.getElementById('live');
    if (live) live.textContent = text;
  },
  notify(text, tone = 'good') {
    notice = { text, tone };
    app.say(text);
    clearTimeout(noticeClock);
    noticeClock = setTimeout(() => {
      notice = null;
      app.redraw();
    }, 6000);
    app.redraw();
  },
  showClause(clause) {
    opened = new ClausePage(app, clause);
    app.redraw();
  },
  carried: null,
};
clausesOpenWith(app.showClause);

/** @returns {View} */
function viewFor(/** @type {string} */ path) {
  const [place, first, ...rest] = path.split('/').filter(Boolean).map(decodeURIComponent);
  switch (place) {
    case undefined:
      return new Lobby(app);
    case 'game':
      return first ? new GameView(app, first) : new NotFound();
    case 'judge':
    case 'compare':
      return new JudgeView(app, place);
    case 'casebook':
      return first ? new CasePage(app, [first, ...rest].join('/')) : new Casebook(app);
    case 'solve':
      return new SolveView(app);
    case 'rules':
      return new RulesView(app, first ?? null);
    default:
      return new NotFound();
  }
}

function route() {
  view?.leave?.();
  opened = null;
  view = viewFor(location.pathname);
  app.redraw();
}

const PLACES = /** @type {const} */ ([
  ['/', 'nav.play'],
  ['/judge', 'nav.judge'],
  ['/compare', 'nav.compare'],
  ['/casebook', 'nav.casebook'],
  ['/solve', 'nav.solve'],
  ['/rules', 'nav.rules'],
]);

/** The themes in turn: as the system (half and half), wood (a sun), dark (a moon). */
const THEMES = /** @type {const} */ ({
  auto: { next: 'wood', picture: 'M12 3a9 9 0 0 0 0 18zM12 3a9 9 0 0 1 0 18v-1a8 8 0 0 0 0-16z' },
  wood: {
    next: 'dark',
    picture:
      'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3L19 19M19 5l-1.7 1.7M6.7 17.3L5 19',
  },
  dark: { next: 'auto', picture: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z' },
});

function header() {
  const here = location.pathname;
  return h(
    'header',
    { class: 'bar' },
    h(
      'a',
      {
        class: 'skip',
        href: '#main',
        onclick: (/** @type {Event} */ event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        },
      },
      t('skip'),
    ),
    h(
      'a',
      { class: 'brand', href: '/' },
      h('img', { src: '/assets/icon.svg', alt: '' }),
      h('span', null, 'Shinpan'),
    ),
    h(
      'nav',
      { 'aria-label': t('nav') },
      PLACES.map(([path, key]) => {
        const current = path === '/' ? here === '/' || here.startsWith('/game/') : here.startsWith(path);
        return h('a', { href: path, key: path, 'aria-current': current ? 'page' : undefined }, t(key));
      }),
    ),
    h(
      'div',
      { class: 'settings' },
      iconButton(`${t(`theme.${settings.theme}`)} – ${t('theme.next')}`, THEMES[settings.theme].picture, () =>
        app.set({ theme: THEMES[settings.theme].next }),
      ),
      select(
        settings.language,
        Object.entries(LANGUAGES).map(([id, { name }]) => [id, name]),
        (language) => app.set({ language: /** @type {any} */ (language) }),
        { 'aria-label': t('language') },
      ),
    ),
  );
}

function draw() {
  const root = document.getElementById('app');
  if (!root) return;
  document.title = `${view.title()} · Shinpan 審判`;
  patch(root, [
    header(),
    h('main', { id: 'main', tabindex: -1, key: location.pathname }, view.view()),
    notice && h('div', { class: `notice ${notice.tone}`, key: 'notice' }, notice.text),
    opened &&
      dialog(opened, () => {
        opened = null;
        app.redraw();
      }),
  ]);
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (
    !link ||
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    link.target ||
    link.download
  )
    return;
  const address = new URL(link.href);
  if (address.origin !== location.origin || address.pathname.startsWith('/api')) return;
  event.preventDefault();
  app.go(address.pathname + address.hash);
});

document.addEventListener('keydown', (event) => {
  const inside = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
  if (!inside && !event.defaultPrevented) view.key?.(event);
});

addEventListener('popstate', route);
document.addEventListener('visibilitychange', () => {
  due = false;
  app.redraw();
});
addEventListener('hashchange', () => {
  // The link of a seat, opened where its game is shown already.
  if (/^#(seat|host)=/.test(location.hash)) route();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply(settings));

const painted = document.getElementById('paints');
if (painted) patch(painted, [paints()]);
route();
