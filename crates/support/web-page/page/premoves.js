// Premoves, in order. The board loads this module at the first premove.

import { request } from './server.js';
import { afterSteps } from './touch.js';

/** @typedef {import('./match-model.js').View} View */
/** @typedef {import('./match-model.js').Piece} Piece */

/**
 * A queued move. `from` is null if the move only places a piece. `becomes` is the piece that the user chose; null until
 * the user has chosen.
 * @typedef {[from: number | null, to: number, becomes?: Piece | null]} Premove
 */

/**
 * The queued moves, the square of the piece that is selected for the next one, and the joint moves of the game.
 * @typedef {{ queue: Premove[], picked: number | null, joint?: JointMove[] }} Ahead
 */

/**
 * A promotion: a piece, given by text and owner, on a certain square becomes one of several pieces.
 * @typedef {{ piece: Piece, squares: number[], becomes: Piece[] }} Promotion
 */

/**
 * A move of several pieces, which the user makes by moving the first of them to the target square.
 * @typedef {{ target: number, pieces: { piece: Piece, from: number, to: number }[] }} JointMove
 */

/** The promotions and the joint moves of a game. @typedef {{ promotions: Promotion[], joint: JointMove[] }} Special */

/**
 * The special moves of a game; none if the server does not respond.
 * @param {string} game @returns {Promise<Special>}
 */
export async function specialMoves(game) {
  const { pieces, promotions, joint_moves: joint } = await request(`study/pieces/${encodeURIComponent(game)}`).catch(() => ({ pieces: [], promotions: [], joint_moves: [] }));
  const named = (/** @type {any} */ it) => ({ ...it, piece: pieces[it.piece] });
  return { promotions: promotions.map(named), joint: joint.map((/** @type {any} */ move) => ({ ...move, pieces: move.pieces.map(named) })) };
}

/** @param {Piece} one @param {Piece | undefined} other */
const isSame = (one, other) => one.text === other?.text && one.owner === other?.owner;

/**
 * The pieces to choose from if a piece arrives on a square.
 * @param {Promotion[]} promotions @param {Piece | undefined} moved @param {number} to
 */
export function choicesOn(promotions, moved, to) {
  const fits = (/** @type {Promotion} */ { piece, squares }) => isSame(piece, moved) && squares.includes(to);
  return promotions.find(fits)?.becomes ?? [];
}

/**
 * The squares of all pieces that a move moves together; null if it moves only one piece.
 * @param {JointMove[]} joint @param {import('./match-model.js').Diagram} diagram @param {number} from @param {number} to
 */
function jointSquares(joint, { squares }, from, to) {
  const fits = (/** @type {JointMove} */ { target, pieces }) => target === to && pieces[0].from === from && pieces.every((each) => isSame(each.piece, squares[each.from]?.pieces.at(-1)));
  return joint.find(fits)?.pieces.map((each) => /** @type {[number, number]} */ ([each.from, each.to])) ?? null;
}

/** The squares of the queued moves. @param {Ahead} ahead */
export const squaresAhead = ({ queue }) => queue.flatMap(([from, to]) => (from === null ? [to] : [from, to]));

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
 * Queues a piece on an empty square, or removes it from the queue. Any other square cancels all premoves. Returns `true`
 * if the queue changed.
 * @param {Ahead} ahead @param {number} number @param {boolean} isEmpty whether there is no piece on the square
 */
export function placeAhead(ahead, number, isEmpty) {
  const { queue } = ahead;
  const known = queue.findIndex(([, to]) => to === number);
  if (!isEmpty) ahead.queue = [];
  else if (known >= 0) queue.splice(known, 1);
  else queue.push([null, number]);
  return isEmpty || queue.length > 0;
}

/**
 * The view after the premoves, assuming that the opponent changes nothing.
 * @param {Ahead} ahead @param {View} view @returns {View}
 */
export function showAhead({ queue, joint = [] }, view) {
  let { diagram } = view;
  for (const [from, to, becomes] of queue) {
    // The page can't know what a placed piece does to the others.
    if (from === null) continue;
    const together = jointSquares(joint, diagram, from, to);
    const isTaken = diagram.squares[to]?.pieces.length > 0;
    diagram = together ? afterJoint(diagram, together) : afterSteps(diagram, [[from, to, 0, isTaken ? [[to, null]] : [], becomes ?? undefined]]);
  }
  return { ...view, diagram };
}

/**
 * The diagram after several pieces moved at once. A piece may arrive where another one left.
 * @param {View['diagram']} diagram @param {[number, number][]} moves
 */
function afterJoint(diagram, moves) {
  const squares = diagram.squares.map((square) => ({ ...square, pieces: [...square.pieces] }));
  const lifted = moves.map(([from]) => squares[from].pieces.pop());
  // Pieces in the way must leave before the move is legal.
  moves.forEach(([, to], index) => { squares[to].pieces = [/** @type {Piece} */ (lifted[index])]; });
  return { ...diagram, squares };
}

/**
 * Plays the first premove, promoting to the chosen piece or else to the first possible one. Returns the index of the
 * legal move. If the premove is illegal, drops all premoves and returns null.
 * @param {Ahead} ahead @param {import('./touch.js').MoveInSteps} entry
 */
export function playAhead(ahead, entry) {
  const [[from, to, becomes]] = ahead.queue.splice(0, 1);
  entry.restart();
  if (from !== null) entry.touch(from);
  const { kind, moves } = entry.picked === from ? entry.touch(to) : { kind: 'nothing', moves: [] };
  const wanted = kind === 'several' && becomes ? entry.next.findIndex(([, , , , piece]) => piece?.text === becomes.text) : 0;
  if (kind === 'move' || kind === 'several') return entry.choose(moves[Math.max(0, wanted)]).moves[0];
  entry.restart();
  ahead.queue = [];
  return null;
}
