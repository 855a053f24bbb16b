// Requests to the server (/api/openapi.json describes them).

import { tOr } from '../i18n/text.js';

/** What the server answers when it cannot or will not. */
export class Fault extends Error {
  /**
   * @param {number} status
   * @param {{code: string, message: string, place?: string | null, event?: number}} error
   */
  constructor(status, error) {
    super(faultWords(error));
    this.status = status;
    this.code = error.code;
    this.place = error.place ?? null;
  }
}

/** @param {{code: string, message: string}} error */
function faultWords({ code, message }) {
  return tOr(`error.${code}`, message, { detail: message });
}

/** A refusal by the referee: a ruling, not a fault. */
export class Refusal extends Error {
  /** @param {import('../types.js').Refused} refused */
  constructor(refused) {
    super(refused.why);
    this.refused = refused;
  }
}

/**
 * @param {string} method
 * @param {string} path Below /api.
 * @param {unknown} [body]
 * @param {string | null} [token]
 * @returns {Promise<Response>}
 */
async function request(method, path, body, token) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Fault(0, { code: 'offline', message: '' });
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  if (answer?.refused) throw new Refusal(answer.refused);
  throw new Fault(response.status, answer?.error ?? { code: 'internal', message: response.statusText });
}

/**
 * @param {string} path
 * @param {string | null} [token]
 * @returns {Promise<any>}
 */
export async function get(path, token) {
  return (await request('GET', path, undefined, token)).json();
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {string | null} [token]
 * @returns {Promise<any>}
 */
export async function post(path, body, token) {
  return (await request('POST', path, body, token)).json();
}

/**
 * @param {string} path
 * @param {string | null} [token]
 */
export async function remove(path, token) {
  await request('DELETE', path, undefined, token);
}

/**
 * @param {string} path
 * @returns {Promise<string>}
 */
export async function text(path) {
  return (await request('GET', path)).text();
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * The same for what does not change while the server runs.
 *
 * @param {string} path
 * @returns {Promise<any>}
 */
export function getOnce(path) {
  let answer = kept.get(path);
  if (!answer) {
    answer = get(path);
    answer.catch(() => kept.delete(path));
    kept.set(path, answer);
  }
  return answer;
}
