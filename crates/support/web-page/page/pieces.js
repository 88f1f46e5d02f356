// Draws a diagram: squares, marks, and pieces as SVG, 100 units wide around their center. Also animates moves.

import { h, localized, s, t } from './dom.js';

/** @typedef {import('./match-model.js').Piece} Piece */
/** @typedef {import('./match-model.js').Diagram} Diagram */
/** @typedef {import('./match-model.js').Square} Square */
/** @typedef {import('./match-model.js').View} View */
/** @typedef {{ number: number, key: string, piece: Piece, x: number, y: number }} Placed */
/** @typedef {{ from: Placed, to: Placed, path: number[] }} Travel */

const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const SUITS = { clubs: '♣', diamonds: '♦', hearts: '♥', spades: '♠' };
const FRAME = 26;

/** The layout of a diagram's squares. */
export class Layout {
  /** @param {Diagram} diagram @param {boolean} flipped */
  constructor(diagram, flipped) {
    this.diagram = diagram;
    this.flipped = flipped;
    /** Whether pieces stack along points, as in backgammon. */
    this.hasPoints = diagram.squares.some((square) => square.stacking !== 'upward');
    this.cellHeight = this.hasPoints ? 450 : 100;
    const { top, right, bottom, left } = diagram.edges;
    const has = (/** @type {string[]} */ labels) => labels.some((label) => label !== '');
    const isFramed = this.hasPoints || [top, right, bottom, left].some(has);
    /** Small boards have large squares, so their labels and marks are scaled down to the usual size. */
    this.scale = Math.min(1.8, Math.max(0.45, Math.max(diagram.columns, diagram.rows * (this.cellHeight / 100)) / 8));
    this.frame = isFramed ? FRAME * this.scale : 0;
    /** The dimensions of a hexagonal board. */
    this.hexagonal = diagram.tiling === 'hexagons' ? hexagonSizes(diagram, this.scale) : null;
    this.width = this.hexagonal?.width ?? diagram.columns * 100 + 2 * this.frame;
    this.height = this.hexagonal?.height ?? diagram.rows * this.cellHeight + 2 * this.frame;
  }

  /** The upper-left corner of a place. @param {number} column @param {number} row */
  corner(column, row) {
    const { columns, rows } = this.diagram;
    const x = this.flipped ? columns - 1 - column : column;
    const y = this.flipped ? rows - 1 - row : row;
    return this.hexagonal ? hexagonCorner(this.hexagonal, x, y) : { x: this.frame + x * 100, y: this.frame + y * this.cellHeight };
  }

  /** The center of a square. @param {Square} square */
  middle(square) {
    const { x, y } = this.corner(square.column, square.row);
    return { x: x + 50, y: y + this.cellHeight / 2 };
  }

  /** Whether a square's pieces are stacked from its top, as displayed. @param {Square} square */
  isFromTop(square) {
    return (square.stacking === 'from_top') !== this.flipped;
  }

  /**
   * The position of the piece at `index` on a square with `count` pieces.
   * @param {Square} square @param {number} index @param {number} count
   */
  pieceAt(square, index, count) {
    const { x, y } = this.middle(square);
    if (square.stacking === 'upward') return { x, y: y - index * 9 };
    const step = Math.min(86, (this.cellHeight - 100) / Math.max(1, count - 1));
    const edge = this.cellHeight / 2 - 47 - index * step;
    return { x, y: this.isFromTop(square) ? y - edge : y + edge };
  }

  /** The upper edge and the height of the touch area for a place. @param {number} y the upper edge of the place */
  touched(y) {
    return this.hexagonal ? hexagonTouched(y) : { top: y, height: this.cellHeight };
  }

  /** The edge labels with their positions. */
  labels() {
    if (this.hexagonal) return hexagonLabels(this);
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
 * A piece centered on the origin.
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
 * A tile of two halves, upright or lying. The first end is at the top or on the left.
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

/** The picture on a card without a suit. Court cards show a crown in a ring. @param {string} short */
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
 * A piece on or between two squares.
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
 * The content of a square in words: "white king", "3 white checkers".
 * @param {Piece[]} pieces
 */
export function pieceNames(pieces) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { name } of pieces) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${localized(name).text}` : localized(name).text)).join(', ');
}

/** Several pieces next to each other, closer together if space is short. @param {Piece[]} pieces @param {boolean} isLarge */
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

/**
 * A zone next to the board. Squares that can be touched become buttons, which are added to `buttons`.
 * @param {import('./match-model.js').Zone} zone @param {boolean} isBare whether the table has no board
 * @param {(number: number) => boolean} touches whether a legal move touches a square @param {Map<number, HTMLButtonElement>} buttons
 */
export function zoneNode(zone, isBare, touches, buttons) {
  const isList = zone.squares.length > 2;
  const isHand = isList && zone.owner !== null;
  const filled = zone.squares.filter((square) => square.pieces.length > 0 || touches(square.number));
  const squares = isList ? filled : zone.squares;
  const isHidden = isHand && filled.length > 0 && filled.every(({ number, pieces }) => pieces.every(isFaceDown) && !touches(number));
  const cellOf = (/** @type {number} */ number, /** @type {Piece[]} */ pieces) => zoneCell(zone, number, pieces, isBare, touches(number), buttons);
  const cells = isHidden ? [cellOf(-1, filled.flatMap(({ pieces }) => pieces))] : squares.map(({ number, pieces, spent }) => {
    const cell = cellOf(number, pieces);
    if (spent) cell.append(h('span', { class: 'hidden', text: ` (${t('board.spent')})` }));
    cell.classList.toggle('spent', spent === true);
    return cell;
  });
  if (isHand) cells.forEach((cell, index) => cell.setAttribute('data-place', index));
  const title = h('span', { class: 'zone-title', title: localized(zone.title).text, text: localized(zone.name).text });
  const isVacant = zone.owner === null && zone.squares.every((square) => square.pieces.length === 0) && filled.length === 0;
  return h('div', { class: `zone${isHand ? ' hand' : ''}${isVacant ? ' nothing' : ''}`, role: 'group', 'aria-label': localized(zone.title).text }, title, h('div', { class: 'zone-cells' }, ...cells));
}

/** @param {import('./match-model.js').Zone} zone @param {number} number @param {Piece[]} pieces @param {boolean} isBare @param {boolean} isTouched @param {Map<number, HTMLButtonElement>} buttons */
function zoneCell(zone, number, pieces, isBare, isTouched, buttons) {
  const isNumber = pieces.length > 0 && pieces.every((piece) => piece.kind === 'counter');
  if (isNumber && !isTouched) return countNode(pieces[0]);
  if (pieces.length === 0 && !isTouched) return h('span', { class: 'vacant', text: '–' });
  const picture = heap(pieces, isBare);
  const isPlain = number < 0 || pieces.every((piece) => piece.kind === 'die' || piece.kind === 'marker' || piece.kind === 'card');
  if (isPlain && !isTouched) return h('span', { class: 'lying' }, picture, h('span', { class: 'hidden', text: pieceNames(pieces) }));
  const button = h('button', { type: 'button', 'data-square': number, 'data-zone': localized(zone.title).text }, picture);
  buttons.set(number, button);
  return button;
}

/** Whether the piece is hidden. @param {Piece} piece */
const isFaceDown = ({ kind, ends, rank }) => (kind === 'tile' && !ends) || (kind === 'card' && !rank);

/** A number as text, with its limit in a softer color. @param {Piece} piece */
function countNode({ value, limit, name }) {
  const shown = h('span', { 'aria-hidden': 'true' }, String(value), limit !== null && limit !== undefined ? h('small', { text: `/${limit}` }) : null);
  return h('span', { class: 'count' }, shown, h('span', { class: 'hidden', text: name }));
}

/** The squares without pieces, with their labels and names. @param {Layout} layout */
export function ground(layout) {
  const { diagram, width, height } = layout;
  if (layout.hexagonal) return [...hexagonSides(layout), ...diagram.squares.map((square) => hexagon(layout.middle(square), 1, 'square light hexagon'))];
  const isBlank = diagram.shades.every((row) => row.every((shade) => shade === 'blank'));
  const hasHoles = diagram.shades.some((row) => row.includes('hole'));
  const nodes = [s('rect', { width, height, class: isBlank ? 'felt' : hasHoles ? 'frame hole' : 'frame' })];
  const isUniform = diagram.shades.flat().every((shade) => shade === 'light') && !diagram.names_on_squares;
  const hasLines = diagram.shades.some((row, y) => row.some((shade, x) => y > 0 && diagram.shades[y - 1][x] === shade));
  diagram.shades.forEach((row, y) => row.forEach((shade, x) => {
    if (isBlank || (shade === 'blank' && layout.hasPoints)) return;
    const corner = layout.corner(x, y);
    const kind = layout.hasPoints ? 'ground' : isUniform ? 'dark' : shade;
    nodes.push(s('rect', { ...corner, width: 100, height: layout.cellHeight, class: `square ${kind}${hasLines && !layout.hasPoints && kind !== 'hole' ? ' lined' : ''}` }));
    if (kind === 'hole') nodes.push(s('circle', { cx: corner.x + 50, cy: corner.y + 50, r: 43, class: 'rim' }));
  }));
  if (layout.hasPoints) nodes.push(...points(layout));
  return nodes;
}

/** The labels at the edges and on the squares. @param {Layout} layout */
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

/** The long points of a race game. @param {Layout} layout */
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
  if (layout.hexagonal) return hexagon(layout.middle(square), 0.9, `mark ${name}`);
  const { x, y } = layout.corner(square.column, square.row);
  if (name === 'can') return s('path', { d: `M${x + 72} ${y}H${x + 100}V${y + 28}Z`, class: 'mark can' });
  return s('rect', { x: x + 4, y: y + 4, width: 92, height: 92, rx: 7, class: `mark ${name}` });
}

/**
 * Marks for the last move: brackets where it ended, a tint where it began.
 * @param {Layout} layout @param {Square} square @param {boolean} isEnd
 */
export function lastMark(layout, square, isEnd) {
  if (layout.hexagonal) return [hexagon(layout.middle(square), 1, 'last'), hexagon(layout.middle(square), 0.9, 'ended')];
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

/**
 * The path of a move, or a frame around its square if there is only one.
 * @param {Layout} layout @param {number[]} squares @param {number} rank from 0, the best @returns {SVGElement[]}
 */
export function arrow(layout, squares, rank) {
  // In a race game, a turn moves several pieces, each from one point to another.
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

/**
 * A circle around a square, or an arrow between two squares, as drawn by the user.
 * @param {Layout} layout @param {number[]} squares @param {string} color @returns {SVGElement[]}
 */
export function drawn(layout, squares, color) {
  const square = layout.diagram.squares[squares[0]];
  const { x, y } = square ? layout.middle(square) : { x: 0, y: 0 };
  const isCircle = squares.length === 1 && square;
  const nodes = isCircle ? [s('ellipse', { cx: x, cy: y, rx: 45, ry: layout.cellHeight / 2 - 5, class: 'circle' })] : arrow(layout, squares, 0);
  for (const node of nodes) node.classList.add('own', color);
  return nodes;
}

/** Animation time per step of a move, in milliseconds. */
export const STEP = 170;

/** Whether the user prefers reduced motion. */
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Draws the pieces of `view` into `layer`. If `before` is given, animates them from their places in that view.
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

/** All pieces on the board with their positions. @param {Layout} layout @param {View} view @returns {Placed[]} */
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
 * The difference: moved, removed and added pieces.
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

/** The pieces in `list` that are missing from `other`. @param {Placed[]} list @param {Placed[]} other */
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
 * @param {boolean} isReplaced whether another piece is on the square now
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

/** The step of the route that passes the square; undefined if none does. @param {Layout} layout @param {number[]} route @param {number} number */
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

// Hexagonal boards. A hexagon is 100 units wide, with a corner at the top; each row begins half a hexagon to the right
// of the row above it.


/** The distance between two rows, and the distance from the center of a hexagon to a corner. */
const ROW = 50 * Math.sqrt(3);
const CORNER = 100 / Math.sqrt(3);

/** The width of the sides around the hexagons, at a scale of 1. */
const SIDE = 34;

/** The dimensions of a board. @param {import('./match-model.js').Diagram} diagram @param {number} scale */
function hexagonSizes({ columns, rows }, scale) {
  // From the centers of the outermost hexagons to the edge of the board, and along a row to its corner.
  const distance = CORNER + SIDE * scale;
  const along = distance / (ROW / 100);
  const [left, top] = [1.5 * along - 50, distance - 50];
  return { left, top, along, width: columns * 100 + (rows - 1) * 50 + 2 * left, height: (rows - 1) * ROW + 2 * distance };
}

/**
 * The upper-left corner of a hexagon's bounding square.
 * @param {{ left: number, top: number }} sizes @param {number} x @param {number} y
 */
const hexagonCorner = ({ left, top }, x, y) => ({ x: left + x * 100 + y * 50, y: top + y * ROW });

/** The upper edge and the height of the touch area for a hexagon. Touch areas don't overlap. @param {number} y */
const hexagonTouched = (y) => ({ top: y + 50 - ROW / 2, height: ROW });

/**
 * A hexagon around a point.
 * @param {{ x: number, y: number }} middle @param {number} size as a fraction of the full size @param {string} name
 */
function hexagon({ x, y }, size, name) {
  const [w, h, half] = [50 * size, CORNER * size, (CORNER * size) / 2];
  return s('path', { d: `M${x} ${y - h}L${x + w} ${y - half}V${y + half}L${x} ${y + h}L${x - w} ${y + half}V${y - half}Z`, class: name });
}

/**
 * The board below the hexagons: a rhombus whose sides have their owners' colors.
 * @param {import('./pieces.js').Layout} layout
 */
function hexagonSides(layout) {
  const { diagram, flipped, hexagonal } = layout;
  const { columns, rows, side_owners: owners } = diagram;
  if (!hexagonal) return [];
  const { along } = hexagonal;
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ right, /** @type {number} */ down) => {
    const { x: left, y: top } = hexagonCorner(hexagonal, x, y);
    return { x: left + 50 + along * (right + down / 2), y: top + 50 + along * down * (ROW / 100) };
  };
  const corners = [at(0, 0, -1, -1), at(columns - 1, 0, 1, -1), at(columns - 1, rows - 1, 1, 1), at(0, rows - 1, -1, 1)];
  const middle = { x: (corners[0].x + corners[2].x) / 2, y: (corners[0].y + corners[2].y) / 2 };
  const seats = [owners.top, owners.right, owners.bottom, owners.left];
  return corners.map((corner, index) => {
    const next = corners[(index + 1) % 4];
    const seat = seats[(index + (flipped ? 2 : 0)) % 4];
    const d = `M${corner.x} ${corner.y}L${next.x} ${next.y}L${middle.x} ${middle.y}Z`;
    return s('path', { d, class: seat === null ? 'side' : `side piece stone seat${seat}` });
  });
}

/**
 * The edge labels with their positions along the sides.
 * @param {import('./pieces.js').Layout} layout
 */
function hexagonLabels(layout) {
  const { diagram: { columns, rows, edges }, hexagonal, scale } = layout;
  if (!hexagonal) return [];
  // From the center of a hexagon to the middle of a side.
  const distance = CORNER + (SIDE * scale) / 2;
  const across = (/** @type {string[]} */ texts, /** @type {number} */ row, /** @type {number} */ sign) => texts.map((text, column) => {
    const { x, y } = layout.corner(column, row);
    const towards = layout.flipped ? -sign : sign;
    return { text, x: x + 50 + (towards * distance * 50) / ROW, y: y + 50 + towards * distance };
  });
  const down = (/** @type {string[]} */ texts, /** @type {number} */ x, /** @type {number} */ sign) => texts.map((text, row) => {
    const { y } = layout.corner(0, row);
    const shownRow = layout.flipped ? rows - 1 - row : row;
    return { text, x: hexagonCorner(hexagonal, x, shownRow).x + 50 + (sign * distance) / (ROW / 100), y: y + 50 };
  });
  return [
    ...(edges.top.length === columns ? across(edges.top, 0, -1) : []),
    ...(edges.bottom.length === columns ? across(edges.bottom, rows - 1, 1) : []),
    ...(edges.left.length === rows ? down(edges.left, 0, -1) : []),
    ...(edges.right.length === rows ? down(edges.right, columns - 1, 1) : []),
  ];
}
