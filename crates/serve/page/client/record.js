// Records as text, in our TOML form.

/**
 * @typedef {object} Record
 * @property {string} rules A name, with options if need be.
 * @property {string} [komi]
 * @property {number} [players]
 * @property {string} board `5x5` or `torus 5x5`.
 * @property {string[]} [position]
 * @property {string} [to_move]
 * @property {string[]} [moves]
 */

/**
 * @param {Record} record
 * @returns {string}
 */
export function toml(record) {
  const lines = [`rules = ${quoted(record.rules)}`];
  if (record.komi) lines.push(`komi = ${quoted(record.komi)}`);
  if (record.players) lines.push(`players = ${record.players}`);
  lines.push(`board = ${quoted(record.board)}`);
  if (record.to_move) lines.push(`to_move = ${quoted(record.to_move)}`);
  if (record.position) lines.push(`position = ${JSON.stringify(record.position)}`);
  lines.push(`moves = ${JSON.stringify(record.moves ?? [])}`);
  return `${lines.join('\n')}\n`;
}

/** @param {string} text */
function quoted(text) {
  return JSON.stringify(text);
}

/**
 * Gives the reader a file.
 *
 * @param {string} name
 * @param {string} content
 */
export function download(name, content) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
