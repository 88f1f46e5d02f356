// <game-board>: draws a diagram and lets the user move with pointer or keyboard. The drawing is hidden from screen
// readers; instead, a real button covers each square.

import { h, localized, nearest, s, t } from './dom.js';
import { Layout, arrow, dot, drawn, frame, ground, laidNode, lastMark, movePieces, names, pieceNames, pieceNode, zoneNode } from './pieces.js';
import { MoveInSteps, placeInColumn, withoutEverywhere } from './touch.js';

/** @typedef {import('./touch.js').LegalMove} LegalMove */
/** @typedef {import('./match-model.js').View} View */
/** @typedef {import('./match-model.js').Piece} Piece */

/**
 * Content of the board. `bottom` is the seat at the bottom. `premover` is the seat that may set premoves;
 * `isPlacing` is set if its moves only place a piece. `game` is the
 * name of the game, which premoves need for its promotions. `advice` contains the squares of a hint. `arrows` contains
 * the squares of the first moves of lines, best line first. `shapes` contains the user's saved drawings. If `isSetUp`
 * is set, any piece can go anywhere.
 * @typedef {{ view: View, flipped: boolean, bottom: number, moves: LegalMove[], premover: number | null, isPlacing?: boolean, advice: number[], game?: string, arrows?: number[][], shapes?: import('./shapes.js').Shape[], inert?: boolean, isSetUp?: boolean }} Shown
 */

/**
 * A drag: its start square and the squares passed.
 * @typedef {{ number: number, passed: number[], x: number, y: number, node: HTMLElement | null }} Drag
 */

const DRAG_BEGINS = 5;

export class GameBoard extends HTMLElement {
  /** @type {Shown | null} */
  #shown = null;
  /** @type {Layout | null} */
  #layout = null;
  /** The drawn view: the position after the steps of the move or after the premoves. @type {View | null} */
  #drawn = null;
  /** The move in progress. */
  #entry = new MoveInSteps([]);
  /** A move that was in progress when an earlier position was shown. @type {{ view: View, entry: MoveInSteps } | null} */
  #interrupted = null;
  /** Number of its steps already drawn. */
  #stepsDrawn = 0;
  /** Whether the move was sent but not answered yet. */
  #isSent = false;
  /** The premoves. @type {import('./premoves.js').Ahead} */
  #ahead = { queue: [], picked: null };
  /** The premove module; null until the first premove. @type {typeof import('./premoves.js') | null} */
  #premoves = null;
  /** The special moves of the game; null until the first premove. @type {Promise<import('./premoves.js').Special> | null} */
  #special = null;
  #told = '';
  /** The open promotion menu. @type {{ close: () => void } | null} */
  #choice = null;
  /** @type {Drag | null} */
  #drag = null;
  #ignoresClick = false;
  /** `true` while the user chooses a square by keyboard so that the arrow keys move from square to square. */
  #isByKey = false;
  /** The user's drawings on this position. @type {import('./shapes.js').Shape[]} */
  #shapes = [];
  /** @type {Map<number, HTMLButtonElement>} */
  #buttons = new Map();
  #shape = '';
  #focus = -1;
  #layers = { ground: s('g'), marks: s('g'), names: s('g'), laid: s('g'), pieces: s('g'), dots: s('g', { class: 'dots' }) };
  #picture = s('svg', { 'aria-hidden': 'true', class: 'picture' });
  #cells = h('div', { class: 'cells', role: 'group', 'aria-label': t('board') });
  #confirm = h('button', { type: 'button', class: 'main', text: t('match.play'), onclick: () => this.#play(this.#entry.ends[0]) });
  #finish = h('div', { class: 'finish', hidden: true }, h('button', { type: 'button', text: t('board.undo'), onclick: () => ((this.#entry.picked = null), this.#undoStep()) }), this.#confirm);
  #surface = h('div', { class: 'surface' }, this.#picture, this.#cells, this.#finish);
  #strips = { top: h('div', { class: 'strip' }), side: h('div', { class: 'strip' }), bottom: h('div', { class: 'strip' }) };

  connectedCallback() {
    if (this.firstChild) return;
    const { ground, marks, names, laid, pieces, dots } = this.#layers;
    this.#picture.append(ground, marks, names, laid, pieces, dots);
    this.append(this.#strips.top, this.#surface, this.#strips.side, this.#strips.bottom);
    this.addEventListener('click', (event) => this.#click(event));
    this.addEventListener('keydown', (event) => this.#key(event));
    this.addEventListener('focusin', (event) => (this.#isByKey = !!this.#buttonOf(event)?.matches(':focus-visible')));
    this.addEventListener('contextmenu', (event) => this.#cells.contains(/** @type {Node} */ (event.target)) && event.preventDefault());
    this.addEventListener('pointerdown', (event) => this.#pointerDown(event));
    this.addEventListener('pointermove', (event) => this.#pointerMove(event));
    this.addEventListener('pointerup', (event) => this.#pointerUp(event));
    this.addEventListener('pointercancel', () => this.#endDrag());
    // The second button of the mouse causes no pointerdown.
    this.addEventListener('mousedown', (event) => event.button === 2 && this.#cancelDrag());
    document.addEventListener('look', () => this.isConnected && this.#shown && this.#draw(null));
  }

  /** Shows different content. @param {Shown} shown */
  show(shown) {
    const before = this.#shown;
    const isSame = before?.view === shown.view && before.flipped === shown.flipped && before.bottom === shown.bottom && before.premover === shown.premover;
    const changesMoves = JSON.stringify(before?.moves) !== JSON.stringify(shown.moves);
    if (before && before.view !== shown.view && before.moves.length > 0) this.#interrupted = this.#isSent || this.#entry.made.length === 0 ? null : { view: before.view, entry: this.#entry };
    this.#shown = shown;
    if (shown.shapes) this.#shapes = shown.shapes;
    else if (before?.view !== shown.view) this.#shapes = [];
    if (changesMoves || before?.view !== shown.view) this.#renew();
    if (shown.premover === null && shown.moves.length > 0 && !this.#isSent && this.#ahead.queue.length > 0) this.#playPremove();
    else if (!isSame) this.#draw(before?.flipped === shown.flipped ? this.#drawn : null);
    else this.#mark();
  }

  /** Restarts the move. The selected piece stays selected if it can move. */
  #renew() {
    const { view, moves, premover } = /** @type {Shown} */ (this.#shown);
    const picked = this.#entry.picked ?? this.#ahead.picked;
    this.#choice?.close();
    this.#choice = null;
    this.#told = '';
    const isResumed = moves.length > 0 && this.#interrupted?.view === view;
    this.#entry = isResumed && this.#interrupted ? this.#interrupted.entry : new MoveInSteps(moves.length > 0 ? (view.steps ?? []) : []);
    if (moves.length > 0) this.#interrupted = null;
    this.#stepsDrawn = 0;
    this.#isSent = false;
    if (premover !== null) return;
    this.#ahead.picked = null;
    if (picked !== null && this.#entry.next.some(([from]) => from === picked)) this.#entry.picked = picked;
  }

  /** The width of the board divided by its height; 0 if there is no board. */
  get aspect() {
    return this.#layout && this.#layout.diagram.columns > 0 ? this.#layout.width / this.#layout.height : 0;
  }

  /** Makes the stage around the board leave room for the zones. @param {HTMLElement} stage */
  fit(stage) {
    const { columns, zones } = /** @type {View} */ (this.#drawn).diagram;
    const owned = zones.filter(({ owner }) => owner !== null);
    const hands = owned.filter(({ squares }) => squares.length > 2);
    stage.style.setProperty('--aspect', String(this.aspect || 1.15));
    // The player's hand has a row, and two hands of opponents share a row.
    stage.style.setProperty('--hand-rows', String(1 + Math.ceil((hands.length - 1) / 2)));
    const kinds = { 'is-bare': columns === 0, 'has-zones': owned.length > 0, 'has-hands': hands.length > 0, 'has-side': owned.length < zones.length };
    for (const [name, is] of Object.entries(kinds)) stage.classList.toggle(name, is);
  }

  /** Redraws the position after the server refused a move that is already drawn. */
  redraw() {
    if (!this.#shown) return;
    this.#renew();
    this.#entry.restart();
    this.#draw(null);
  }

  /** Clears the selection. */
  clear() {
    this.#ahead = { queue: [], picked: null };
    this.redraw();
  }

  /** @param {number} number @returns {Piece[]} */
  #pieces(number) {
    const { diagram } = /** @type {View} */ (this.#drawn);
    const zones = diagram.zones.flatMap((zone) => zone.squares);
    return (diagram.squares[number] ?? zones.find((square) => square.number === number))?.pieces ?? [];
  }

  /** @param {number} number */
  #owners(number) {
    return this.#pieces(number).map((piece) => piece.owner);
  }

  /** Whether a piece of the side to move is on top of a square, even if it has no legal move. @param {number} number */
  #isOfMover(number) {
    const owner = this.#owners(number).at(-1) ?? null;
    return owner !== null && this.#entry.next.some(([from]) => from !== null && this.#owners(from).at(-1) === owner);
  }

  // Drawing

  /** @param {View | null} before the view from which pieces are animated to their new places */
  #draw(before) {
    const shown = /** @type {Shown} */ (this.#shown);
    const view = shown.premover === null ? this.#entry.show(shown.view, this.#stepsDrawn) : (this.#premoves?.showAhead(this.#ahead, shown.view) ?? shown.view);
    this.#stepsDrawn = this.#entry.made.length;
    this.#drawn = view;
    const layout = (this.#layout = new Layout(view.diagram, shown.flipped));
    const shape = JSON.stringify([layout.width, layout.height, layout.flipped, view.diagram.squares.length, view.diagram.shades]);
    this.classList.toggle('bare', view.diagram.columns === 0);
    this.classList.toggle('hexagonal', layout.hexagonal !== null);
    this.#surface.hidden = view.diagram.columns === 0;
    const isSameShape = shape === this.#shape;
    if (!isSameShape) this.#build(shape);
    this.#layers.names.replaceChildren(...names(layout));
    this.#layers.laid.replaceChildren(...view.diagram.laid.map((laid) => laidNode(layout, laid)));
    movePieces(this.#layers.pieces, layout, view, isSameShape ? before : null);
    this.#drawZones();
    this.#mark();
  }

  /** Builds the background, the labels and the buttons. @param {string} shape */
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
      const { top, height } = layout.touched(y);
      Object.assign(button.style, { left: percent(x, layout.width), top: percent(top, layout.height), width: percent(100, layout.width), height: percent(height, layout.height) });
      this.#buttons.set(square.number, button);
      return button;
    }));
    this.#focus = places.some(({ square }) => square.number === this.#focus) ? this.#focus : (places.at(-1)?.square.number ?? -1);
  }

  #drawZones() {
    const { bottom } = /** @type {Shown} */ (this.#shown);
    const view = /** @type {View} */ (this.#drawn);
    const { zones, captions = [] } = view.diagram;
    const focused = Number(/** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.square ?? NaN);
    const isInZone = this.contains(document.activeElement) && !this.#cells.contains(document.activeElement);
    const finishing = /** @type {HTMLElement | null} */ (this.#finish.contains(document.activeElement) ? document.activeElement : null);
    for (const number of this.#buttons.keys()) if (number >= view.diagram.squares.length) this.#buttons.delete(number);
    const place = (/** @type {HTMLElement} */ strip, /** @type {View['diagram']['zones']} */ list, /** @type {typeof captions} */ facts = []) => {
      const nodes = list.map((zone) => zoneNode(zone, this.classList.contains('bare'), (number) => this.#touches(number), this.#buttons));
      strip.replaceChildren(...nodes, ...facts.map(({ text }) => h('span', { class: 'caption', text: localized(text).text })));
      strip.hidden = strip.childElementCount === 0;
      const isSlim = strip === this.#strips.side && list.every(({ squares }) => squares.length === 1 && squares[0].pieces.every((piece) => piece.kind === 'counter'));
      strip.classList.toggle('slim', isSlim);
    };
    place(this.#strips.top, zones.filter((zone) => zone.owner !== null && zone.owner !== bottom), captions.filter(({ seat }) => seat !== bottom));
    place(this.#strips.side, zones.filter((zone) => zone.owner === null));
    place(this.#strips.bottom, zones.filter((zone) => zone.owner === bottom), captions.filter(({ seat }) => seat === bottom));
    this.#placeFinish(finishing);
    if (isInZone) this.#buttons.get(focused)?.focus();
  }

  /** Puts Undo and Play next to the dice, or else on the board. @param {HTMLElement | null} focused one of the two, if focused */
  #placeFinish(focused) {
    const { side } = this.#strips;
    (side.hidden ? this.#surface : side).append(this.#finish);
    focused?.focus();
  }

  /** Whether a legal move touches a square. @param {number} number */
  #touches(number) {
    return /** @type {Shown} */ (this.#shown).moves.some(({ squares }) => squares.includes(number));
  }

  /** Marks movable pieces, the selection and the last move. */
  #mark() {
    const { view: { squares: last = [] }, advice, arrows = [], premover, inert } = /** @type {Shown} */ (this.#shown);
    const view = /** @type {View} */ (this.#drawn);
    const layout = /** @type {Layout} */ (this.#layout);
    const entry = this.#entry;
    const picked = entry.picked ?? this.#ahead.picked;
    const path = entry.picked === null || entry.hasSeveralParts ? [picked].filter((square) => square !== null) : entry.squares;
    const isChoosing = picked !== null;
    const next = entry.targets;
    const marked = isChoosing ? next : withoutEverywhere(next, view.diagram.squares);
    const ahead = this.#premoves?.squaresAhead(this.#ahead) ?? [];
    const { won } = view.diagram;
    const [marks, dots] = /** @type {SVGElement[][]} */ ([[], []]);
    for (const square of view.diagram.squares) {
      const { number } = square;
      if (last.includes(number)) marks.push(...lastMark(layout, square, number === last.at(-1)));
      if (won.includes(number)) marks.push(frame(layout, square, 'won'));
      if (advice.includes(number)) marks.push(frame(layout, square, 'advice'));
      if (ahead.includes(number)) marks.push(frame(layout, square, 'premove'));
      if (path.includes(number)) marks.push(frame(layout, square, 'picked'));
      else if (marked.has(number)) (isChoosing || square.pieces.length === 0 ? dots : marks).push(isChoosing || square.pieces.length === 0 ? dot(layout, square, isChoosing) : frame(layout, square, 'can'));
    }
    if (advice.length > 1) dots.push(...arrow(layout, advice, 0));
    for (const [rank, squares] of [...arrows.entries()].reverse()) dots.push(...arrow(layout, squares, rank));
    for (const { color, squares } of this.#shapes) dots.push(...drawn(layout, squares, color));
    this.#layers.marks.replaceChildren(...marks);
    this.#layers.dots.replaceChildren(...dots);
    for (const [number, button] of this.#buttons) this.#markButton(button, number, { path, next, last, won, isChoosing });
    const tabbable = this.#buttons.get(this.#focus);
    for (const button of this.#cells.children) button.tabIndex = button === tabbable && !inert ? 0 : -1;
    this.classList.toggle('premoving', premover !== null);
    this.#finish.hidden = this.#isSent || this.#choice !== null || entry.made.length === 0 || (!entry.hasSeveralParts && entry.ends.length === 0);
    this.#confirm.disabled = entry.ends.length !== 1;
  }

  /**
   * @param {HTMLButtonElement} button @param {number} number
   * @param {{ path: number[], next: Set<number>, last: number[], won: number[], isChoosing: boolean }} marks
   */
  #markButton(button, number, { path, next, last, won, isChoosing }) {
    const square = /** @type {View} */ (this.#drawn).diagram.squares[number];
    const isPicked = path.includes(number);
    const state = [
      square ? square.name : button.dataset.zone,
      pieceNames(this.#pieces(number)) || this.#laidOn(number) || t('board.empty'),
      isPicked && t('board.chosen'),
      !isPicked && next.has(number) && (isChoosing || this.#pieces(number).length === 0 ? t('board.to-here') : t('board.can-move')),
      this.#premoves?.squaresAhead(this.#ahead).includes(number) && t('board.in-advance'),
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
    const laid = /** @type {View} */ (this.#drawn).diagram.laid.find(({ squares }) => squares.includes(number));
    return laid ? localized(laid.piece.name).text : '';
  }

  // Choosing

  /** @param {number} number */
  #touch(number) {
    const shown = /** @type {Shown} */ (this.#shown);
    if (shown.inert || this.#isSent) return;
    if (shown.isSetUp) this.#emit('put', { from: null, to: number });
    else if (shown.premover !== null) this.#touchAhead(number, shown.premover);
    else if (shown.moves.length === 0) this.#emit('refused', { number });
    else {
      const from = this.#entry.picked;
      const meant = from === null ? placeInColumn(shown.moves, shown.view.diagram.squares, number) : null;
      this.#take(this.#entry.touch(meant ?? number), number, from);
    }
  }

  /**
   * Draws and announces the result of a touch.
   * @param {import('./touch.js').Touched} touched @param {number} number @param {number | null} from the square of the piece that was selected
   */
  #take({ kind, moves }, number, from, isDropped = false) {
    const entry = this.#entry;
    if (entry.made.length !== this.#stepsDrawn) this.#draw(isDropped ? null : this.#drawn);
    if (kind === 'move') this.#play(moves[0]);
    else if (kind === 'several') this.#choose(moves);
    else if (kind === 'unclear') this.#tell(t('board.unclear'));
    else if (kind === 'nothing' && entry.made.length > 0) this.#tell(t('board.no-step'));
    else if (kind === 'nothing') this.#refuse(number, from, isDropped);
    else {
      this.#emit('choose', { choices: [] });
      this.#tell(kind === 'stepped' && entry.ends.length === 1 ? t('board.finished', { move: this.#text(entry.ends[0]) }) : '');
    }
    this.#mark();
  }

  /**
   * Selects a piece without a legal move; the next touch then gives the reason. Otherwise, reports that the touch does
   * nothing.
   * @param {number} number @param {number | null} from @param {boolean} isDropped
   */
  #refuse(number, from, isDropped) {
    const square = /** @type {View} */ (this.#drawn).diagram.squares[number];
    const isStuck = !isDropped && square !== undefined && this.#isOfMover(number);
    this.#entry.picked = isStuck ? number : null;
    if (isStuck) return this.#tell(t('board.stuck', { square: square.name, piece: pieceNames(square.pieces.slice(-1)) }));
    this.#told = '';
    this.#emit('refused', { number, from: from ?? undefined });
  }

  /** Announces a message about the move in progress. @param {string} text */
  #tell(text) {
    if (text !== this.#told) this.#emit('told', { text });
    this.#told = text;
  }

  #text(/** @type {number} */ move) {
    return /** @type {Shown} */ (this.#shown).moves[move].move;
  }

  #play(/** @type {number} */ move) {
    this.#isSent = true;
    this.#emit('play', { move: this.#text(move) });
    this.#mark();
  }

  /**
   * Offers several moves: as pieces on their square if only the piece differs, otherwise as text.
   * @param {number[]} moves
   */
  async #choose(moves) {
    const entry = this.#entry;
    const pieces = entry.next.flatMap(([, , , , becomes]) => becomes ?? []);
    if (pieces.length === 0) return this.#emit('choose', { choices: moves.map((move) => this.#text(move)) });
    const number = /** @type {number} */ (entry.made.at(-1)?.[1]);
    const { choosePiece } = await import('./board-choice.js');
    if (entry !== this.#entry || entry.next.length === 0) return;
    this.#choice = choosePiece(this.#surface, /** @type {HTMLElement} */ (this.#buttons.get(number)), pieces, (index) => {
      this.#choice = null;
      if (index === null) return this.#undoStep();
      entry.choose(moves[index]);
      this.#draw(null);
      this.#play(moves[index]);
    });
    this.#mark();
  }

  /** Undoes the last step of the move, or cancels the premoves. Returns `true` if anything changed. */
  undoStep() {
    return !this.#isSent && this.#undoStep();
  }

  #undoStep() {
    const { picked, queue } = this.#ahead;
    const hasUndone = this.#entry.undo();
    if (!hasUndone && picked === null && queue.length === 0) return false;
    this.#ahead = { queue: [], picked: null };
    if (this.#entry.made.length !== this.#stepsDrawn || queue.length > 0) this.#draw(this.#drawn);
    this.#mark();
    if (queue.length > 0) this.#emit('premove', { squares: [] });
    this.#emit('choose', { choices: [] });
    this.#tell('');
    return true;
  }

  /**
   * Queues premoves. Each goes from a square with one of the seat's pieces to any other square.
   * @param {number} number @param {number} seat
   */
  async #touchAhead(number, seat, isDropped = false) {
    this.#premoves ??= await import('./premoves.js');
    const { promotions, joint } = await (this.#special ??= this.#premoves.specialMoves(this.#shown?.game ?? ''));
    if (this.#shown?.premover !== seat || this.#choice) return;
    this.#ahead.joint = joint;
    const { picked } = this.#ahead;
    if (this.#shown.isPlacing) {
      if (this.#premoves.placeAhead(this.#ahead, number, this.#pieces(number).length === 0)) this.#emit('premove', { squares: this.#premoves.squaresAhead(this.#ahead) });
      return this.#mark();
    }
    const moved = picked === null ? undefined : this.#pieces(picked).at(-1);
    if (this.#premoves.touchAhead(this.#ahead, number, this.#owners(number).includes(seat))) {
      this.#draw(isDropped ? null : this.#drawn);
      const last = this.#ahead.queue.at(-1);
      const choices = last ? this.#premoves.choicesOn(promotions, moved, number) : [];
      if (last && choices.length > 0) return this.#chooseAhead(last, choices);
      this.#emit('premove', { squares: this.#premoves.squaresAhead(this.#ahead) });
    }
    this.#mark();
  }

  /** Offers the pieces that a premove can promote to. @param {import('./premoves.js').Premove} last @param {Piece[]} pieces */
  async #chooseAhead(last, pieces) {
    const { queue } = this.#ahead;
    last[2] = null;
    const { choosePiece } = await import('./board-choice.js');
    if (this.#ahead.queue !== queue || queue.at(-1) !== last) return;
    this.#choice = choosePiece(this.#surface, /** @type {HTMLElement} */ (this.#buttons.get(last[1])), pieces, (index) => {
      this.#choice = null;
      if (index === null) queue.pop();
      else last[2] = pieces[index];
      this.#draw(null);
      this.#emit('premove', { squares: this.#premoves?.squaresAhead(this.#ahead) ?? [] });
    });
    this.#mark();
  }

  #playPremove() {
    const { moves, view } = /** @type {Shown} */ (this.#shown);
    const [next] = this.#ahead.queue;
    const [from, to, becomes] = next;
    if (from === null) next[1] = placeInColumn(moves, view.diagram.squares, to) ?? to;
    // The user chooses the piece, so this is now an ordinary move.
    if (from !== null && becomes === null) {
      this.#ahead = { queue: [], picked: null };
      this.#draw(this.#drawn);
      this.#entry.touch(from);
      this.#emit('premove', { squares: [] });
      return this.#take(this.#entry.touch(to), to, from);
    }
    const move = this.#premoves?.playAhead(this.#ahead, this.#entry) ?? null;
    this.#draw(this.#drawn);
    if (move !== null) this.#play(move);
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
    // A double click plays the larger die.
    if (event.detail === 2 && this.#entry.hasSeveralParts && this.#entry.picked === number) this.#take(this.#entry.playFirst(number), number, number);
    else this.#touch(number);
  }

  /** Draws a circle or an arrow with the right mouse button. @param {PointerEvent} down */
  async #sketch(down) {
    const from = this.#squareAt(down);
    if (from === null || !this.#shown || this.#shown.isSetUp || this.#shown.inert) return;
    const up = /** @type {Promise<PointerEvent>} */ (new Promise((resolve) => addEventListener('pointerup', resolve, { once: true })));
    const { colorOf, toggled } = await import('./shapes.js');
    const to = this.#squareAt(await up);
    if (to !== null) this.#setShapes(toggled(this.#shapes, { color: colorOf(down), squares: to === from ? [from] : [from, to] }));
  }

  /** @param {import('./shapes.js').Shape[]} shapes */
  #setShapes(shapes) {
    this.#shapes = shapes;
    this.#mark();
    this.#emit('shapes', { shapes });
  }

  /** @param {PointerEvent} event */
  #pointerDown(event) {
    this.#ignoresClick = false;
    const button = this.#buttonOf(event);
    const shown = this.#shown;
    this.#isByKey = false;
    if (event.button === 2 && this.#cancelDrag()) return;
    if (event.button === 2 && shown && shown.premover !== null && this.#undoStep()) return;
    if (event.button === 2) return this.#sketch(event);
    if (!button || !shown || event.button !== 0 || shown.inert) return;
    const number = Number(button.dataset.square);
    const begins = shown.isSetUp || (shown.premover !== null ? !shown.isPlacing && this.#owners(number).includes(shown.premover) : this.#isOfMover(number));
    // A study's drawings stay visible during a move.
    if (this.#shapes.length > 0 && !(shown.shapes && (begins || this.#entry.picked !== null))) this.#setShapes([]);
    if (!begins || this.#isSent || this.#pieces(number).length === 0) return;
    this.#drag = null;
    this.#pending = { number, passed: [], x: event.clientX, y: event.clientY, node: null };
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
    if (over !== null && over !== drag.passed.at(-1)) drag.passed.push(over);
  }

  /** @param {Drag} pending @param {number} pointer */
  #beginDrag(pending, pointer) {
    this.#drag = pending;
    const shown = /** @type {Shown} */ (this.#shown);
    if (shown.premover !== null) this.#ahead.picked = pending.number;
    else if (!shown.isSetUp) this.#entry.picked = pending.number;
    const piece = /** @type {Piece} */ (this.#pieces(pending.number).at(-1));
    const button = /** @type {HTMLElement} */ (this.#buttons.get(pending.number));
    const size = Math.min(button.offsetWidth, button.offsetHeight) * 1.1;
    const picture = s('svg', { viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, pieceNode(piece));
    pending.node = h('div', { class: 'dragged' }, picture);
    Object.assign(/** @type {HTMLElement} */ (pending.node).style, { width: `${size}px`, height: `${size}px` });
    document.body.append(/** @type {Node} */ (pending.node));
    this.setPointerCapture(pointer);
    document.addEventListener('keydown', this.#cancelByKey, { capture: true });
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
    } else if (over === null || over === drag.number) {
      if (over === null) this.#ahead.picked = null;
      if (over === null && this.#entry.made.length === 0) this.#entry.picked = null;
    } else if (shown.premover !== null) this.#touchAhead(over, shown.premover, true);
    else this.#take(this.#entry.touch(over, drag.passed), over, drag.number, true);
    this.#mark();
  }

  /** @param {KeyboardEvent} event */
  #cancelByKey = (event) => {
    if (event.key !== 'Escape' || !this.#cancelDrag()) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Puts the dragged piece back, and deselects it unless its move has begun. Returns `true` if there was a drag. */
  #cancelDrag() {
    if (!this.#drag) return false;
    this.#ahead.picked = null;
    if (this.#entry.made.length === 0) this.#entry.picked = null;
    this.#endDrag();
    this.#ignoresClick = true;
    return true;
  }

  #endDrag() {
    document.removeEventListener('keydown', this.#cancelByKey, { capture: true });
    this.#drag?.node?.remove();
    this.querySelector('.lifted')?.classList.remove('lifted');
    this.#drag = null;
    this.#pending = null;
    if (this.#shown) this.#mark();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if ((event.key === 'Escape' || event.key === 'Backspace') && this.undoStep()) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    // Escape lets the arrow keys step through the game again.
    if (event.key === 'Escape') this.#isByKey = false;
    else if (event.key === 'Enter' || event.key === ' ') this.#isByKey = true;
    const steps = /** @type {Record<string, number[]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    const button = this.#buttonOf(event);
    if (!button || !this.#isByKey || !(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
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

customElements.define('game-board', GameBoard);
