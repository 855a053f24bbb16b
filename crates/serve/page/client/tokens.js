// The secrets of seats. They come in the fragment of a link, which browsers do not send, and stay in this browser.

/**
 * @typedef {object} Tokens What this browser holds of one room.
 * @property {Record<string, string>} mine By player, or `?` where the player is not known yet.
 * @property {string | null} host
 * @property {Record<string, string>} links Seats made here for others: what their links hold.
 */

/** @param {string} room */
const keyOf = (room) => `shinpan.room.${room}`;

/**
 * @param {string} room
 * @returns {Tokens}
 */
export function tokensOf(room) {
  try {
    const found = JSON.parse(localStorage.getItem(keyOf(room)) ?? 'null');
    if (found) return found;
  } catch {
    // Without storage one watches.
  }
  return { mine: {}, host: null, links: {} };
}

/**
 * @param {string} room
 * @param {Tokens} tokens
 */
export function keep(room, tokens) {
  try {
    localStorage.setItem(keyOf(room), JSON.stringify(tokens));
  } catch {
    // The link still works; it has to be opened again after a reload.
  }
}

/**
 * Takes the secret from the address bar, so that it is not copied from there by accident.
 *
 * @param {string} room
 * @returns {Tokens}
 */
export function takeFromAddress(room) {
  const tokens = tokensOf(room);
  const given = new URLSearchParams(location.hash.slice(1));
  const seat = given.get('seat');
  const host = given.get('host');
  if (seat && !Object.values(tokens.mine).includes(seat)) tokens.mine[`?${seat.slice(0, 4)}`] = seat;
  if (host) tokens.host = host;
  if (seat || host) {
    keep(room, tokens);
    history.replaceState(history.state, '', location.pathname);
  }
  return tokens;
}

/** The rooms this browser has a seat in, latest first. @returns {string[]} */
export function ownRooms() {
  try {
    const rooms = JSON.parse(localStorage.getItem('shinpan.rooms') ?? '[]');
    return Array.isArray(rooms) ? rooms : [];
  } catch {
    return [];
  }
}

/** @param {string} room */
export function rememberRoom(room) {
  try {
    const rooms = [room, ...ownRooms().filter((other) => other !== room)].slice(0, 12);
    localStorage.setItem('shinpan.rooms', JSON.stringify(rooms));
  } catch {
    // Nothing to remember it in.
  }
}

/** @param {string} room */
export function forgetRoom(room) {
  try {
    localStorage.setItem('shinpan.rooms', JSON.stringify(ownRooms().filter((other) => other !== room)));
    localStorage.removeItem(keyOf(room));
  } catch {
    // Nothing was remembered.
  }
}

/**
 * @param {string} room
 * @param {string} token
 * @param {'seat' | 'host'} [kind]
 */
export function linkTo(room, token, kind = 'seat') {
  return `${location.origin}/game/${room}#${kind}=${token}`;
}
