// What every view is given: settings, the way to other views, and how to speak to the reader.

/**
 * @typedef {object} App
 * @property {import('./i18n/settings.js').Settings} settings
 * @property {(change: Partial<import('./i18n/settings.js').Settings>) => void} set
 * @property {() => void} redraw Draws the page anew with the next frame.
 * @property {(path: string) => void} go Shows another view.
 * @property {(text: string) => void} say Tells those who use a screen reader.
 * @property {(text: string, tone?: 'good' | 'bad') => void} notify Shows a line for a while, and says it.
 * @property {(clause: string) => void} showClause
 * @property {{record: string, name: string} | null} carried A record on its way from one view to another.
 */

/**
 * @typedef {object} View
 * @property {() => string} title
 * @property {() => import('./ui/node.js').Loose} view
 * @property {() => void} [leave]
 * @property {(event: KeyboardEvent) => void} [key]
 */

export {};
