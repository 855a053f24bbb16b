// What can be done now, as buttons; only what the referee would accept is offered.

import { h } from '../../ui/node.js';
import { t } from '../../i18n/text.js';
import { button, input, select } from '../../ui/controls.js';
import { PLAYERS, initial } from '../../board/player.js';
import { actWords, playerName } from '../../parts/words.js';
import { hostPanel } from './host.js';

/** @typedef {import('../game.js').GameView} GameView */
/** @typedef {import('../../client/room.js').Room} Room */

/**
 * @param {GameView} game
 * @param {Room} room
 */
export function actions(game, room) {
  const { can, pending } = room.state;
  const able = (/** @type {string} */ what) => game.mine.filter((player) => (can[player] ?? []).includes(what));
  const mover = room.state.report.to_move;
  const forMover = (/** @type {string} */ what) => (able(what).includes(mover) ? mover : able(what)[0]);
  const act = (/** @type {string} */ player, /** @type {string} */ words) => () =>
    void game.act(`${initial(player)} ${words}`);
  const wide = game.mine.length > 1;
  /** @param {string} player @param {import('../../i18n/text.js').Key} key */
  const label = (player, key) => (wide ? t('do.by', { player: playerName(player), what: t(key) }) : t(key));
  /** @type {import('../../ui/node.js').Loose[]} */
  const buttons = [];
  /**
   * @param {string} what
   * @param {string} words
   * @param {import('../../i18n/text.js').Key} key
   * @param {'main' | 'quiet' | 'danger'} [kind]
   */
  const offer = (what, words, key, kind) => {
    const player = forMover(what);
    if (player)
      buttons.push(
        button(label(player, key), act(player, words), { kind, disabled: game.busy, id: `do-${words}`, key: what }),
      );
  };
  offer('move', 'pass', 'do.pass', 'main');
  offer('claim', 'claim', 'do.claim', 'main');
  if (able('dead').length > 0 && !pending)
    buttons.push(button(t('do.dead'), () => game.markDead(), { id: 'do-dead', key: 'dead' }));
  offer('request', 'request', requestKey(room), undefined);
  if (!pending) offer('undo', 'undo', 'do.undo', 'quiet');
  const resigning = forMover('resign');
  if (resigning) {
    const resign = () => {
      if (game.sure) void game.act(`${initial(resigning)} resign`);
      game.sure = !game.sure;
      game.app.redraw();
    };
    buttons.push(
      button(label(resigning, game.sure ? 'do.resign.sure' : 'do.resign'), resign, {
        kind: 'danger',
        disabled: game.busy,
        id: 'do-resign',
        key: 'resign',
        pressed: game.sure,
      }),
    );
  }
  return h(
    'div',
    { class: 'actions' },
    pending && pendingBox(game, room, able, act),
    buttons.length > 0 && h('div', { class: 'buttons', role: 'group', 'aria-label': t('do') }, buttons),
    able('result').length > 0 && !pending && resultForm(game, room, able('result')),
    room.you.host && hostPanel(game, room),
  );
}

/** @param {Room} room */
function requestKey(room) {
  if (/^\[sequel\.proof-games\]/m.test(room.rules.toml)) return 'do.request.proof';
  return /^\[sequel\.resumption\]/m.test(room.rules.toml) ? 'do.request.dispute' : 'do.request.further';
}

/**
 * @param {GameView} game
 * @param {Room} room
 * @param {(what: string) => string[]} able
 * @param {(player: string, words: string) => () => void} act
 */
function pendingBox(game, room, able, act) {
  const pending = room.state.pending;
  if (!pending) return null;
  const accept = able('accept')[0];
  const decline = able('decline')[0];
  const claim = / claim$/.test(pending.act);
  return h(
    'section',
    { class: 'pending', role: 'alert' },
    h('p', null, h('strong', null, actWords(pending.act))),
    pending.accepted?.length > 0 &&
      h('p', { class: 'hint' }, t('pending.accepted', { players: pending.accepted.map(playerName).join(', ') })),
    claim && game.myTurn && h('p', { class: 'hint' }, t('pending.break')),
    h(
      'div',
      { class: 'buttons' },
      accept && button(t('do.accept'), act(accept, 'accept'), { kind: 'main', id: 'do-accept', disabled: game.busy }),
      decline &&
        button(t(decline === pending.by ? 'do.withdraw' : 'do.decline'), act(decline, 'decline'), {
          id: 'do-decline',
          disabled: game.busy,
        }),
    ),
    !accept && h('p', { class: 'hint' }, t('pending.waits')),
  );
}

/** What the form for a result holds while it is open. */
const draft = { winner: 'black', margin: '', ranking: '' };

/**
 * @param {GameView} game
 * @param {Room} room
 * @param {string[]} players
 */
function resultForm(game, room, players) {
  const by = players.includes(room.state.report.to_move) ? room.state.report.to_move : players[0];
  const all = PLAYERS.slice(0, room.players);
  const many = room.players > 2;
  if (!draft.ranking) draft.ranking = all.join(' > ');
  const propose = () => {
    if (many) return void game.act(`${initial(by)} ranking ${draft.ranking}`);
    const agreed = draft.winner === 'draw' || draft.winner === 'void';
    void game.act(`${initial(by)} result ${agreed ? draft.winner : `${initial(draft.winner)}+${draft.margin}`}`);
  };
  /** @type {[string, string][]} */
  const outcomes = [
    ...all.map(
      (player) => /** @type {[string, string]} */ ([player, t('propose.wins', { player: playerName(player) })]),
    ),
    ['draw', t('short.draw')],
    ['void', t('short.no-result')],
  ];
  const choose = (/** @type {string} */ winner) => {
    draft.winner = winner;
    game.app.redraw();
  };
  return h(
    'details',
    { class: 'propose', key: 'result' },
    h('summary', null, t('do.result')),
    h(
      'div',
      { class: 'row' },
      many
        ? input(draft.ranking, (ranking) => (draft.ranking = ranking), { 'aria-label': t('propose.ranking'), size: 30 })
        : [
            select(draft.winner, outcomes, choose, { 'aria-label': t('propose.who') }),
            all.includes(draft.winner) &&
              input(draft.margin, (margin) => (draft.margin = margin), {
                'aria-label': t('propose.margin'),
                placeholder: t('propose.margin'),
                inputmode: 'decimal',
                size: 6,
              }),
          ],
      button(t('propose'), propose, { disabled: game.busy }),
    ),
  );
}
