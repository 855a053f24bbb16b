// Who sits at the table.

import { h } from '../../ui/node.js';
import { t } from '../../i18n/text.js';
import { stonePicture } from '../../board/stone.js';
import { playerName } from '../../parts/words.js';

/**
 * @param {import('../../client/room.js').Room} room
 * @param {string[]} mine
 * @param {(player: string, name: string) => void} rename
 */
export function seatsPanel(room, mine, rename) {
  const { report } = room.state;
  return h(
    'section',
    { class: 'seats-panel', 'aria-label': t('seats') },
    h(
      'ul',
      null,
      room.seats.map((seat) => {
        const turn = !report.result && report.to_move === seat.player;
        const name = seat.name || seat.engine || t(seat.taken ? 'seat.nameless' : 'seat.free');
        return h(
          'li',
          { key: seat.player, class: `seat${turn ? ' to-move' : ''}${mine.includes(seat.player) ? ' mine' : ''}` },
          stonePicture(seat.player),
          h(
            'span',
            { class: 'who' },
            h('strong', null, playerName(seat.player)),
            mine.includes(seat.player)
              ? h('input', {
                  class: 'name',
                  value: seat.name ?? '',
                  placeholder: t('seat.your-name'),
                  'aria-label': t('seat.name-of', { player: playerName(seat.player) }),
                  maxlength: 40,
                  onchange: (/** @type {any} */ event) => rename(seat.player, event.target.value),
                })
              : h('span', null, name),
            seat.complaint &&
              h('span', { class: 'fault' }, t('seat.left'), ' ', h('span', { lang: 'en' }, seat.complaint)),
          ),
          h(
            'span',
            {
              class: `presence ${seat.online || seat.engine ? 'online' : ''}`,
              title: t(seat.online || seat.engine ? 'seat.online' : 'seat.offline'),
            },
            h('span', { class: 'hidden' }, t(seat.online || seat.engine ? 'seat.online' : 'seat.offline')),
          ),
          turn && h('span', { class: 'badge turn-badge' }, t('seat.to-move')),
        );
      }),
    ),
    h(
      'p',
      { class: 'hint' },
      t('spectators', { n: room.spectators }),
      room.komi !== '0' && ` · ${t('komi', { komi: room.komi })}`,
    ),
  );
}
