// The state of a puzzle: the moves so far and the shown position. Nothing here draws or contains texts.

/** @typedef {import('./match-model.js').View} View */
/** @typedef {{ value: number, deviation: number }} Rating */
/** @typedef {{ puzzle: number, game: string, start: string, view: View, solver: number, move_count: number, rating: Rating, attempts: number }} Puzzle */
/** @typedef {{ move: string, view: View }} Step */
/** @typedef {{ solution: string[], motif: string, win_in?: number, score?: number, source: string | null }} About */
/** @typedef {{ verdict: 'goes_on' | 'solved' | 'also_wins' | 'wrong' | 'shown', steps: Step[], over: boolean, solved: boolean | null, rating: { before: Rating, after: Rating } | null, about: About | null }} Answer */

export class PuzzleModel {
  /** Moves and replies so far. @type {Step[]} */
  steps = [];
  /** The number of moves that lead to the shown position. */
  ply = 0;
  /** Whether the puzzle was solved on the first attempt; null until this is decided. @type {boolean | null} */
  isSolved = null;
  isOver = false;
  /** @type {About | null} */
  about = null;

  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
  }

  /** The shown position. @returns {View} */
  get view() {
    return this.ply === 0 ? this.puzzle.view : this.steps[this.ply - 1].view;
  }

  /** The moves so far. */
  get moves() {
    return this.steps.map(({ move }) => move);
  }

  /** Whether a move can be tried in the shown position. */
  get mayMove() {
    return !this.isOver && this.ply === this.steps.length;
  }

  /** The moves that can be tried now. */
  get legalMoves() {
    return this.mayMove ? this.view.legal_moves : [];
  }

  /** The state to send in each request, because the server doesn't store attempts. */
  get played() {
    return { attempts: this.puzzle.attempts, moves: this.moves };
  }

  /**
   * Applies a response from the server. Shows the first new position, from which `ply` advances.
   * @param {Answer} answer
   */
  take({ steps, over, solved, about }) {
    const before = this.steps.length;
    this.steps.push(...steps);
    if (steps.length > 0) this.ply = before + 1;
    this.isSolved ??= solved;
    this.isOver ||= over;
    this.about = about ?? this.about;
  }

  /** Shows the position after this many moves, or the last position if there are fewer. @param {number} ply */
  goTo(ply) {
    this.ply = Math.max(0, Math.min(this.steps.length, ply));
  }
}

/**
 * The URL for solving puzzles of a game and motif; if neither is given, all puzzles.
 * @param {{ game?: string | null, motif?: string | null }} choice
 */
export function solvingAddress({ game, motif }) {
  const fields = new URLSearchParams();
  if (game) fields.set('game', game);
  if (motif) fields.set('motif', motif);
  return `/puzzles/solve${fields.size > 0 ? `?${fields}` : ''}`;
}
