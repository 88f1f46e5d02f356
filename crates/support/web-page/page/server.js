// Communication with the server: requests, the tokens for this browser's seats, and the socket of a match.

import { keep, kept, loadServerWords, t, localized } from './dom.js';

/** @typedef {{ seat: number, token: string }} Seat */

/**
 * Sends a request and returns the JSON response.
 * @param {string} path @param {object} [body] sent by POST
 * @returns {Promise<any>}
 * @throws {Error} with the server's sentence
 */
export async function request(path, body) {
  const options = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`/api/${path}`, options || undefined).catch(() => {
    throw new Error(t('server.silent'));
  });
  const text = await answer.text();
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(t('server.unreadable', { status: answer.status }));
  }
  if (!answer.ok) throw await refusal(answer.status, value);
  return value;
}

/** The reason for a refused request, in the language of the page. @param {number} status @param {{ error?: string } | null} [answer] */
export async function refusal(status, answer) {
  await loadServerWords();
  return new Error(answer?.error ? localized(answer.error).text : t('server.refused', { status }));
}

/**
 * A match known to this browser: its seats, invitations for other people, and data for its list entry. `isShared` is set
 * if other people play in it.
 * @typedef {{ match: string, seats: Seat[], invitations: Seat[], game: string, title: string, at: number, over?: boolean, isShared?: boolean, paused?: number, turned?: Record<string, boolean>, form?: any }} Kept
 */

/** The matches of this browser, newest first. @returns {Kept[]} */
export function keptMatches() {
  /** @type {Record<string, Kept>} */
  const all = kept('matches', {});
  return Object.values(all).sort((one, other) => other.at - one.at);
}

/** @param {string} match @returns {Kept} */
export function keptMatch(match) {
  const found = kept('matches', {})[match];
  return found ?? { match, seats: [], invitations: [], game: '', title: '', at: Date.now() };
}

/**
 * Stores changes to a match. Only the newest 200 matches stay stored.
 * @param {string} match @param {Partial<Kept>} changes
 */
export function keepMatch(match, changes) {
  const all = { ...kept('matches', {}), [match]: { ...keptMatch(match), ...changes } };
  const newest = Object.values(all).sort((one, other) => other.at - one.at).slice(0, 200);
  keep('matches', Object.fromEntries(newest.map((each) => [each.match, each])));
}

/** This user's name, as shown to others. */
export const myName = () => kept('name', '') || t('look.guest');

/**
 * Creates a match and stores its tokens.
 * @param {any} form the body of the request
 * @returns {Promise<string>} the match
 */
export async function makeMatch(form) {
  const answer = await request('matches', { lot: false, listed: false, name: myName(), time_control: 'none', position: null, moves: [], ...form });
  keepMatch(answer.match, { seats: answer.seats, invitations: answer.invitations ?? [], game: form.game, at: Date.now(), form, paused: answer.paused });
  return answer.match;
}

/**
 * Takes a seat and stores its token.
 * @param {string} match @param {string | null} token of an invitation, or null for an open match
 */
export async function join(match, token) {
  const answer = await request(`matches/${encodeURIComponent(match)}/join`, { name: myName(), token });
  const others = keptMatch(match).seats.filter((seat) => seat.seat !== answer.seat);
  keepMatch(match, { seats: [...others, { seat: answer.seat, token: answer.token }], at: Date.now() });
}

const SHORTEST_WAIT = 150;
const LONGEST_WAIT = 1500;

/** The interval between pings, in milliseconds. After two pings without an answer, the connection counts as lost. */
const PING_INTERVAL = 3000;

/** The socket of a match. It reconnects and resends unanswered commands. */
export class MatchSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = SHORTEST_WAIT;
  #id = Date.now();
  #isClosed = false;
  #isGreeted = false;
  /** Unanswered commands, by ID. @type {Map<number, object>} */
  #open = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The pings since the server's last message. */
  #pings = 0;

  /**
   * @param {string} match
   * @param {{ tokens: () => string[], message: (message: any) => void, connection: (isOpen: boolean) => void }} hooks
   */
  constructor(match, hooks) {
    this.match = match;
    this.hooks = hooks;
    this.#connect();
    this.again = () => this.#connectSoon(0);
    addEventListener('online', this.again);
    this.pinging = setInterval(() => this.#ping(), PING_INTERVAL);
  }

  /** Notices a connection that has died without being closed. */
  #ping() {
    if (!this.#isGreeted) return;
    if (this.#pings >= 2) return this.#drop();
    this.#pings += 1;
    this.#socket?.send(JSON.stringify({ type: 'ping' }));
  }

  #connect() {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    let isOpen = false;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${encodeURIComponent(this.match)}/socket`);
    this.#socket = socket;
    this.#isGreeted = false;
    this.#pings = 0;
    socket.onopen = () => {
      isOpen = true;
      socket.send(JSON.stringify({ type: 'hello', tokens: this.hooks.tokens() }));
    };
    socket.onmessage = (event) => this.#take(socket, event.data);
    socket.onclose = async () => {
      if (socket !== this.#socket || (!isOpen && await this.#isMissing())) return;
      if (socket === this.#socket) this.#lost();
    };
    // A server that accepts the connection but stays silent counts as unreachable.
    this.#timer = setTimeout(() => !this.#isGreeted && this.#socket === socket && this.#drop(), 4000);
  }

  /** @param {WebSocket} socket @param {string} data */
  #take(socket, data) {
    if (socket !== this.#socket) return;
    this.#pings = 0;
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    if (message.type === 'state') {
      this.#wait = SHORTEST_WAIT;
      if (!this.#isGreeted) {
        this.#isGreeted = true;
        this.hooks.connection(true);
        for (const open of this.#open.values()) socket.send(JSON.stringify(open));
      }
    }
    if (message.type === 'pong') return;
    if (message.type === 'error') this.#isClosed = true;
    if (message.id !== undefined) this.#open.delete(message.id);
    this.hooks.message(message);
  }

  /**
   * Returns `true` if the server has no such match. A refused socket gives no reason, so this requests the match file.
   */
  async #isMissing() {
    const answer = await fetch(`/api/matches/${encodeURIComponent(this.match)}/file`, { method: 'HEAD' }).catch(() => null);
    if (answer?.status !== 404 || this.#isClosed) return false;
    this.#isClosed = true;
    this.hooks.message({ type: 'error', why: t('missing.match') });
    return true;
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#lost();
  }

  #lost() {
    if (this.#isClosed) return;
    this.#isGreeted = false;
    this.hooks.connection(false);
    this.#connectSoon(this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.7);
  }

  /** @param {number} wait */
  #connectSoon(wait) {
    if (this.#isGreeted || this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  /**
   * Sends a command that needs an answer, now or after reconnecting.
   * @param {object} message @returns {number} its id
   */
  ask(message) {
    const id = (this.#id += 1);
    const whole = { ...message, id };
    this.#open.set(id, whole);
    if (this.#isGreeted) this.#socket?.send(JSON.stringify(whole));
    return id;
  }

  /** Sends a command to the table. @param {object} command */
  command(command) {
    return this.ask({ type: 'command', command });
  }

  /** Sends a request that the caller must repeat if the answer is lost. @param {object} message */
  send(message) {
    if (this.#isGreeted) this.#socket?.send(JSON.stringify(message));
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.pinging);
    removeEventListener('online', this.again);
    this.#socket?.close();
  }
}
