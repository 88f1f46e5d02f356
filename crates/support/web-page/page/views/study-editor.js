// Sets up a position: the user places pieces from a palette by click, drag or keyboard. The server lists the pieces and
// reports problems with the position.

import { gameTitle, h, named, s, setText, t, localized } from '../dom.js';
import { isTurnedFor } from '../match-model.js';
import { pieceNode } from '../pieces.js';
import { request } from '../server.js';
import { chips, gameDetail } from './setup.js';
import '../board.js';

/** @typedef {import('../match-model.js').Piece} Piece */
/** @typedef {import('../match-model.js').View} View */

/** The eraser. */
const NOTHING = -1;

/** @typedef {{ done: (game: string, position: string) => void, cancel: () => void, label?: string }} EditorHooks `label` is the button's text */

export class StudyEditor {
  /** @type {Piece[]} */
  pieces = [];
  /** The piece on each square, as its index in the list. @type {(number | null)[]} */
  placed = [];
  chosen = 0;
  turn = 1;
  isFlipped = false;
  position = '';
  /** The number of requests so far, for dropping late responses. */
  asked = 0;
  /** @type {import('./setup.js').GameDetail | null} */
  detail = null;

  /** @param {EditorHooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    this.board = /** @type {import('../board.js').GameBoard} */ (document.createElement('game-board'));
    this.board.classList.add('setting-up');
    this.board.addEventListener('put', (event) => this.#put(/** @type {CustomEvent} */ (event).detail));
    this.palette = h('fieldset', { class: 'palette' });
    this.turns = h('div');
    this.text = h('input', { type: 'text', spellcheck: 'false', autocomplete: 'off', onchange: () => this.#read(this.text.value) });
    this.problem = h('p', { class: 'problem', role: 'status', 'aria-live': 'polite' });
    this.done = h('button', { type: 'button', class: 'main', text: hooks.label ?? t('study.this-position'), onclick: () => this.hooks.done(/** @type {any} */ (this.detail).name, this.position) });
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) => h('button', { type: 'button', text, onclick });
    this.tools = h('div', { class: 'row' }, button(t('study.start-position'), () => this.#show(/** @type {any} */ (this.detail).view)), button(t('study.clear'), () => this.#clear()), button(t('match.flip'), () => this.#flip()));
    this.stage = h('div', { class: 'stage' }, h('p', { class: 'study-title' }), this.board, h('div', { class: 'say' }, this.problem));
    const panel = h('aside', { class: 'panel editor', 'aria-label': t('study.set-up') }, h('section', {}, this.palette), h('section', {}, this.turns, this.tools),
      h('section', {}, h('label', { class: 'field' }, h('span', { text: t('study.as-text') }), this.text)), h('div', { class: 'acts' }, this.done, button(t('cancel'), () => hooks.cancel())));
    this.node = h('div', { class: 'match study' }, h('h1', { class: 'hidden', text: t('study.set-up') }), this.stage, panel);
  }

  /**
   * Starts editing a position.
   * @param {string} game @param {View | null} view null for the initial position of the game
   * @returns {Promise<string>} the reason why this is not possible; empty if it is possible
   */
  async begin(game, view) {
    const [detail, { pieces }] = await Promise.all([gameDetail(game), request(`study/pieces/${encodeURIComponent(game)}`)]);
    if (pieces.length === 0) return t('study.cannot-set-up', { game: gameTitle(detail.name) });
    this.detail = detail;
    this.pieces = pieces;
    setText(/** @type {Element} */ (this.stage.firstElementChild), t('study.set-up-of', { game: gameTitle(detail.name) }));
    this.isFlipped = isTurnedFor(detail.view.diagram, 1);
    this.#buildPalette();
    this.#show(view ?? detail.view);
    return '';
  }

  #buildPalette() {
    const choice = (/** @type {number} */ index, /** @type {string} */ name, /** @type {SVGElement} */ picture) => {
      const radio = h('input', { type: 'radio', name: 'piece', value: index, checked: index === this.chosen, 'aria-label': name, onchange: () => (this.chosen = index) });
      const label = h('label', { class: 'palette-piece', title: name }, radio, h('span', { 'aria-hidden': 'true' }, picture));
      label.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => this.#drag(event, index, picture));
      return label;
    };
    const picture = (/** @type {SVGElement} */ drawing) => s('svg', { viewBox: '-54 -54 108 108' }, drawing);
    const pieces = this.pieces.map((piece, index) => choice(index, localized(piece.name).text, picture(pieceNode(piece))));
    const eraser = choice(NOTHING, t('study.erase'), picture(s('path', { d: 'M-26-26 26 26M26-26-26 26', class: 'eraser' })));
    this.palette.replaceChildren(h('legend', { text: t('study.palette') }), ...pieces, eraser);
  }

  /**
   * Handles a piece dragged from the palette to the board.
   * @param {PointerEvent} begun @param {number} index @param {SVGElement} picture
   */
  #drag(begun, index, picture) {
    if (begun.button !== 0) return;
    const ghost = h('div', { class: 'dragged' }, picture.cloneNode(true));
    const size = this.board.querySelector('.cells button')?.getBoundingClientRect().width ?? 48;
    Object.assign(ghost.style, { width: `${size}px`, height: `${size}px` });
    const move = (/** @type {PointerEvent} */ event) => {
      if (!ghost.isConnected && Math.hypot(event.clientX - begun.clientX, event.clientY - begun.clientY) < 6) return;
      if (!ghost.isConnected) document.body.append(ghost);
      ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    };
    const end = (/** @type {PointerEvent} */ event) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      if (!ghost.isConnected) return;
      ghost.remove();
      const square = document.elementFromPoint(event.clientX, event.clientY)?.closest('button[data-square]');
      if (event.type === 'pointerup' && square instanceof HTMLElement && this.board.contains(square)) this.#set(Number(square.dataset.square), index === NOTHING ? null : index);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  /**
   * Handles a click on a square, or a piece dragged to another square or off the board.
   * @param {{ from: number | null, to: number | null }} put
   */
  #put({ from, to }) {
    if (from !== null) {
      const piece = this.placed[from];
      this.placed[from] = null;
      if (to !== null && to < this.placed.length) this.placed[to] = piece;
      this.#changed();
    } else if (to !== null && to < this.placed.length) {
      const piece = this.chosen === NOTHING ? null : this.chosen;
      this.#set(to, this.placed[to] === piece ? null : piece);
    }
  }

  /** @param {number} square @param {number | null} piece */
  #set(square, piece) {
    this.placed[square] = piece;
    this.#changed();
  }

  #clear() {
    this.placed.fill(null);
    this.#changed();
  }

  #flip() {
    this.isFlipped = !this.isFlipped;
    this.#draw();
  }

  /** Loads the position of a view. @param {View} view */
  #show({ diagram, turn }) {
    const isSame = (/** @type {Piece} */ one, /** @type {Piece} */ other) => one.text === other.text && one.owner === other.owner;
    this.placed = diagram.squares.map(({ pieces: [piece] }) => {
      const index = piece ? this.pieces.findIndex((known) => isSame(known, piece)) : -1;
      return index < 0 ? null : index;
    });
    if (typeof turn === 'number') this.turn = turn;
    this.#changed();
  }

  /** Loads a typed position. @param {string} text */
  async #read(text) {
    try {
      const { view } = await request('study/position', { game: this.detail?.name, start: text.trim(), moves: [] });
      this.#show(view);
    } catch (error) {
      setText(this.problem, /** @type {Error} */ (error).message);
    }
  }

  async #changed() {
    this.#draw();
    const seats = Object.fromEntries((this.detail?.seats ?? []).map(({ name }, index) => [String(index + 1), named(name)]));
    this.turns.replaceChildren(chips(t('study.to-move'), 'turn', seats, String(this.turn), (value) => {
      this.turn = Number(value);
      this.#ask();
    }));
    await this.#ask();
  }

  #draw() {
    const { view } = /** @type {import('./setup.js').GameDetail} */ (this.detail);
    const squares = view.diagram.squares.map((square) => {
      const piece = this.placed[square.number];
      return { ...square, pieces: piece === null ? [] : [this.pieces[piece]] };
    });
    const shown = { ...view, squares: [], legal_moves: [], diagram: { ...view.diagram, squares, zones: [], laid: [], won: [] } };
    this.board.show({ view: shown, flipped: this.isFlipped, bottom: 1, moves: [], premover: null, advice: [], isSetUp: true });
    this.stage.style.setProperty('--aspect', String(this.board.aspect || 1));
  }

  /** Asks the server for problems with the position. */
  async #ask() {
    const asked = (this.asked += 1);
    const body = { game: this.detail?.name, pieces: this.placed, turn: this.turn };
    const answer = await request('study/set-up', body).catch((error) => ({ position: '', problem: error.message }));
    if (asked !== this.asked) return;
    this.position = answer.position;
    if (document.activeElement !== this.text) this.text.value = answer.position;
    setText(this.problem, answer.problem ? t('study.not-possible', { why: localized(answer.problem).text }) : '');
    this.done.disabled = !!answer.problem;
  }
}
