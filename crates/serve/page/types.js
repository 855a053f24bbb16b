// The shapes that come from the server (docs/json.md and /api/openapi.json describe them), for `tsc --checkJs`.
// This file holds no code.

/** @typedef {string[] | Record<string, string>} Drawn Rows on a grid, top row first; occupied points on a graph. */

/**
 * @typedef {object} Banned
 * @property {string} point
 * @property {string} clause
 * @property {string} reason
 * @property {number | null} repeats
 * @property {string} [turn] Under situational superko: who would be to move there.
 * @property {string[]} [chain]
 */

/**
 * A value of a fact: a number, a text, names of points, such names part by part, or a number for each player.
 *
 * @typedef {number | string | (string | string[])[]} FactValue
 */

/**
 * A step of a decision: in words, and as a code with its values.
 *
 * @typedef {{clause: string, fact: string, code: string, with: Record<string, FactValue>}} Because
 */

/**
 * @typedef {object} Cycle
 * @property {number} from
 * @property {number} to
 * @property {Record<string, number>} passes
 * @property {Record<string, number>} lost
 * @property {number} [occurrence]
 */

/**
 * @typedef {object} Result
 * @property {'win' | 'draw' | 'no-result' | 'ranking'} outcome
 * @property {string | null} winner
 * @property {string} ground
 * @property {string | null} margin
 * @property {Record<string, string> | null} scores
 * @property {string | null} sgf
 * @property {string} clause
 * @property {string[][]} [ranking]
 * @property {Cycle} [cycle]
 * @property {Drawn[]} [scoring_positions]
 * @property {Because[]} because
 */

/**
 * @typedef {object} Chain
 * @property {string} player
 * @property {string[]} points
 * @property {'alive' | 'not-alive' | 'unproven'} status
 * @property {string | null} precedent
 * @property {{ kos: string[][], captures: string[] }} [ko_cycle]
 * @property {'nodes' | 'stopped'} [limit_code]
 * @property {number} nodes
 * @property {string[]} line
 */

/**
 * @typedef {object} Refused
 * @property {number} move
 * @property {string | null} player
 * @property {string} point
 * @property {string} reason
 * @property {string} clause
 * @property {number | null} repeats
 * @property {string} [turn]
 * @property {string} why
 * @property {string} [code] With `not-now`: `why` as a code.
 * @property {Record<string, FactValue>} [with]
 * @property {string} [place]
 * @property {string[]} [chain]
 */

/** @typedef {{place?: string, code: string, with: Record<string, FactValue>}} Note */

/**
 * What follows if some chains live.
 *
 * @typedef {object} Assuming
 * @property {string[]} alive A point of each of them.
 * @property {(Chain & {assumed?: boolean})[]} chains
 * @property {Result | null} result
 * @property {Record<string, [string, string]>} bounds
 */

/**
 * @typedef {object} Report
 * @property {string} rules
 * @property {string} phase
 * @property {string} to_move
 * @property {number} moves
 * @property {Drawn} position
 * @property {Record<string, number>} prisoners
 * @property {string | null} [button]
 * @property {string[]} legal
 * @property {Banned[]} banned
 * @property {Refused | null} refused
 * @property {Result | null} result
 * @property {Chain[]} [chains]
 * @property {string[]} [removed]
 * @property {Record<string, string[]>} [territory]
 * @property {Record<string, [string, string]>} [bounds]
 * @property {object | null} [agreement] What the players propose.
 * @property {Assuming} [assuming]
 * @property {Cycle} [claimable]
 * @property {Because[]} [so_far] While proof games are played.
 * @property {string} [pending]
 * @property {{text: string, agrees: boolean | null, note: string}} [recorded]
 * @property {string[]} notes
 * @property {Note[]} mended The same as `notes`, as codes.
 */

export {};
