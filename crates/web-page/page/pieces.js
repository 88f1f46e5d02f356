// What is drawn of a diagram: its squares and what is marked on them, its pieces as SVG, 100 units wide around their middle, and
// how they move.

import { s, localized } from './dom.js';

/** @typedef {import('./match-model.js').Piece} Piece */
/** @typedef {import('./match-model.js').Diagram} Diagram */
/** @typedef {import('./match-model.js').Square} Square */
/** @typedef {import('./match-model.js').View} View */
/** @typedef {{ number: number, key: string, piece: Piece, x: number, y: number }} Placed */
/** @typedef {{ from: Placed, to: Placed, path: number[] }} Travel */

const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const SUITS = { clubs: '♣', diamonds: '♦', hearts: '♥', spades: '♠' };
const FRAME = 26;

/** Where the squares of a diagram lie. */
export class Layout {
  /** @param {Diagram} diagram @param {boolean} flipped */
  constructor(diagram, flipped) {
    this.diagram = diagram;
    this.flipped = flipped;
    /** Whether pieces lie in rows on long points. */
    this.hasPoints = diagram.squares.some((square) => square.stacking !== 'upward');
    this.cellHeight = this.hasPoints ? 450 : 100;
    const { top, right, bottom, left } = diagram.edges;
    const has = (/** @type {string[]} */ labels) => labels.some((label) => label !== '');
    const isFramed = this.hasPoints || [top, right, bottom, left].some(has);
    /** Small boards have large squares: what is written and marked on them is drawn smaller, so that it looks the same. */
    this.scale = Math.min(1.8, Math.max(0.45, Math.max(diagram.columns, diagram.rows * (this.cellHeight / 100)) / 8));
    this.frame = isFramed ? FRAME * this.scale : 0;
    this.width = diagram.columns * 100 + 2 * this.frame;
    this.height = diagram.rows * this.cellHeight + 2 * this.frame;
  }

  /** The upper left corner of a place. @param {number} column @param {number} row */
  corner(column, row) {
    const { columns, rows } = this.diagram;
    const x = this.flipped ? columns - 1 - column : column;
    const y = this.flipped ? rows - 1 - row : row;
    return { x: this.frame + x * 100, y: this.frame + y * this.cellHeight };
  }

  /** The middle of a square. @param {Square} square */
  middle(square) {
    const { x, y } = this.corner(square.column, square.row);
    return { x: x + 50, y: y + this.cellHeight / 2 };
  }

  /** Whether the pieces of a square begin at its top, as it is shown. @param {Square} square */
  isFromTop(square) {
    return (square.stacking === 'from_top') !== this.flipped;
  }

  /**
   * Where the piece at `index` of a square lies that has `count` pieces.
   * @param {Square} square @param {number} index @param {number} count
   */
  pieceAt(square, index, count) {
    const { x, y } = this.middle(square);
    if (square.stacking === 'upward') return { x, y: y - index * 9 };
    const step = Math.min(86, (this.cellHeight - 100) / Math.max(1, count - 1));
    const edge = this.cellHeight / 2 - 47 - index * step;
    return { x, y: this.isFromTop(square) ? y - edge : y + edge };
  }

  /** The labels of the edges with their places. */
  labels() {
    const { columns, rows, edges } = this.diagram;
    /** @type {{ text: string, x: number, y: number }[]} */
    const found = [];
    const across = (/** @type {string[]} */ labels, /** @type {boolean} */ isTop) => labels.forEach((text, column) => {
      const { x } = this.corner(column, 0);
      found.push({ text, x: x + 50, y: isTop !== this.flipped ? this.frame / 2 : this.height - this.frame / 2 });
    });
    const down = (/** @type {string[]} */ labels, /** @type {boolean} */ isLeft) => labels.forEach((text, row) => {
      const { y } = this.corner(0, row);
      found.push({ text, x: isLeft ? this.frame / 2 : this.width - this.frame / 2, y: y + this.cellHeight / 2 });
    });
    if (edges.top.length === columns) across(edges.top, true);
    if (edges.bottom.length === columns) across(edges.bottom, false);
    if (edges.left.length === rows) down(edges.left, true);
    if (edges.right.length === rows) down(edges.right, false);
    return found;
  }
}

/**
 * A piece, with its middle at the origin.
 * @param {Piece} piece
 * @returns {SVGElement}
 */
export function pieceNode(piece) {
  switch (piece.kind) {
    case 'die': return die(piece.number ?? null);
    case 'tile': return tile(piece.ends ?? null, true);
    case 'card': return card(piece);
    case 'counter': return chip(piece);
    default: return figure(piece);
  }
}

/** The class that gives a piece its colors. @param {Piece} piece */
const colorOf = (piece) => piece.color ?? (piece.owner === null ? 'nobody' : `seat${piece.owner}`);

/** @param {Piece} piece */
function figure(piece) {
  const role = piece.role ?? '';
  const names = [`${role}-${piece.text.toLowerCase()}`, role];
  const drawn = names.find((name) => /^[a-z][a-z0-9-]*$/.test(name) && document.getElementById(name));
  const classes = `piece ${colorOf(piece)} ${role}`;
  if (drawn) return s('g', { class: classes }, s('use', { href: `#${drawn}`, x: -50, y: -50, width: 100, height: 100 }));
  const letter = s('text', { y: 14, class: 'letter' }, piece.symbol ?? piece.text);
  return s('g', { class: classes }, s('use', { href: '#disc', x: -50, y: -50, width: 100, height: 100 }), letter);
}

/** @param {number} number @param {number} size of the field @param {string} name of the pips' class */
function pips(number, size, name) {
  const step = size * 0.29;
  if (number > 6) return [s('text', { y: size * 0.16, class: `${name} many` }, String(number))];
  return PIPS[number].map((place) =>
    s('circle', { cx: (place % 3 - 1) * step, cy: (Math.floor(place / 3) - 1) * step, r: size * 0.095, class: name }));
}

/** @param {number | null} number */
function die(number) {
  const body = [
    s('rect', { x: -37, y: -33, width: 76, height: 76, rx: 15, class: 'shadow' }),
    s('rect', { x: -38, y: -38, width: 76, height: 76, rx: 15, class: 'ivory' }),
    s('rect', { x: -34, y: -35, width: 68, height: 66, rx: 13, class: 'ivory-top' }),
  ];
  return s('g', { class: 'die' }, ...body, ...(number === null ? [] : pips(number, 66, 'pip')));
}

/**
 * A tile of two halves, upright or lying; the first end is at the top or at the left.
 * @param {number[] | null} ends @param {boolean} isUpright
 */
function tile(ends, isUpright) {
  const body = [
    s('rect', { x: -45, y: -94, width: 92, height: 194, rx: 15, class: 'shadow' }),
    s('rect', { x: -46, y: -97, width: 92, height: 194, rx: 15, class: ends ? 'ivory' : 'back' }),
  ];
  if (ends) {
    body.push(s('rect', { x: -42, y: -94, width: 84, height: 184, rx: 12, class: 'ivory-top' }), s('path', { d: 'M-32 0H32', class: 'middle' }));
    ends.forEach((end, index) => body.push(s('g', { transform: `translate(0 ${index ? 48 : -48})` }, ...pips(end, 78, 'pip'))));
  } else {
    body.push(s('rect', { x: -34, y: -85, width: 68, height: 170, rx: 9, class: 'back-line' }));
  }
  return s('g', { class: 'tile', transform: isUpright ? 'scale(.5)' : 'rotate(-90)' }, ...body);
}

/** @param {Piece} piece */
function card({ rank, suit }) {
  const sheet = [
    s('rect', { x: -33, y: -45, width: 68, height: 95, rx: 8, class: 'shadow' }),
    s('rect', { x: -34, y: -48, width: 68, height: 96, rx: 8, class: rank ? 'ivory' : 'back' }),
  ];
  if (!rank) {
    const lines = s('path', { d: 'M-26-28-14-40M-26-14 0-40M-26 0 14-40M-26 14 26-38M-26 28 26-24M-26 40 26-10M-14 40 26 4M0 40 26 18M14 40 26 32', class: 'back-line' });
    return s('g', { class: 'card' }, ...sheet, s('rect', { x: -28, y: -42, width: 56, height: 84, rx: 5, class: 'back-line' }), lines);
  }
  const short = rank.length > 2 ? (rank === 'ten' ? '10' : rank[0].toUpperCase()) : rank.toUpperCase();
  const sign = suit ? SUITS[/** @type {keyof typeof SUITS} */ (suit)] ?? '' : '';
  const isRed = suit === 'hearts' || suit === 'diamonds';
  const corner = () => [s('text', { x: -22, y: -27, class: 'rank' }, short), s('text', { x: -22, y: -11, class: 'rank small' }, sign)];
  const inside = sign ? s('text', { y: 17, class: 'suit' }, sign) : crown(short);
  return s('g', { class: `card ${isRed ? 'red' : ''}` }, ...sheet, ...corner(), s('g', { transform: 'rotate(180)' }, ...corner()), inside);
}

/** The picture on a card without a suit: a court card has a crown in a ring. @param {string} short */
function crown(short) {
  const tips = /** @type {Record<string, string>} */ ({ K: 'M-15 9-18-11-7-3 0-15 7-3 18-11 15 9Z', Q: 'M-15 9-19-7-10-3-7-13 0-5 7-13 10-3 19-7 15 9Z', J: 'M-13 9-13-3Q0-18 13-3V9ZM0-13V-19' });
  const drawing = tips[short] ? s('path', { d: tips[short], class: 'crown' }) : s('text', { y: 17, class: 'suit' }, short);
  return s('g', {}, s('circle', { r: 25, class: 'court' }), drawing);
}

/** @param {Piece} piece */
function chip({ text }) {
  const face = [
    s('ellipse', { cx: 1, cy: 5, rx: 40, ry: 39, class: 'shadow' }),
    s('circle', { r: 40, class: 'chip-edge' }),
    s('circle', { r: 34, class: 'chip-marks' }),
    s('circle', { r: 27, class: 'chip-face' }),
  ];
  return s('g', { class: 'chip' }, ...face, s('text', { y: 9, class: 'chip-text' }, text));
}

/**
 * What is laid on two squares or between them.
 * @param {Layout} layout @param {{ squares: number[], piece: Piece }} laid
 */
export function laidNode(layout, { squares, piece }) {
  const [first, second] = squares.map((number) => layout.diagram.squares[number]);
  if (!first || !second) return s('g');
  const [from, to] = [layout.middle(first), layout.middle(second)];
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const isAcross = from.y === to.y;
  if (piece.kind !== 'tile') {
    const box = isAcross ? { x: -6, y: -46, width: 12, height: 92 } : { x: -46, y: -6, width: 92, height: 12 };
    return s('g', { class: `wall ${colorOf(piece)}`, transform: `translate(${x} ${y})` }, s('rect', { ...box, rx: 5 }));
  }
  const isInOrder = isAcross ? from.x < to.x : from.y < to.y;
  const ends = piece.ends && !isInOrder ? [...piece.ends].reverse() : (piece.ends ?? null);
  const lying = tile(ends, !isAcross);
  lying.setAttribute('transform', isAcross ? 'rotate(-90)' : 'rotate(0)');
  return s('g', { transform: `translate(${x} ${y})` }, lying);
}

/**
 * What lies on a square, in words: "white king", "3 white checkers".
 * @param {Piece[]} pieces
 */
export function pieceNames(pieces) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { name } of pieces) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${localized(name).text}` : localized(name).text)).join(', ');
}

/** Several pieces beside each other, as far as there is room. @param {Piece[]} pieces @param {boolean} isLarge */
export function heap(pieces, isLarge) {
  const isNarrow = pieces.length > 0 && pieces.every((piece) => piece.kind === 'tile');
  const one = isNarrow ? 52 : pieces.every((piece) => piece.kind === 'card') && pieces.length ? 74 : 96;
  const step = pieces.length > 1 ? Math.min(one * 0.42, 240 / (pieces.length - 1)) : 0;
  const width = one + step * Math.max(0, pieces.length - 1);
  const nodes = pieces.map((piece, index) => s('g', { transform: `translate(${one / 2 + index * step} 52)` }, pieceNode(piece)));
  const picture = s('svg', { viewBox: `0 0 ${width} 104`, 'aria-hidden': 'true', class: `heap${isLarge ? ' large' : ''}` }, ...nodes);
  picture.style.setProperty('--across', String(width / 104));
  return picture;
}

/** The squares without their pieces, the labels and names. @param {Layout} layout */
export function ground(layout) {
  const { diagram, width, height } = layout;
  const isBlank = diagram.shades.every((row) => row.every((shade) => shade === 'blank'));
  const nodes = [s('rect', { width, height, class: isBlank ? 'felt' : 'frame' })];
  const isUniform = diagram.shades.flat().every((shade) => shade === 'light') && !diagram.names_on_squares;
  const hasLines = diagram.shades.some((row, y) => row.some((shade, x) => y > 0 && diagram.shades[y - 1][x] === shade));
  diagram.shades.forEach((row, y) => row.forEach((shade, x) => {
    if (isBlank || (shade === 'blank' && layout.hasPoints)) return;
    const corner = layout.corner(x, y);
    const kind = layout.hasPoints ? 'ground' : isUniform ? 'dark' : shade;
    nodes.push(s('rect', { ...corner, width: 100, height: layout.cellHeight, class: `square ${kind}${hasLines && !layout.hasPoints ? ' lined' : ''}` }));
  }));
  if (layout.hasPoints) nodes.push(...points(layout));
  return nodes;
}

/** What is written at the edges and on the squares. @param {Layout} layout */
export function names(layout) {
  const { diagram } = layout;
  const nodes = layout.labels().map(({ text, x, y }) => s('text', { x, y, class: 'edge' }, text));
  if (!diagram.names_on_squares) return nodes;
  const named = diagram.squares.map((square) => {
    const { x, y } = layout.corner(square.column, square.row);
    return s('text', { x: x + 5, y: y + 4, class: `name on-${diagram.shades[square.row][square.column]}` }, square.name);
  });
  return [...nodes, ...named];
}

/** The long points of a race. @param {Layout} layout */
function points(layout) {
  return layout.diagram.squares.map((square) => {
    const { x, y } = layout.corner(square.column, square.row);
    const [base, tip] = layout.isFromTop(square) ? [y, y + layout.cellHeight * 0.88] : [y + layout.cellHeight, y + layout.cellHeight * 0.12];
    const shade = layout.diagram.shades[square.row][square.column];
    return s('path', { d: `M${x + 3} ${base}H${x + 97}L${x + 50} ${tip}Z`, class: `point ${shade}` });
  });
}

/** @param {Layout} layout @param {Square} square @param {string} name */
export function frame(layout, square, name) {
  if (layout.hasPoints) {
    const count = square.pieces.length;
    const at = layout.pieceAt(square, Math.max(0, count - 1), count);
    return s('circle', { cx: at.x, cy: at.y, r: 48, class: `mark ${name}` });
  }
  const { x, y } = layout.corner(square.column, square.row);
  if (name === 'can') return s('path', { d: `M${x + 72} ${y}H${x + 100}V${y + 28}Z`, class: 'mark can' });
  return s('rect', { x: x + 4, y: y + 4, width: 92, height: 92, rx: 7, class: `mark ${name}` });
}

/** The last move: brackets where it ended, a tint where it began. @param {Layout} layout @param {Square} square @param {boolean} isEnd */
export function lastMark(layout, square, isEnd) {
  const { x, y } = layout.corner(square.column, square.row);
  const height = layout.cellHeight;
  const tint = s('rect', { x, y, width: 100, height, class: 'last' });
  if (!isEnd) return [tint, s('circle', { cx: x + 50, cy: y + height / 2, r: 9, class: 'began' })];
  const d = `M${x + 3} ${y + 24}V${y + 3}H${x + 24}M${x + 76} ${y + 3}H${x + 97}V${y + 24}M${x + 97} ${y + height - 24}V${y + height - 3}H${x + 76}M${x + 24} ${y + height - 3}H${x + 3}V${y + height - 24}`;
  return [tint, s('path', { d, class: 'ended' })];
}

/** @param {Layout} layout @param {Square} square @param {boolean} isChoosing */
export function dot(layout, square, isChoosing) {
  const count = square.pieces.length;
  if (count > 0 && !layout.hasPoints) return frame(layout, square, 'target');
  const at = layout.hasPoints ? layout.pieceAt(square, count, count + 1) : layout.middle(square);
  return s('circle', { cx: at.x, cy: at.y, r: (isChoosing ? 15 : 11) * Math.min(1, layout.scale + 0.15), class: 'dot' });
}

/** The way of a move, or a frame around its only square. @param {Layout} layout @param {number[]} squares @param {number} rank from 0, the best @returns {SVGElement[]} */
export function arrow(layout, squares, rank) {
  // In a race a turn moves several pieces, each from a point to another.
  if (layout.hasPoints && squares.length > 2) return squares.flatMap((square, index) => (index % 2 ? arrow(layout, [squares[index - 1], square], rank) : []));
  const touched = squares.map((number) => layout.diagram.squares[number]).filter(Boolean);
  const places = touched.map((square) => layout.middle(square));
  if (touched.length === 1) return [frame(layout, touched[0], `advice rank${rank}`)];
  if (touched.length === 0) return [];
  const [before, end] = places.slice(-2);
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const [x, y] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const tip = { x: end.x - x * 30, y: end.y - y * 30 };
  const line = [...places.slice(0, -1), tip].map((at, index) => `${index ? 'L' : 'M'}${at.x} ${at.y}`).join('');
  const head = `M${end.x - x * 6} ${end.y - y * 6}L${tip.x - y * 18} ${tip.y + x * 18}L${tip.x + y * 18} ${tip.y - x * 18}Z`;
  return [s('path', { d: line, class: `arrow rank${rank}` }), s('path', { d: head, class: `arrow-head rank${rank}` })];
}

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
