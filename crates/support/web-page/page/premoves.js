// Premoves, in order. The board loads this module at the first premove.

import { request } from './server.js';
import { afterSteps } from './touch.js';

/** @typedef {import('./match-model.js').View} View */
/** @typedef {import('./match-model.js').Piece} Piece */

/**
 * A queued move, with the piece that the user chose; null until the user has chosen.
 * @typedef {[from: number, to: number, becomes?: Piece | null]} Premove
 */

/** The queued moves, and the square of the piece that is selected for the next one. @typedef {{ queue: Premove[], picked: number | null }} Ahead */

/**
 * A promotion: a piece, given by text and owner, on a certain square becomes one of several pieces.
 * @typedef {{ piece: Piece, squares: number[], becomes: Piece[] }} Promotion
 */

/**
 * The promotions of a game; empty if the server does not respond.
 * @param {string} game @returns {Promise<Promotion[]>}
 */
export async function promotionsOf(game) {
  const { pieces, promotions } = await request(`study/pieces/${encodeURIComponent(game)}`).catch(() => ({ pieces: [], promotions: [] }));
  return promotions.map((/** @type {any} */ promotion) => ({ ...promotion, piece: pieces[promotion.piece] }));
}

/**
 * The pieces to choose from if a piece arrives on a square.
 * @param {Promotion[]} promotions @param {Piece | undefined} moved @param {number} to
 */
export function choicesOn(promotions, moved, to) {
  const fits = (/** @type {Promotion} */ { piece, squares }) => piece.text === moved?.text && piece.owner === moved?.owner && squares.includes(to);
  return promotions.find(fits)?.becomes ?? [];
}

/** The squares of the queued moves. @param {Ahead} ahead */
export const squaresAhead = ({ queue }) => queue.flatMap(([from, to]) => [from, to]);

/**
 * Selects one of the seat's pieces, or queues a move of the selected piece. Any other touch cancels all premoves.
 * Returns `true` if the queue changed.
 * @param {Ahead} ahead @param {number} number @param {boolean} isOwn whether the seat's own piece is on the square
 */
export function touchAhead(ahead, number, isOwn) {
  const { picked: from, queue: { length } } = ahead;
  ahead.picked = from === null && isOwn ? number : null;
  if (from !== null && from !== number) ahead.queue.push([from, number]);
  else if (from === null && !isOwn) ahead.queue = [];
  return ahead.queue.length !== length;
}

/**
 * The view after the premoves, assuming that the opponent changes nothing.
 * @param {Ahead} ahead @param {View} view @returns {View}
 */
export function showAhead({ queue }, view) {
  let { diagram } = view;
  for (const [from, to, becomes] of queue) {
    const isTaken = diagram.squares[to]?.pieces.length > 0;
    diagram = afterSteps(diagram, [[from, to, 0, isTaken ? [[to, null]] : [], becomes ?? undefined]]);
  }
  return { ...view, diagram };
}

/**
 * Plays the first premove, promoting to the chosen piece or else to the first possible one. Returns the index of the
 * legal move. If the premove is illegal, drops all premoves and returns null.
 * @param {Ahead} ahead @param {import('./touch.js').MoveInSteps} entry
 */
export function playAhead(ahead, entry) {
  const [[from, to, becomes]] = ahead.queue.splice(0, 1);
  entry.restart();
  entry.touch(from);
  const { kind, moves } = entry.picked === from ? entry.touch(to) : { kind: 'nothing', moves: [] };
  const wanted = kind === 'several' && becomes ? entry.next.findIndex(([, , , , piece]) => piece?.text === becomes.text) : 0;
  if (kind === 'move' || kind === 'several') return entry.choose(moves[Math.max(0, wanted)]).moves[0];
  entry.restart();
  ahead.queue = [];
  return null;
}
