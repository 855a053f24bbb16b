// What only the host may do: decide as the referee, and close the room.

import { h } from '../../ui/node.js';
import { t } from '../../i18n/text.js';
import { button } from '../../ui/controls.js';
import { initial } from '../../board/player.js';
import { playerName } from '../../parts/words.js';

/**
 * @param {import('../game.js').GameView} game
 * @param {import('../../client/room.js').Room} room
 */
export function hostPanel(game, room) {
  const can = room.state.can.host ?? [];
  const players = room.seats.map((seat) => seat.player);
  /**
   * A button that is pressed twice.
   *
   * @param {string} id
   * @param {string} words
   * @param {() => void} then
   */
  const twice = (id, words, then) => {
    const sure = game.sureOf === id;
    const press = () => {
      game.sureOf = sure ? null : id;
      if (sure) then();
      game.app.redraw();
    };
    return button(sure ? t('host.sure', { what: words }) : words, press, {
      kind: 'danger',
      id: `host-${id}`,
      key: id,
      disabled: game.busy,
      pressed: sure,
    });
  };
  /** @param {'time' | 'forfeit'} fault */
  const lost = (fault) =>
    can.includes(fault)
      ? players.map((player) =>
          twice(`${fault}-${player}`, t(`host.${fault}`, { player: playerName(player) }), () => {
            void game.act(`referee ${fault} ${initial(player)}`);
          }),
        )
      : [];
  return [
    can.includes('rule') &&
      button(t('do.rule'), () => void game.act('referee rule'), { id: 'do-rule', disabled: game.busy }),
    h(
      'details',
      { class: 'propose host', key: 'host' },
      h('summary', null, t('host')),
      h(
        'div',
        { class: 'buttons' },
        lost('time'),
        lost('forfeit'),
        twice('close', t('host.close'), () => void game.close()),
      ),
    ),
  ];
}
