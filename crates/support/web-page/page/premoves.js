// Premoves in order. The board loads this module with the first premove.

import { afterSteps } from './touch.js';

/** @typedef {import('./match-model.js').View} View */

/** The queued moves, and the square of the piece that is selected for the next one. @typedef {{ queue: [number, number][], picked: number | null }} Ahead */

/**
 * Selects a piece of the seat, or queues a move of the selected piece. Any other touch cancels all premoves. Returns `true`
 * if the queue changed.
 * @param {Ahead} ahead @param {number} number @param {boolean} isOwn whether the seat's own piece is on the square
 */
export function touchAhead(ahead, number, isOwn) {
  const { picked: from, queue: { length } } = ahead;
  ahead.picked = from === null && isOwn ? number : null;
  if (from !== null && from !== number) ahead.queue.push([from, number]);
  else if (from === null && !isOwn) ahead.queue = [];
  return ahead.queue.length !== length;
}

/** The view after the premoves if the opponent changes nothing. @param {Ahead} ahead @param {View} view @returns {View} */
export function showAhead({ queue }, view) {
  let { diagram } = view;
  for (const [from, to] of queue) {
    const isTaken = diagram.squares[to]?.pieces.length > 0;
    diagram = afterSteps(diagram, [[from, to, 0, isTaken ? [[to, null]] : []]]);
  }
  return { ...view, diagram };
}

/**
 * Plays the first premove, promoting to the first choice. Returns the index of the legal move, or null and drops all
 * premoves if it is illegal.
 * @param {Ahead} ahead @param {import('./touch.js').MoveInSteps} entry
 */
export function playAhead(ahead, entry) {
  const [[from, to]] = ahead.queue.splice(0, 1);
  entry.restart();
  entry.touch(from);
  const { kind, moves } = entry.picked === from ? entry.touch(to) : { kind: 'nothing', moves: [] };
  if (kind === 'move' || kind === 'several') return entry.choose(moves[0]).moves[0];
  entry.restart();
  ahead.queue = [];
  return null;
}
