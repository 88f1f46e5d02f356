// The analysis socket of a study. It is opened by the first request, and repeats the request after a lost connection.

import { localized } from './dom.js';

const SHORTEST_WAIT = 200;
const LONGEST_WAIT = 3000;

/** Milliseconds to wait before repeating a request that could not start. */
const BUSY_WAIT = 1000;

/** @typedef {{ type: string, id?: number, [field: string]: any }} StudyMessage */

export class StudySocket {
  /** @type {WebSocket | null} */
  #socket = null;
  #id = 0;
  #wait = SHORTEST_WAIT;
  #isClosed = false;
  /** The running request. @type {{ id: number } | null} */
  #open = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {(message: StudyMessage) => void} receive receives messages about the newest request */
  constructor(receive) {
    this.receive = receive;
  }

  /**
   * Replaces the running request.
   * @param {object} request
   */
  ask(request) {
    this.#open = { ...request, id: (this.#id += 1) };
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(this.#open));
    else if (!this.#socket) this.#connect();
  }

  /** Stops the running request. */
  stop() {
    if (!this.#open) return;
    this.#open = null;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send('{"type":"stop"}');
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect() {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/study/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = SHORTEST_WAIT;
      if (this.#open) socket.send(JSON.stringify(this.#open));
    };
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    socket.onclose = () => this.#lost(socket);
  }

  /** @param {StudyMessage} message */
  #take(message) {
    if (message.why) message.why = sentenceOf(localized(message.why).text);
    if (message.sentences) message.sentences = message.sentences.map((/** @type {string} */ sentence) => localized(sentence).text);
    if (message.type === 'error') {
      // The same request would be refused again.
      this.#open = null;
      this.receive(message);
      return;
    }
    if (!this.#open || message.id !== this.#open.id) return;
    if (message.busy) {
      // Another page in this browser may be closed soon.
      this.receive(message);
      this.#askAgain(this.#open);
      return;
    }
    if (['end', 'summary', 'refused'].includes(message.type)) this.#open = null;
    this.receive(message);
  }

  /** @param {{ id: number }} request */
  #askAgain(request) {
    setTimeout(() => {
      if (this.#open === request && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
    }, BUSY_WAIT);
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    if (this.#isClosed || !this.#open) return;
    this.receive({ type: 'lost' });
    this.#timer = setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.7);
  }
}

/** Converts a phrase from the server to a sentence. @param {string} why */
const sentenceOf = (why) => `${why.charAt(0).toUpperCase()}${why.slice(1)}${why.endsWith('.') ? '' : '.'}`;
