// Where games of the scenarios begin.

/** A triple ko: Black begins, and nobody gives way. */
export const TRIPLE_KO = ['OOOOOOO', 'OXO.O.O', 'X.XOXOX', 'XXXXXXX', 'OOOOOOO', '.......'];
export const ROUND = [
  ['black', 'D5'],
  ['white', 'B4'],
  ['black', 'F5'],
  ['white', 'D4'],
  ['black', 'B5'],
  ['white', 'F4'],
  ['black', 'D5'],
];
