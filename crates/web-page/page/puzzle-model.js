// A puzzle that is being solved: what was played of it, and which position is looked at. Nothing here draws, and nothing here has a text.

/** @typedef {import('./match-model.js').View} View */
/** @typedef {{ value: number, deviation: number }} Rating */
/** @typedef {{ puzzle: number, game: string, start: string, view: View, solver: number, move_count: number, rating: Rating, attempts: number }} Puzzle */
/** @typedef {{ move: string, view: View }} Step */
/** @typedef {{ solution: string[], motif: string, win_in?: number, score?: number, source: string | null }} About */
/** @typedef {{ verdict: 'goes_on' | 'solved' | 'also_wins' | 'wrong' | 'shown', steps: Step[], over: boolean, solved: boolean | null, rating: { before: Rating, after: Rating } | null, about: About | null }} Answer */

export class PuzzleModel {
  /** What was played. @type {Step[]} */
  steps = [];
  /** After how many moves the position is that is looked at. */
  ply = 0;
  /** Whether the puzzle was solved at the first attempt; null as long as that is open. @type {boolean | null} */
  isSolved = null;
  isOver = false;
  /** @type {About | null} */
  about = null;

  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
  }

  /** The position that is looked at. @returns {View} */
  get view() {
    return this.ply === 0 ? this.puzzle.view : this.steps[this.ply - 1].view;
  }

  /** The moves so far. */
  get moves() {
    return this.steps.map(({ move }) => move);
  }

  /** Whether a move can be tried in the position that is looked at. */
  get mayMove() {
    return !this.isOver && this.ply === this.steps.length;
  }

  /** What may be tried now. */
  get legalMoves() {
    return this.mayMove ? this.view.legal_moves : [];
  }

  /** What a request says of the puzzle: the server keeps nothing of an attempt. */
  get played() {
    return { attempts: this.puzzle.attempts, moves: this.moves };
  }

  /** Takes in what has become of the puzzle. The first of what was played is looked at; `ply` goes on from there. @param {Answer} answer */
  take({ steps, over, solved, about }) {
    const before = this.steps.length;
    this.steps.push(...steps);
    if (steps.length > 0) this.ply = before + 1;
    this.isSolved ??= solved;
    this.isOver ||= over;
    this.about = about ?? this.about;
  }

  /** Looks at the position after so many moves, as far as there are so many. @param {number} ply */
  goTo(ply) {
    this.ply = Math.max(0, Math.min(this.steps.length, ply));
  }
}

/** Where puzzles of a game and about something are solved; of all of them where nothing is given. @param {{ game?: string | null, motif?: string | null }} choice */
export function solvingAddress({ game, motif }) {
  const fields = new URLSearchParams();
  if (game) fields.set('game', game);
  if (motif) fields.set('motif', motif);
  return `/puzzles/solve${fields.size > 0 ? `?${fields}` : ''}`;
}
