// Lets the user make a move step by step. The server sends the graph of all legal steps, so nothing here knows the
// rules.

/** @typedef {import('./match-model.js').View} View */
/** @typedef {import('./match-model.js').Piece} Piece */
/** @typedef {import('./match-model.js').Diagram} Diagram */

/**
 * A legal move: its text, and the numbers of the squares that it touches from first to last.
 * @typedef {{ move: string, squares: number[] }} LegalMove
 */

/**
 * A step: its start square (null if the step touches only one square), its end square, and the node after it. These are
 * followed by other pieces that it moves or removes (null), and the piece that the user chooses.
 * @typedef {[from: number | null, to: number, next: number, others?: [number, number | null][], becomes?: Piece]} Step
 */

/**
 * A state between two steps: the indexes of the moves that may end there, the next steps, the captions that differ from
 * the diagram's, and the squares of used pieces, such as dice.
 * @typedef {{ moves?: number[], steps?: Step[], captions?: Diagram['captions'], spent?: number[] }} StepNode
 */

/**
 * The result of a touch: a piece is selected or a step is undone; the move continues or waits for confirmation; the
 * move is made; one of `moves` must be chosen; the next square of a path must be touched; no move continues there.
 * @typedef {{ kind: 'picked' | 'stepped' | 'move' | 'several' | 'unclear' | 'nothing', moves: number[] }} Touched
 */

/**
 * Steps of one piece: the piece's square after them, the node, and each step as a node and an index.
 * @typedef {{ at: number, end: number, path: [number, number][] }} Way
 */

/** Maximum number of paths to a square. */
const WAYS_MAX = 4096;

/** @param {Touched['kind']} kind @param {number[]} [moves] @returns {Touched} */
const touched = (kind, moves = []) => ({ kind, moves });

/** The square that the user touches first for a step. @param {Step} step */
const startOf = ([from, to]) => from ?? to;

/** A move in progress: the steps so far, and the square of the selected piece. */
export class MoveInSteps {
  /** @type {[number, number][]} */
  #made = [];
  /** @type {number | null} */
  picked = null;

  /** @param {StepNode[]} nodes the graph; empty if no move has steps */
  constructor(nodes) {
    this.nodes = nodes;
    /** Whether a move can consist of steps of several pieces. Such a move is sent only after confirmation. */
    this.hasSeveralParts = nodes.some(({ steps = [] }) => steps.some(([, to, next]) =>
      (nodes[next].steps ?? []).some(([from]) => from !== null && from !== to)));
  }

  get #at() {
    const last = this.#made.at(-1);
    return last ? this.#step(last)[2] : 0;
  }

  /** @param {[number, number]} made @returns {Step} */
  #step([node, index]) {
    return /** @type {Step[]} */ (this.nodes[node].steps)[index];
  }

  /** The steps so far. */
  get made() {
    return this.#made.map((made) => this.#step(made));
  }

  /** The legal next steps. */
  get next() {
    return this.nodes[this.#at]?.steps ?? [];
  }

  /** The indexes of the moves that may end here. */
  get ends() {
    return this.nodes[this.#at]?.moves ?? [];
  }

  /** The squares of the steps so far and the square of the selected piece. */
  get squares() {
    const squares = this.made.flatMap(([from, to]) => (from === null ? [to] : [from, to]));
    if (this.picked !== null) squares.push(this.picked);
    return squares.filter((square, index) => square !== squares[index - 1]);
  }

  /**
   * The squares that can be touched next: squares of movable pieces, or squares that the selected piece can reach.
   * @returns {Set<number>}
   */
  get targets() {
    if (this.picked === null) return new Set(this.next.map(startOf));
    const found = new Set();
    const seen = new Set();
    const waiting = [[this.#at, this.picked]];
    for (const [node, at] of waiting) {
      if (seen.has(node)) continue;
      seen.add(node);
      for (const [from, to, next] of this.nodes[node]?.steps ?? []) {
        if (from !== at) continue;
        found.add(to);
        waiting.push([next, to]);
      }
    }
    return found;
  }

  /** Deselects the piece, or undoes the last step. Returns `true` if anything changed. */
  undo() {
    if (this.picked !== null && this.picked !== this.#follower) {
      this.picked = null;
      return true;
    }
    if (!this.#made.pop()) return false;
    this.picked = this.#follower;
    return true;
  }

  /** Undoes all steps. */
  restart() {
    this.#made = [];
    this.picked = null;
  }

  /**
   * Touches a square: selects a piece, moves the selected piece by one or more steps, or undoes the last step. A piece
   * that is dropped where it can't go does nothing.
   * @param {number} square @param {number[]} [passed] the squares that the piece was dragged over, if it was dragged
   * @returns {Touched}
   */
  touch(square, passed) {
    if (this.picked === null) return this.#start(square);
    const from = this.picked;
    const all = this.#ways(from, square);
    const [first] = all;
    if (!first) {
      if (passed) return touched('nothing');
      if (square !== from) return this.#start(square);
      this.undo();
      return touched('picked');
    }
    // A single step takes precedence over a longer path to the same square.
    const along = passed && first.path.length > 1 ? all.filter((way) => this.#leads(way, passed)) : [];
    const ways = along.length > 0 ? along : all;
    if (first.path.length > 1 && ways.some(({ end }) => end !== ways[0].end) && this.#movesFrom(ways).size > 1) return touched('unclear');
    this.#made.push(...ways[0].path);
    return this.#stepped();
  }

  /**
   * Makes the first listed step of the piece on a square. In backgammon, this step uses the larger die.
   * @param {number} square @returns {Touched}
   */
  playFirst(square) {
    const index = this.next.findIndex(([from]) => from === square);
    if (index < 0) return touched('nothing');
    this.#made.push([this.#at, index]);
    return this.#stepped();
  }

  /** Chooses one of the moves that are still possible after the last touch. @param {number} move @returns {Touched} */
  choose(move) {
    const index = this.next.findIndex(([, , next]) => this.nodes[next].moves?.includes(move));
    if (index >= 0) this.#made.push([this.#at, index]);
    return touched('move', [move]);
  }

  /**
   * The view after the steps so far.
   * @param {View} view @param {number} [drawn] the number of steps that the board already shows @returns {View}
   */
  show(view, drawn = 0) {
    const route = this.made.slice(drawn).flatMap(([from, to], index) => (from === null || index > 0 ? [to] : [from, to]));
    return this.#made.length > 0 ? { ...view, diagram: afterSteps(view.diagram, this.made, this.nodes[this.#at]), squares: route } : view;
  }

  /** @param {number} square @returns {Touched} */
  #start(square) {
    const index = this.next.findIndex((step) => startOf(step) === square);
    if (index >= 0 && this.next[index][0] !== null) {
      this.picked = square;
      return touched('picked');
    }
    if (index >= 0) {
      this.#made.push([this.#at, index]);
      return this.#stepped();
    }
    if (this.#made.length === 0 || this.hasSeveralParts) return touched('nothing');
    // Select another piece instead of the one that is in mid-move.
    const begun = this.#made;
    this.#made = [];
    const result = this.#start(square);
    if (result.kind === 'nothing') this.#made = begun;
    return result;
  }

  /** @returns {Touched} */
  #stepped() {
    this.picked = this.#follower;
    const chosen = this.next.filter(([, , , , becomes]) => becomes).flatMap(([, , next]) => this.nodes[next].moves ?? []);
    if (chosen.length > 0) return touched('several', chosen);
    if (this.next.length > 0 || this.hasSeveralParts) return touched('stepped');
    return touched(this.ends.length === 1 ? 'move' : 'several', this.ends);
  }

  /** The square of the piece that has moved, if the move must continue with this piece. */
  get #follower() {
    const last = this.made.at(-1)?.[1] ?? null;
    return last !== null && this.next.length > 0 && this.next.every(([from]) => from === last) ? last : null;
  }

  /** The paths of the piece on `from` to `to`, shortest first. @param {number} from @param {number} to */
  #ways(from, to) {
    /** @type {Way[]} */
    const ways = [{ at: from, end: this.#at, path: [] }];
    const found = [];
    for (const way of ways) {
      for (const [index, step] of (this.nodes[way.end]?.steps ?? []).entries()) {
        if (step[0] !== way.at || ways.length > WAYS_MAX) continue;
        /** @type {Way} */
        const longer = { at: step[1], end: step[2], path: [...way.path, [way.end, index]] };
        if (step[1] === to) found.push(longer);
        ways.push(longer);
      }
    }
    return found;
  }

  /** The indexes of the moves that can follow these paths. @param {Way[]} ways @returns {Set<number>} */
  #movesFrom(ways) {
    const nodes = new Set(ways.map(({ end }) => end));
    const moves = new Set();
    for (const node of nodes) {
      for (const move of this.nodes[node].moves ?? []) moves.add(move);
      for (const [, , next] of this.nodes[node].steps ?? []) nodes.add(next);
    }
    return moves;
  }

  /** Whether a path lands on all the passed squares, in order. @param {Way} way @param {number[]} passed */
  #leads({ path }, passed) {
    let at = 0;
    return path.slice(0, -1).every((made) => {
      at = passed.indexOf(this.#step(made)[1], at) + 1;
      return at > 0;
    });
  }
}

/**
 * The diagram after these steps.
 * @param {Diagram} diagram @param {Step[]} steps @param {StepNode} [node] the state after the steps @returns {Diagram}
 */
export function afterSteps(diagram, steps, { captions: changed = [], spent = [] } = {}) {
  const squares = diagram.squares.map((square) => ({ ...square, pieces: [...square.pieces] }));
  const zones = diagram.zones.map((zone) => ({ ...zone, squares: zone.squares.map((square) => ({ ...square, pieces: [...square.pieces], spent: spent.includes(square.number) })) }));
  const beside = new Map(zones.flatMap((zone) => zone.squares).map((square) => [square.number, square]));
  const on = (/** @type {number} */ number) => (squares[number] ?? beside.get(number))?.pieces ?? [];
  for (const [from, to, , others = [], becomes] of steps) {
    const all = from === null ? others : [...others, [from, to]];
    for (const [start, end] of all) {
      const piece = on(/** @type {number} */ (start)).pop();
      if (piece && end !== null) on(end).push(piece);
    }
    if (becomes) on(to).splice(-1, 1, becomes);
  }
  const captions = diagram.captions.map((caption) => changed.find(({ seat }) => seat === caption.seat) ?? caption);
  return { ...diagram, squares, zones, captions };
}

/** The moves that touch no square. @param {LegalMove[]} moves */
export const textMoves = (moves) => moves.filter(({ squares }) => squares.length === 0).map(({ move }) => move);

/**
 * The only legal move with the letters and digits of a typed text, in any case; else the text. "bb5" is the bishop's move
 * if no pawn can go to b5.
 * @param {string} text @param {LegalMove[]} moves
 */
export function inAnyCase(text, moves) {
  const folded = (/** @type {string} */ move) => move.toLowerCase().replace(/[+#!?x=]/g, '');
  const same = moves.filter(({ move }) => folded(move) === folded(text));
  return same.length === 1 ? same[0].move : text;
}

/**
 * The playable square in the touched column, in games with one playable square per column. Null in other games, and if
 * something is in between.
 * @param {LegalMove[]} moves
 * @param {{ number: number, column: number, row: number, pieces: unknown[] }[]} squares
 * @param {number} touched
 * @returns {number | null}
 */
export function placeInColumn(moves, squares, touched) {
  const places = new Set(moves.map((move) => move.squares[0]));
  const isSingle = moves.length > 0 && moves.every((move) => move.squares.length === 1);
  if (!isSingle || places.has(touched)) return null;
  const empty = squares.filter((square) => square.pieces.length === 0);
  const columns = new Set(empty.map((square) => square.column));
  const placesIn = (/** @type {number} */ column) =>
    empty.filter((square) => square.column === column && places.has(square.number));
  const at = empty.find((square) => square.number === touched);
  if (!at || [...columns].some((column) => placesIn(column).length !== 1)) return null;
  // The pieces fall to the same end of all columns.
  const isEnd = (/** @type {number} */ side) => [...columns].every((column) => empty.every((square) => square.column !== column || side * (placesIn(column)[0].row - square.row) >= 0));
  return isEnd(1) || isEnd(-1) ? placesIn(at.column)[0].number : null;
}

/**
 * The targets to mark before a piece is selected. Empty squares are not marked if all of them are targets.
 * @param {Set<number>} targets @param {{ number: number, pieces: unknown[] }[]} squares @returns {Set<number>}
 */
export function withoutEverywhere(targets, squares) {
  const empty = squares.filter(({ pieces }) => pieces.length === 0).map(({ number }) => number);
  return empty.every((number) => targets.has(number)) ? new Set([...targets].filter((number) => !empty.includes(number))) : targets;
}
