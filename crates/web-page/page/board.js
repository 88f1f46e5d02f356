// <game-board>: draws a diagram, and makes moves by pointer and keyboard. What is drawn is hidden from screen readers;
// over it lies a real button for each square.

import { h, s, t, localized } from './dom.js';
import { Layout, arrow, dot, frame, ground, heap, laidNode, lastMark, movePieces, names, pieceNames, pieceNode } from './pieces.js';
import { dragOver, drop, inEveryOrder, placeInColumn, targets, touch } from './touch.js';

/** @typedef {import('./touch.js').LegalMove} LegalMove */
/** @typedef {import('./match-model.js').View} View */
/** @typedef {import('./match-model.js').Diagram} Diagram */
/** @typedef {import('./match-model.js').Zone} Zone */
/** @typedef {import('./match-model.js').Piece} Piece */

/**
 * What the board shows. `bottom` is the seat whose zones are at the bottom, `premover` the seat that may choose a move in
 * advance, `advice` the squares of a hint, `arrows` those of the first moves of lines, the best first. On a board that
 * `isSetUp` every piece can be put everywhere.
 * @typedef {{ view: View, flipped: boolean, bottom: number, moves: LegalMove[], premover: number | null, advice: number[], arrows?: number[][], inert?: boolean, isSetUp?: boolean }} Shown
 */

/** @typedef {{ number: number, path: number[], x: number, y: number, node: HTMLElement | null }} Drag */

const DRAG_BEGINS = 5;

export class GameBoard extends HTMLElement {
  /** @type {Shown | null} */
  #shown = null;
  /** @type {Layout | null} */
  #layout = null;
  /** The legal moves in every order of their parts. @type {LegalMove[]} */
  #moves = [];
  /** @type {number[]} */
  #picked = [];
  /** @type {number[]} */
  #premove = [];
  /** @type {Drag | null} */
  #drag = null;
  /** A piece was dropped where it goes now, and is not moved there again. */
  #isDropped = false;
  #ignoresClick = false;
  /** @type {Map<number, HTMLButtonElement>} */
  #buttons = new Map();
  #shape = '';
  #focus = -1;
  #layers = { ground: s('g'), marks: s('g'), names: s('g'), laid: s('g'), pieces: s('g'), dots: s('g', { class: 'dots' }) };
  #picture = s('svg', { 'aria-hidden': 'true', class: 'picture' });
  #cells = h('div', { class: 'cells', role: 'group', 'aria-label': t('board') });
  #surface = h('div', { class: 'surface' }, this.#picture, this.#cells);
  #strips = { top: h('div', { class: 'strip' }), side: h('div', { class: 'strip' }), bottom: h('div', { class: 'strip' }) };

  connectedCallback() {
    if (this.firstChild) return;
    const { ground, marks, names, laid, pieces, dots } = this.#layers;
    this.#picture.append(ground, marks, names, laid, pieces, dots);
    this.append(this.#strips.top, this.#surface, this.#strips.side, this.#strips.bottom);
    this.addEventListener('click', (event) => this.#click(event));
    this.addEventListener('keydown', (event) => this.#key(event));
    this.addEventListener('pointerdown', (event) => this.#pointerDown(event));
    this.addEventListener('pointermove', (event) => this.#pointerMove(event));
    this.addEventListener('pointerup', (event) => this.#pointerUp(event));
    this.addEventListener('pointercancel', () => this.#endDrag());
    document.addEventListener('look', () => this.isConnected && this.#shown && this.#draw(null));
  }

  /** Shows something else. @param {Shown} shown */
  show(shown) {
    const before = this.#shown;
    const isSame = before?.view === shown.view && before.flipped === shown.flipped && before.bottom === shown.bottom;
    const changesMoves = JSON.stringify(before?.moves) !== JSON.stringify(shown.moves);
    this.#shown = shown;
    this.#layout = new Layout(shown.view.diagram, shown.flipped);
    if (changesMoves || before?.view !== shown.view) {
      this.#moves = inEveryOrder(shown.moves, (number) => this.#owners(number).includes(/** @type {number} */ (shown.view.turn)));
      const stays = this.#moves.some((move) => this.#picked.every((square, index) => move.squares[index] === square));
      if (!stays && shown.premover === null) this.#picked = [];
    }
    if (shown.premover === null && shown.moves.length > 0 && this.#premove.length > 0) this.#playPremove();
    else if (!isSame) this.#draw(before?.flipped === shown.flipped ? before.view : null);
    else this.#mark();
  }

  /** The width of the board divided by its height; 0 if there is none. */
  get aspect() {
    return this.#layout && this.#layout.diagram.columns > 0 ? this.#layout.width / this.#layout.height : 0;
  }

  /** Draws the position again after a move was refused that is shown already. */
  redraw() {
    this.#isDropped = false;
    if (this.#shown) this.#draw(null);
  }

  /** Gives up what was chosen. */
  clear() {
    this.#picked = [];
    this.#premove = [];
    this.#mark();
  }

  /** @param {number} number @returns {Piece[]} */
  #pieces(number) {
    const diagram = /** @type {Shown} */ (this.#shown).view.diagram;
    const zones = diagram.zones.flatMap((zone) => zone.squares);
    return (diagram.squares[number] ?? zones.find((square) => square.number === number))?.pieces ?? [];
  }

  /** @param {number} number */
  #owners(number) {
    return this.#pieces(number).map((piece) => piece.owner);
  }

  // Drawing

  /** @param {View | null} before the view from which pieces move to their new places */
  #draw(before) {
    const { view } = /** @type {Shown} */ (this.#shown);
    const layout = /** @type {Layout} */ (this.#layout);
    const shape = JSON.stringify([layout.width, layout.height, layout.flipped, view.diagram.squares.length, view.diagram.shades]);
    this.classList.toggle('bare', view.diagram.columns === 0);
    this.#surface.hidden = view.diagram.columns === 0;
    const isSameShape = shape === this.#shape;
    if (!isSameShape) this.#build(shape);
    // Where sides count the squares from their own ends, the names change with the turn.
    this.#layers.names.replaceChildren(...names(layout));
    this.#layers.laid.replaceChildren(...view.diagram.laid.map((laid) => laidNode(layout, laid)));
    const moves = isSameShape && before && !this.#isDropped ? before : null;
    movePieces(this.#layers.pieces, layout, view, moves);
    this.#isDropped = false;
    this.#drawZones();
    this.#mark();
  }

  /** Builds the ground, the labels and the buttons. @param {string} shape */
  #build(shape) {
    this.#shape = shape;
    const layout = /** @type {Layout} */ (this.#layout);
    const { diagram } = layout;
    this.#picture.setAttribute('viewBox', `0 0 ${layout.width} ${layout.height}`);
    this.style.setProperty('--ratio', `${layout.width} / ${layout.height}`);
    this.#picture.style.setProperty('--scale', String(layout.scale));
    this.#layers.ground.replaceChildren(...ground(layout));
    this.#buttons.clear();
    const places = diagram.squares.map((square) => ({ square, ...layout.corner(square.column, square.row) }));
    places.sort((one, other) => one.y - other.y || one.x - other.x);
    const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
    this.#cells.replaceChildren(...places.map(({ square, x, y }) => {
      const button = h('button', { type: 'button', 'data-square': square.number, tabindex: -1 });
      Object.assign(button.style, { left: percent(x, layout.width), top: percent(y, layout.height), width: percent(100, layout.width), height: percent(layout.cellHeight, layout.height) });
      this.#buttons.set(square.number, button);
      return button;
    }));
    this.#focus = places.some(({ square }) => square.number === this.#focus) ? this.#focus : (places.at(-1)?.square.number ?? -1);
  }

  #drawZones() {
    const { view, bottom } = /** @type {Shown} */ (this.#shown);
    const { zones } = view.diagram;
    const focused = Number(/** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.square ?? NaN);
    const isInZone = this.contains(document.activeElement) && !this.#cells.contains(document.activeElement);
    for (const number of this.#buttons.keys()) if (number >= view.diagram.squares.length) this.#buttons.delete(number);
    const place = (/** @type {HTMLElement} */ strip, /** @type {Zone[]} */ list) => {
      strip.replaceChildren(...list.map((zone) => this.#zone(zone)));
      strip.hidden = list.length === 0;
      const isSlim = strip === this.#strips.side && list.every(({ squares }) => squares.length === 1 && squares[0].pieces.every((piece) => piece.kind === 'counter'));
      strip.classList.toggle('slim', isSlim);
    };
    place(this.#strips.top, zones.filter((zone) => zone.owner !== null && zone.owner !== bottom));
    place(this.#strips.side, zones.filter((zone) => zone.owner === null));
    place(this.#strips.bottom, zones.filter((zone) => zone.owner === bottom));
    if (isInZone) this.#buttons.get(focused)?.focus();
  }

  /** @param {Zone} zone */
  #zone(zone) {
    const isHand = zone.squares.length > 2;
    const filled = zone.squares.filter((square) => square.pieces.length > 0 || this.#moves.some((move) => move.squares.includes(square.number)));
    const squares = isHand ? filled : zone.squares;
    const isHidden = isHand && filled.length > 0 && filled.every(({ number, pieces }) => pieces.every(isFaceDown) && !this.#moves.some((move) => move.squares.includes(number)));
    const together = () => [this.#zoneCell(zone, -1, filled.flatMap(({ pieces }) => pieces))];
    const cells = isHidden ? together() : squares.map(({ number, pieces }) => this.#zoneCell(zone, number, pieces));
    if (isHand) cells.forEach((cell, index) => cell.setAttribute('data-place', index));
    const title = h('span', { class: 'zone-title', title: localized(zone.title).text, text: localized(zone.name).text });
    const isVacant = zone.owner === null && zone.squares.every((square) => square.pieces.length === 0) && filled.length === 0;
    return h('div', { class: `zone${isHand ? ' hand' : ''}${isVacant ? ' nothing' : ''}`, role: 'group', 'aria-label': localized(zone.title).text }, title, h('div', { class: 'zone-cells' }, ...cells));
  }

  /** @param {Zone} zone @param {number} number @param {Piece[]} pieces */
  #zoneCell(zone, number, pieces) {
    const isTouched = this.#moves.some((move) => move.squares.includes(number));
    const isBare = this.classList.contains('bare');
    const isNumber = pieces.length > 0 && pieces.every((piece) => piece.kind === 'counter');
    if (isNumber && !isTouched) return countNode(pieces[0]);
    if (pieces.length === 0 && !isTouched) return h('span', { class: 'vacant', text: '–' });
    const picture = heap(pieces, isBare);
    const isPlain = number < 0 || pieces.every((piece) => piece.kind === 'die' || piece.kind === 'marker' || piece.kind === 'card');
    if (isPlain && !isTouched) return h('span', { class: 'lying' }, picture, h('span', { class: 'hidden', text: pieceNames(pieces) }));
    const button = h('button', { type: 'button', 'data-square': number, 'data-zone': localized(zone.title).text }, picture);
    this.#buttons.set(number, button);
    return button;
  }

  /** Marks what may be touched, what was chosen, and the last move. */
  #mark() {
    const { view, moves, advice, arrows = [], premover, inert } = /** @type {Shown} */ (this.#shown);
    const layout = /** @type {Layout} */ (this.#layout);
    const path = this.#drag?.path ?? this.#picked;
    const next = moves.length > 0 ? targets(this.#moves, path) : new Set();
    const isChoosing = path.length > 0;
    const last = view.squares ?? [];
    const { won } = view.diagram;
    /** @type {SVGElement[]} */
    const marks = [];
    /** @type {SVGElement[]} */
    const dots = [];
    for (const square of view.diagram.squares) {
      const { number } = square;
      if (last.includes(number)) marks.push(...lastMark(layout, square, number === last.at(-1)));
      if (won.includes(number)) marks.push(frame(layout, square, 'won'));
      if (advice.includes(number)) marks.push(frame(layout, square, 'advice'));
      if (this.#premove.includes(number)) marks.push(frame(layout, square, 'premove'));
      if (path.includes(number)) marks.push(frame(layout, square, 'picked'));
      else if (next.has(number)) (isChoosing || square.pieces.length === 0 ? dots : marks).push(isChoosing || square.pieces.length === 0 ? dot(layout, square, isChoosing) : frame(layout, square, 'can'));
    }
    if (advice.length > 1) dots.push(...arrow(layout, advice, 0));
    for (const [rank, squares] of [...arrows.entries()].reverse()) dots.push(...arrow(layout, squares, rank));
    this.#layers.marks.replaceChildren(...marks);
    this.#layers.dots.replaceChildren(...dots);
    for (const [number, button] of this.#buttons) this.#markButton(button, number, { path, next, last, won, isChoosing });
    const tabbable = this.#buttons.get(this.#focus);
    for (const button of this.#cells.children) button.tabIndex = button === tabbable && !inert ? 0 : -1;
    this.classList.toggle('premoving', premover !== null);
    this.dispatchEvent(new CustomEvent('picked', { detail: path }));
  }

  /**
   * @param {HTMLButtonElement} button @param {number} number
   * @param {{ path: number[], next: Set<number>, last: number[], won: number[], isChoosing: boolean }} marks
   */
  #markButton(button, number, { path, next, last, won, isChoosing }) {
    const square = /** @type {Shown} */ (this.#shown).view.diagram.squares[number];
    const isPicked = path.includes(number);
    const state = [
      square ? square.name : button.dataset.zone,
      pieceNames(this.#pieces(number)) || this.#laidOn(number) || t('board.empty'),
      isPicked && t('board.chosen'),
      !isPicked && next.has(number) && (isChoosing || this.#pieces(number).length === 0 ? t('board.to-here') : t('board.can-move')),
      this.#premove.includes(number) && t('board.in-advance'),
      last.includes(number) && t('board.last'),
      won.includes(number) && t('board.won'),
    ];
    const label = state.filter(Boolean).join(', ');
    if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label);
    button.classList.toggle('can', next.has(number) && !isChoosing);
    button.classList.toggle('target', next.has(number) && isChoosing);
    button.classList.toggle('picked', isPicked);
    button.classList.toggle('last', last.includes(number));
  }

  /** @param {number} number */
  #laidOn(number) {
    const laid = /** @type {Shown} */ (this.#shown).view.diagram.laid.find(({ squares }) => squares.includes(number));
    return laid ? localized(laid.piece.name).text : '';
  }

  // Choosing

  /** @param {number} number */
  #touch(number) {
    const shown = /** @type {Shown} */ (this.#shown);
    if (shown.inert) return;
    if (shown.isSetUp) this.#emit('put', { from: null, to: number });
    else if (shown.premover !== null) this.#touchInAdvance(number, shown.premover);
    else if (shown.moves.length === 0) this.#emit('refused', { number });
    else {
      const meant = this.#picked.length === 0 ? placeInColumn(shown.moves, shown.view.diagram.squares, number) : null;
      this.#take(touch(this.#moves, this.#picked, meant ?? number), number);
    }
  }

  /** @param {import('./touch.js').Touched} touched @param {number} number */
  #take({ picked, play, choices }, number) {
    const from = this.#picked[0];
    this.#picked = picked;
    if (play !== null) this.#emit('play', { move: play });
    else if (choices.length === 0 && picked.length === 0 && number !== from) this.#emit('refused', { number, from });
    else this.#emit('choose', { choices });
    this.#mark();
  }

  /** A queue of one move: from a square with an own piece to any other. @param {number} number @param {number} seat */
  #touchInAdvance(number, seat) {
    const isOwn = this.#owners(number).includes(seat);
    if (this.#picked.length === 0) this.#premove = [];
    if (this.#picked.includes(number)) this.#picked = [];
    else if (this.#picked.length > 0) {
      this.#premove = [this.#picked[0], number];
      this.#picked = [];
      this.#emit('premove', { squares: this.#premove });
    } else if (isOwn) this.#picked = [number];
    this.#mark();
  }

  #playPremove() {
    const [from, to] = this.#premove;
    const meant = this.#moves.filter(({ squares }) => squares[0] === from && squares.at(-1) === to);
    const texts = new Set(meant.map(({ move }) => move));
    this.#premove = [];
    this.#picked = [];
    this.#draw(null);
    if (texts.size === 1) this.#emit('play', { move: meant[0].move });
    else this.#emit('premove', { squares: [], isDropped: true });
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  // Pointer and keyboard

  /** @param {Event} event @returns {HTMLButtonElement | null} */
  #buttonOf(event) {
    return event.target instanceof Element ? event.target.closest('button[data-square]') : null;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const button = this.#buttonOf(event);
    if (!button) return;
    if (this.#ignoresClick) {
      this.#ignoresClick = false;
      return;
    }
    const number = Number(button.dataset.square);
    if (this.#cells.contains(button)) this.#focus = number;
    this.#touch(number);
  }

  /** @param {PointerEvent} event */
  #pointerDown(event) {
    this.#ignoresClick = false;
    const button = this.#buttonOf(event);
    const shown = this.#shown;
    if (!button || !shown || event.button !== 0 || shown.inert) return;
    const number = Number(button.dataset.square);
    const begins = shown.isSetUp || (shown.premover !== null ? this.#owners(number).includes(shown.premover) : targets(this.#moves, []).has(number));
    if (!begins || this.#pieces(number).length === 0) return;
    this.#drag = null;
    const path = this.#picked.at(-1) === number ? [...this.#picked] : [number];
    this.#pending = { number, path, x: event.clientX, y: event.clientY, node: null };
    if (event.pointerType !== 'mouse') button.releasePointerCapture?.(event.pointerId);
  }

  /** A press that may become a drag. @type {Drag | null} */
  #pending = null;

  /** @param {PointerEvent} event */
  #pointerMove(event) {
    const pending = this.#pending;
    if (pending && !this.#drag && Math.hypot(event.clientX - pending.x, event.clientY - pending.y) > DRAG_BEGINS) {
      this.#beginDrag(pending, event.pointerId);
    }
    const drag = this.#drag;
    if (!drag?.node) return;
    drag.node.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    const over = this.#squareAt(event);
    if (over === null || this.#shown?.premover !== null || this.#shown.isSetUp) return;
    const path = dragOver(this.#moves, drag.path, over);
    if (path !== drag.path) {
      drag.path = path;
      this.#mark();
    }
  }

  /** @param {Drag} pending @param {number} pointer */
  #beginDrag(pending, pointer) {
    this.#drag = pending;
    const piece = /** @type {Piece} */ (this.#pieces(pending.number).at(-1));
    const button = /** @type {HTMLElement} */ (this.#buttons.get(pending.number));
    const size = Math.min(button.offsetWidth, button.offsetHeight) * 1.1;
    const picture = s('svg', { viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, pieceNode(piece));
    pending.node = h('div', { class: 'dragged' }, picture);
    Object.assign(/** @type {HTMLElement} */ (pending.node).style, { width: `${size}px`, height: `${size}px` });
    document.body.append(/** @type {Node} */ (pending.node));
    this.setPointerCapture(pointer);
    this.#topOf(pending.number)?.classList.add('lifted');
    this.#mark();
  }

  /** @param {number} number */
  #topOf(number) {
    return [...this.querySelectorAll(`[data-on="${number}"]`)].at(-1);
  }

  /** @param {PointerEvent} event @returns {number | null} */
  #squareAt(event) {
    const button = document.elementFromPoint(event.clientX, event.clientY)?.closest('button[data-square]');
    return button instanceof HTMLElement && this.contains(button) ? Number(button.dataset.square) : null;
  }

  /** @param {PointerEvent} event */
  #pointerUp(event) {
    this.#pending = null;
    const drag = this.#drag;
    if (!drag) return;
    const over = this.#squareAt(event);
    this.#endDrag();
    this.#ignoresClick = true;
    setTimeout(() => (this.#ignoresClick = false));
    const shown = /** @type {Shown} */ (this.#shown);
    if (shown.isSetUp) {
      if (over !== drag.number) this.#emit('put', { from: drag.number, to: over });
    } else if (over === null || (over === drag.number && drag.path.length < 2)) this.#picked = over === null ? [] : [drag.number];
    else if (shown.premover !== null) {
      this.#picked = [drag.number];
      this.#touchInAdvance(over, shown.premover);
    } else {
      const touched = drop(this.#moves, drag.path, over);
      this.#isDropped = touched.play !== null && drag.path.length < 3;
      if (this.#isDropped) this.#putDown(drag.number, over);
      this.#picked = [drag.number];
      this.#take(touched, over);
    }
    this.#mark();
  }

  /** Leaves a dropped piece where it is until the server has answered. @param {number} from @param {number} over */
  #putDown(from, over) {
    const layout = /** @type {Layout} */ (this.#layout);
    const square = layout.diagram.squares[over];
    const count = square?.pieces.length ?? 0;
    if (!square) return;
    const { x, y } = layout.hasPoints ? layout.pieceAt(square, count, count + 1) : layout.middle(square);
    this.#topOf(from)?.setAttribute('transform', `translate(${x} ${y})`);
  }

  #endDrag() {
    this.#drag?.node?.remove();
    this.querySelector('.lifted')?.classList.remove('lifted');
    this.#drag = null;
    this.#pending = null;
    if (this.#shown) this.#mark();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Escape' && (this.#picked.length > 0 || this.#premove.length > 0)) {
      this.clear();
      this.#emit('choose', { choices: [] });
      event.stopPropagation();
      return;
    }
    const steps = /** @type {Record<string, number[]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    const button = this.#buttonOf(event);
    if (!button || !(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = nearest(button, [...this.querySelectorAll('button[data-square]')], steps[event.key]);
    if (!next) return;
    if (this.#cells.contains(next)) {
      this.#focus = Number(next.dataset.square);
      for (const other of this.#cells.children) other.tabIndex = other === next ? 0 : -1;
    }
    next.focus();
  }
}

/**
 * The next button in a direction: in the same row, or the nearest one in the next row.
 * @param {HTMLElement} from @param {Element[]} all @param {number[]} step @returns {HTMLElement | null}
 */
function nearest(from, all, [right, down]) {
  const box = from.getBoundingClientRect();
  const distances = all.filter((other) => other !== from).map((other) => {
    const { left, top, width, height } = other.getBoundingClientRect();
    const [x, y] = [left + width / 2 - box.left - box.width / 2, top + height / 2 - box.top - box.height / 2];
    return right ? { other, ahead: x * right, aside: Math.abs(y) } : { other, ahead: y * down, aside: Math.abs(x) };
  });
  const fits = distances.filter(({ ahead, aside }) => ahead > 2 && (!right || aside < box.height / 2));
  fits.sort((one, two) => Math.round(one.ahead) - Math.round(two.ahead) || one.aside - two.aside);
  return /** @type {HTMLElement | null} */ (fits[0]?.other ?? null);
}

/** Whether it is not known what it is. @param {Piece} piece */
const isFaceDown = ({ kind, ends, rank }) => (kind === 'tile' && !ends) || (kind === 'card' && !rank);

/** A number as text, with its limit in a softer tone. @param {Piece} piece */
function countNode({ value, limit, name }) {
  const shown = h('span', { 'aria-hidden': 'true' }, String(value), limit !== null && limit !== undefined ? h('small', { text: `/${limit}` }) : null);
  return h('span', { class: 'count' }, shown, h('span', { class: 'hidden', text: name }));
}

customElements.define('game-board', GameBoard);
