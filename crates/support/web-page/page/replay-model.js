// The model of a finished game: its positions computed from their differences, its scores, and the move with the
// largest loss. Nothing here draws.

import { t } from './dom.js';

/** @typedef {import('./match-model.js').View} View */
/** @typedef {{ base: any, paths: (string | number)[][], values: any[] }} Shared */
/** @typedef {{ steps: number[][], squares: number[][] }} Positions */
/** A move with its player's report. `value` is the score from the first seat's point of view, in the game's units. */
/** @typedef {{ by: number | 'chance', move: string, seconds?: number | null, depth?: number | null, score?: string | null, value?: number | null }} PlayedMove */

/** The limit of the score graph. Larger scores are drawn at the edge. */
export const SCORE_MAX = 10;

/** Minimum score change that counts as a drop, in the game's units. */
const DROP_MIN = 0.5;

/**
 * The views of all positions, starting with the first position. Equal parts are shared objects.
 * @param {Shared} shared @param {Positions} positions @param {PlayedMove[]} moves
 * @returns {View[]}
 */
export function viewsOf({ base, paths, values }, { steps, squares }, moves) {
  let diagram = base;
  return steps.map((step, ply) => {
    for (let index = 0; index + 1 < step.length; index += 2) diagram = withValue(diagram, paths[step[index]], values[step[index + 1]]);
    const next = moves[ply]?.by ?? moves[ply - 1]?.by ?? 1;
    return { position: '', turn: next, legal_moves: [], diagram, squares: squares[ply] ?? [] };
  });
}

/**
 * A copy of `whole` with a different value at the end of a path.
 * @param {any} whole @param {(string | number)[]} path @param {any} value @returns {any}
 */
function withValue(whole, path, value) {
  if (path.length === 0) return value;
  const [key, ...rest] = path;
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  copy[key] = withValue(whole[key], rest, value);
  return copy;
}

/**
 * Converts a score like "+0.12" or "win in 5" to a number from the first seat's point of view. Null if there is no
 * score.
 * @param {string | null | undefined} score @param {number | 'chance'} by
 */
export function valueOf(score, by) {
  if (!score || by === 'chance') return null;
  const value = score.startsWith('win in ') ? SCORE_MAX : score.startsWith('loss in ') ? -SCORE_MAX : Number(score);
  if (!Number.isFinite(value)) return null;
  return (by === 1 ? 1 : -1) * Math.max(-SCORE_MAX, Math.min(SCORE_MAX, value));
}

/**
 * A seat's scores as points of a graph: each with the ply after the report and the score.
 * @param {PlayedMove[]} moves @param {number} seat
 * @returns {[number, number][]}
 */
export function scoresOf(moves, seat) {
  return moves.flatMap(({ by, value }, index) => (by === seat && typeof value === 'number' ? [/** @type {[number, number]} */ ([index + 1, value])] : []));
}

/**
 * The move with the largest score change against its mover. Uses both players' scores, because one player may miss a
 * mistake that the other reports. Null if there is no such move, and in games for more than two players.
 * @param {PlayedMove[]} moves
 * @returns {{ ply: number, seat: number, drop: number } | null} the number of the move, from 1
 */
export function largestDrop(moves) {
  if (moves.some(({ by }) => typeof by === 'number' && by > 2)) return null;
  const known = moves.flatMap(({ value }, index) => (typeof value === 'number' ? [{ index, value }] : []));
  /** @type {{ ply: number, seat: number, drop: number } | null} */
  let largest = null;
  for (let place = 1; place < known.length; place += 1) {
    const [before, after] = [known[place - 1], known[place]];
    const change = after.value - before.value;
    const seat = change < 0 ? 1 : 2;
    const own = moves.slice(0, after.index).findLastIndex(({ by }) => by === seat);
    if (own < 0 || Math.abs(change) < DROP_MIN || (largest && Math.abs(change) <= largest.drop)) continue;
    largest = { ply: own + 1, seat, drop: Math.abs(change) };
  }
  return largest;
}

/** A score as text with its sign. @param {number} value */
export const scoreText = (value) => (value >= SCORE_MAX ? t('score.won') : value <= -SCORE_MAX ? t('score.lost') : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`);

/**
 * Formats the payoffs as a result: "1 – 0", "½ – ½", with the payoffs themselves if wins differ in size.
 * @param {number[]} payoffs
 */
export function resultOf(payoffs) {
  const sign = (/** @type {number} */ payoff) => (payoff > 0 ? `+${payoff}` : payoff < 0 ? `−${-payoff}` : '0');
  if (payoffs.length !== 2 || payoffs.some((payoff) => Math.abs(payoff) > 1)) return payoffs.map(sign).join(' : ');
  const [first, second] = payoffs;
  if (first < 0 && second < 0) return '0 – 0';
  return first === second ? '½ – ½' : first > second ? '1 – 0' : '0 – 1';
}
