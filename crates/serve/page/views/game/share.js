// Links to hand out, and the record to take away.

import { h } from '../../ui/node.js';
import { t } from '../../i18n/text.js';
import { button } from '../../ui/controls.js';
import { linkTo } from '../../client/tokens.js';
import { playerName } from '../../parts/words.js';
import { stonePicture } from '../../board/stone.js';

/**
 * @param {import('../game.js').GameView} game
 * @param {import('../../client/room.js').Room} room
 */
export function sharePanel(game, room) {
  const copy = async (/** @type {string} */ link) => {
    try {
      await navigator.clipboard.writeText(link);
      game.app.notify(t('share.copied'));
    } catch {
      game.app.notify(t('share.by-hand'), 'bad');
    }
  };
  /** @param {import('../../ui/node.js').Loose} who @param {string} label @param {string} link @param {string} id */
  const line = (who, label, link, id) =>
    h(
      'div',
      { class: 'link-line', key: id },
      h('span', null, who, ' ', label),
      h('input', {
        readonly: true,
        value: link,
        'aria-label': label,
        id: `link-${id}`,
        onfocus: (/** @type {any} */ event) => event.target.select(),
      }),
      button(t('share.copy'), () => void copy(link)),
    );
  const { links, mine } = game.tokens;
  return h(
    'div',
    { class: 'share' },
    Object.entries(links).map(([player, token]) =>
      line(stonePicture(player), t('share.seat', { player: playerName(player) }), linkTo(game.id, token), player),
    ),
    Object.keys(links).length > 0 && h('p', { class: 'hint' }, t('share.secret')),
    line(null, t('share.watch'), `${location.origin}/game/${game.id}`, 'watch'),
    room.you.host &&
      h(
        'div',
        { class: 'buttons' },
        room.seats
          .filter((seat) => !seat.engine && !(seat.player in mine))
          .map((seat) =>
            button(t('share.new', { player: playerName(seat.player) }), () => void game.newLink(seat.player), {
              kind: 'quiet',
              key: seat.player,
            }),
          ),
      ),
    h('h3', null, t('record')),
    h(
      'div',
      { class: 'buttons' },
      button('SGF', () => void game.save('sgf')),
      button('TOML', () => void game.save('toml')),
      button(t('record.judge'), () => void game.judge(), { kind: 'main', id: 'open-judge' }),
    ),
  );
}
