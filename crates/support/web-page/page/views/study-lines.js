// The analysis panel of a study: the switch, the player field, and the lines.

import { h, keep, kept, named, setText, shortNumber, t } from '../dom.js';
import { judged } from '../study-tree.js';
import { openingMenu } from './menu.js';
import { chips, playerChoice } from './setup.js';

/** @typedef {import('../match-model.js').Line & { squares: number[] }} StudyLine */
/** @typedef {import('../study-tree.js').Turn} Turn */
/**
 * The tablebase value of a position, from the point of view of the side to move.
 * @typedef {{ value: 'win' | 'draw' | 'loss', plies: number | null }} TableValue
 */

/** A book move. @typedef {{ move: string, score?: number, win_in?: number, loss_in?: number }} BookMove */

/** Maximum number of moves to show per line. */
const MOVES_SHOWN = 12;

/** Maximum number of book moves to show. */
const BOOK_SHOWN = 4;

const COUNTS = { 1: '1', 2: '2', 3: '3', 4: '4', 5: '5' };

/**
 * Callbacks to the study: changed settings; the start or the end of a preview of the position after a line's first
 * moves; a chosen line.
 * @typedef {{ change: () => void, preview: (moves: string[]) => void, leave: () => void, choose: (moves: string[]) => void }} LineHooks
 */

export class StudyLines {
  isOn = kept('engine', true);
  count = Math.min(5, Math.max(1, kept('lines', 3)));
  player = '';
  /** The newest line of each rank. @type {StudyLine[]} */
  lines = [];
  /** @type {Turn | undefined} */
  #turn;
  /** @type {string[]} */
  #names = [];
  /** The tablebase value of the position; empty if unknown. */
  #quote = '';

  /** @param {LineHooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    this.switch = h('button', { type: 'button', class: 'switch', role: 'switch', 'aria-checked': String(this.isOn), 'aria-label': t('study.analysis'), onclick: () => this.#toggle() }, h('span', { class: 'knob', 'aria-hidden': 'true' }));
    this.words = h('span', { class: 'words' });
    this.meta = h('span', { class: 'meta', title: t('study.meta') });
    this.sheet = h('div', { class: 'sheet' });
    const summary = h('summary', { class: 'button icon-text', text: t('study.player') });
    const menu = openingMenu(summary, this.sheet);
    this.list = h('ol', { class: 'study-lines', 'aria-label': t('study.best') });
    this.book = h('p', { class: 'study-book' });
    this.node = h('section', { class: 'engine', 'aria-label': t('study.analysis') }, h('div', { class: 'engine-head' }, this.switch, this.words, this.meta, menu), this.list, this.book);
    this.#show();
  }

  /** Fills the player field. @param {import('./setup.js').GameDetail} detail */
  offer(detail) {
    this.#names = detail.seats.map(({ name }) => named(name));
    const chosen = kept('analyst', {})[detail.name] ?? '';
    this.player = chosen;
    const usual = h('button', { type: 'button', text: t('study.usual'), onclick: () => this.#setPlayer(detail, '') });
    const choice = playerChoice(detail, t('study.player'), 'analyst', chosen);
    choice.node.addEventListener('change', () => this.#setPlayer(detail, choice.value()));
    const counts = chips(t('study.lines'), 'lines', COUNTS, String(this.count), (value) => {
      this.count = Number(value);
      keep('lines', this.count);
      this.clear();
      this.hooks.change();
    });
    this.sheet.replaceChildren(counts, choice.node, usual);
  }

  /** @param {import('./setup.js').GameDetail} detail @param {string} player */
  #setPlayer(detail, player) {
    this.player = player;
    keep('analyst', { ...kept('analyst', {}), [detail.name]: player });
    if (!player) this.offer(detail);
    this.hooks.change();
  }

  #toggle() {
    this.isOn = !this.isOn;
    keep('engine', this.isOn);
    this.switch.setAttribute('aria-checked', String(this.isOn));
    this.clear();
    this.hooks.change();
  }

  /** Clears the lines when the position changes. @param {string} [why] the text to show in their place */
  clear(why = '') {
    this.lines = [];
    this.#quote = '';
    this.book.replaceChildren();
    this.#say(why || (this.isOn ? t('study.thinking') : t('look.off')));
    setText(this.meta, '');
    this.#show();
  }

  /** @param {string} text */
  #say(text) {
    setText(this.words, text);
    this.words.title = text;
  }

  /** Shows the tablebase value of the position. @param {TableValue} table @param {Turn | undefined} turn whose move it is */
  quote({ value, plies }, turn) {
    const mover = typeof turn === 'number' ? turn : 1;
    const name = this.#names[value === 'win' ? mover - 1 : 2 - mover] ?? '';
    if (value === 'draw') this.#quote = t('study.table-draw');
    else this.#quote = plies === null ? t('study.table-win', { name }) : t('study.table-win-in', { name, count: plies });
    this.#say(this.#quote);
  }

  /** Shows the book moves of the position. @param {BookMove[]} moves best first @param {Turn | undefined} turn whose move it is */
  quoteBook(moves, turn) {
    const shown = moves.slice(0, BOOK_SHOWN).map((known) => {
      const { text } = judged(/** @type {any} */ (known), turn, this.#names);
      const show = { type: 'button', onclick: () => this.hooks.choose([known.move]), onpointerenter: () => this.hooks.preview([known.move]), onpointerleave: () => this.hooks.leave() };
      return h('button', show, known.move, h('span', { class: 'hidden', text: ', ' }), h('span', { class: 'meta', text }));
    });
    this.book.replaceChildren(h('span', { text: t('study.book') }), ...shown);
  }

  /** Adds a line. @param {StudyLine} line @param {Turn | undefined} turn whose move it begins with */
  receive(line, turn) {
    this.#turn = turn;
    this.lines[line.rank - 1] = line;
    const best = this.lines[0];
    if (best) {
      this.#say(this.#quote || judged(best, turn, this.#names).words);
      setText(this.meta, t('study.depth', { depth: best.depth, speed: shortNumber(best.nodes_per_second) }));
    }
    this.#show();
  }

  /** The squares of each line's first move, best line first. @returns {number[][]} */
  get arrows() {
    return this.isOn ? this.lines.filter(Boolean).map(({ squares }) => squares) : [];
  }

  /** The value of the best line from the first seat's point of view; null if unknown. */
  get value() {
    return this.isOn && this.lines[0] ? judged(this.lines[0], this.#turn, this.#names).value : null;
  }

  #show() {
    this.list.classList.toggle('off', !this.isOn);
    while (this.list.children.length > this.count) this.list.lastChild?.remove();
    while (this.list.children.length < this.count) this.list.append(this.#row(this.list.children.length));
    [...this.list.children].forEach((row, index) => this.#fill(row, this.lines[index]));
  }

  /** @param {number} index */
  #row(index) {
    const button = h('button', { type: 'button' }, h('span', { class: 'line-score' }), h('span', { class: 'hidden', text: t('study.no-line') }), h('span', { class: 'line-moves' }), h('span', { class: 'hidden' }));
    let shown = 0;
    const show = (/** @type {number} */ count) => {
      const moves = this.lines[index]?.line ?? [];
      shown = Math.max(1, Math.min(count, moves.length, MOVES_SHOWN));
      button.querySelectorAll('.line-moves span').forEach((/** @type {Element} */ span, /** @type {number} */ at) => span.classList.toggle('shown', at < shown));
      if (moves.length > 0) this.hooks.preview(moves.slice(0, shown));
    };
    const leave = () => {
      for (const span of button.querySelectorAll('.shown')) span.classList.remove('shown');
      this.hooks.leave();
    };
    button.addEventListener('pointerover', (/** @type {PointerEvent} */ event) => {
      const span = event.target instanceof Element ? event.target.closest('[data-at]') : null;
      if (event.pointerType === 'mouse' && span instanceof HTMLElement) show(Number(span.dataset.at) + 1);
    });
    button.addEventListener('pointerleave', leave);
    button.addEventListener('focus', () => button.matches(':focus-visible') && show(1));
    button.addEventListener('blur', leave);
    button.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      show(shown + step);
    });
    button.addEventListener('click', () => this.lines[index] && this.hooks.choose(this.lines[index].line.slice(0, MOVES_SHOWN)));
    return h('li', {}, button);
  }

  /** @param {Element} row @param {StudyLine | undefined} line */
  #fill(row, line) {
    const button = /** @type {HTMLButtonElement} */ (row.firstElementChild);
    const [score, depth, moves, effect] = button.children;
    button.tabIndex = line ? 0 : -1;
    button.setAttribute('aria-disabled', String(!line));
    if (!line) {
      setText(score, '');
      moves.replaceChildren();
      moves.removeAttribute('data-key');
      setText(depth, t('study.no-line'));
      setText(effect, '');
      return;
    }
    const { text } = judged(line, this.#turn, this.#names);
    const shown = line.line.slice(0, MOVES_SHOWN);
    setText(score, text);
    const key = shown.join(' ');
    if (moves.getAttribute('data-key') !== key) {
      moves.setAttribute('data-key', key);
      moves.replaceChildren(...shown.flatMap((move, at) => [h('span', { 'data-at': at, text: move }), ' ']));
    }
    setText(depth, t('study.line-depth', { depth: line.depth }));
    setText(effect, t('study.adds'));
  }
}
