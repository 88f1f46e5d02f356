// Moving pieces from where they lay to where they lie: along the squares of the move, what is taken vanishing on the way.

import { s } from './dom.js';
import { pieceNode } from './pieces.js';

/** @typedef {import('./pieces.js').Layout} Layout */
/** @typedef {import('./match-model.js').View} View */
/** @typedef {import('./match-model.js').Piece} Piece */
/** @typedef {{ number: number, key: string, piece: Piece, x: number, y: number }} Placed */
/** @typedef {{ from: Placed, to: Placed, path: number[] }} Travel */

/** Milliseconds for each step of a move. */
export const STEP = 170;

/** Whether the user wants nothing to move. */
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Draws the pieces of `view` into `layer`; where `before` is given, they move there from their places in it.
 * @param {SVGElement} layer @param {Layout} layout @param {View} view @param {View | null} before
 */
export function movePieces(layer, layout, view, before) {
  const after = placed(layout, view);
  const nodes = new Map(after.map((at) => [at, nodeOf(at)]));
  layer.replaceChildren(...nodes.values());
  if (!before || isStill() || !layer.isConnected) return;
  const { travels, gone, come } = differences(placed(layout, before), after, view.squares ?? []);
  const longest = Math.max(1, ...travels.map(({ path }) => path.length - 1));
  for (const travel of travels) {
    const node = /** @type {SVGElement} */ (nodes.get(travel.to));
    layer.append(node);
    slide(node, travel, layout);
  }
  const main = travels[0]?.path ?? view.squares ?? [];
  for (const at of gone) vanish(layer, at, layout, main, longest, come.some(({ number }) => number === at.number));
  for (const at of come) appear(/** @type {SVGElement} */ (nodes.get(at)), at, travels.length > 0 ? longest : 0, gone.some(({ number }) => number === at.number));
}

/** All pieces on the board with their places. @param {Layout} layout @param {View} view @returns {Placed[]} */
function placed(layout, view) {
  return view.diagram.squares.flatMap((square) => square.pieces.map((piece, index) => ({
    number: square.number,
    key: `${piece.kind} ${piece.owner} ${piece.text}`,
    piece,
    ...layout.pieceAt(square, index, square.pieces.length),
  })));
}

/** @param {Placed} at */
function nodeOf({ number, piece, x, y }) {
  const node = pieceNode(piece);
  if (!node.hasAttribute('transform')) {
    node.setAttribute('transform', `translate(${x} ${y})`);
    node.setAttribute('data-on', String(number));
    return node;
  }
  return s('g', { transform: `translate(${x} ${y})`, 'data-on': number }, node);
}

/**
 * What has changed: pieces that went from one square to another, those that are gone, and those that have come.
 * @param {Placed[]} before @param {Placed[]} after @param {number[]} route
 * @returns {{ travels: Travel[], gone: Placed[], come: Placed[] }}
 */
export function differences(before, after, route) {
  const gone = without(before, after);
  const come = without(after, before);
  /** @type {Travel[]} */
  const travels = [];
  const pair = (/** @type {Placed | undefined} */ from, /** @type {Placed | undefined} */ to, /** @type {number[]} */ path) => {
    if (!from || !to) return;
    gone.splice(gone.indexOf(from), 1);
    come.splice(come.indexOf(to), 1);
    travels.push({ from, to, path });
  };
  const on = (/** @type {Placed[]} */ list, /** @type {number | undefined} */ number) => list.find((at) => at.number === number);
  const parts = route.length % 2 === 0 && route.length > 2;
  const fits = parts && route.every((number, index) => on(index % 2 ? come : gone, number));
  if (fits) for (let index = 0; index < route.length; index += 2) pair(on(gone, route[index]), on(come, route[index + 1]), route.slice(index, index + 2));
  else if (on(gone, route[0])?.piece.owner === on(come, route.at(-1))?.piece.owner) pair(on(gone, route[0]), on(come, route.at(-1)), route);
  for (const from of [...gone]) {
    const to = come.find((at) => at.key === from.key);
    pair(from, to, to ? [from.number, to.number] : []);
  }
  return { travels, gone, come };
}

/** What `list` has on its squares and `other` has not. @param {Placed[]} list @param {Placed[]} other */
function without(list, other) {
  const left = other.map(({ number, key }) => `${number} ${key}`);
  return list.filter(({ number, key }) => {
    const index = left.indexOf(`${number} ${key}`);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** @param {SVGElement} node @param {Travel} travel @param {Layout} layout */
function slide(node, { from, to, path }, layout) {
  const between = path.slice(1, -1).map((number) => layout.diagram.squares[number]).filter(Boolean).map((square) => layout.middle(square));
  const places = [from, ...between, to];
  const frames = places.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
  node.animate(frames, { duration: STEP * (places.length - 1) + (places.length > 2 ? 0 : 30), easing: places.length > 2 ? 'linear' : 'ease-out' });
}

/**
 * @param {SVGElement} layer @param {Placed} at @param {Layout} layout @param {number[]} route @param {number} longest
 * @param {boolean} isReplaced whether another piece lies there now
 */
function vanish(layer, at, layout, route, longest, isReplaced) {
  const node = nodeOf(at);
  layer.prepend(node);
  const step = stepOver(layout, route, at.number) ?? longest - 0.4;
  const duration = isReplaced ? 120 : 160;
  const end = isReplaced ? { transform: `translate(${at.x}px, ${at.y}px) scaleX(0)` } : { opacity: 0, transform: `translate(${at.x}px, ${at.y}px) scale(.7)` };
  const start = { opacity: 1, transform: `translate(${at.x}px, ${at.y}px)` };
  const leaving = node.animate([start, end], { duration, delay: Math.max(0, step * STEP), fill: 'both' });
  leaving.finished.then(() => node.remove(), () => node.remove());
}

/** @param {SVGElement} node @param {Placed} at @param {number} steps @param {boolean} replaces */
function appear(node, at, steps, replaces) {
  const here = `translate(${at.x}px, ${at.y}px)`;
  const start = replaces ? { transform: `${here} scaleX(0)` } : { opacity: 0, transform: `${here} scale(.6)` };
  const delay = replaces ? 120 : Math.max(0, steps - 0.5) * STEP;
  node.animate([start, { opacity: 1, transform: here }], { duration: 140, delay, fill: 'backwards', easing: 'ease-out' });
}

/** The step of the route on whose way the square lies; undefined if it lies on none. @param {Layout} layout @param {number[]} route @param {number} number */
function stepOver(layout, route, number) {
  const place = (/** @type {number} */ of) => layout.diagram.squares[of];
  const at = place(number);
  for (let index = 0; index + 1 < route.length; index += 1) {
    const [from, to] = [place(route[index]), place(route[index + 1])];
    if (!from || !to || !at) return undefined;
    if (route[index + 1] === number) return index + 0.6;
    const [dx, dy] = [to.column - from.column, to.row - from.row];
    const [ax, ay] = [at.column - from.column, at.row - from.row];
    const isOnLine = dx * ay === dy * ax && ax * dx >= 0 && ay * dy >= 0;
    const isBetween = Math.abs(ax) <= Math.abs(dx) && Math.abs(ay) <= Math.abs(dy);
    if (isOnLine && isBetween && (ax !== 0 || ay !== 0)) return index + 0.5;
  }
  return undefined;
}
