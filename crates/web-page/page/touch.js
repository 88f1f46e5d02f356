// Making a move by touching squares. The legal moves come from the server with the squares that each touches.

/**
 * A legal move: its text, and the numbers of the squares that it touches from first to last.
 * @typedef {{ move: string, squares: number[] }} LegalMove
 */

/**
 * The result of a touch: the squares chosen so far, a move to play, or several moves to choose from.
 * @typedef {{ picked: number[], play: string | null, choices: string[] }} Touched
 */

/** @param {number[]} route @param {number[]} begin */
const startsWith = (route, begin) => begin.every((square, index) => route[index] === square);

/** @param {string[]} texts */
const unique = (texts) => [...new Set(texts)];

/**
 * Touches `square` after the squares in `picked`. A move can be entered by all of its squares, or by its first and last.
 * @param {LegalMove[]} moves @param {number[]} picked @param {number} square
 * @returns {Touched}
 */
export function touch(moves, picked, square) {
  if (picked.length === 0) return begin(moves, square);
  const begun = moves.filter((move) => startsWith(move.squares, picked));
  /** @param {LegalMove} move */
  const ends = (move) => move.squares.length > picked.length && move.squares.at(-1) === square;
  /** @param {LegalMove} move */
  const goesOn = (move) => move.squares[picked.length] === square;
  const meant = begun.filter((move) => ends(move) || goesOn(move));
  const ended = unique(meant.filter(ends).map((move) => move.move));
  if (meant.length === 0) {
    if (square === picked.at(-1)) return { picked: picked.slice(0, -1), play: null, choices: [] };
    return begin(moves, square);
  }
  if (ended.length === 0) return { picked: [...picked, square], play: null, choices: [] };
  if (unique(meant.map((move) => move.move)).length === 1) return { picked: [], play: ended[0], choices: [] };
  return { picked, play: null, choices: unique(meant.map((move) => move.move)) };
}

/**
 * @param {LegalMove[]} moves @param {number} square
 * @returns {Touched}
 */
function begin(moves, square) {
  const begun = moves.filter((move) => move.squares[0] === square);
  const texts = unique(begun.map((move) => move.move));
  if (begun.length === 0) return { picked: [], play: null, choices: [] };
  if (begun.some((move) => move.squares.length > 1)) return { picked: [square], play: null, choices: [] };
  if (texts.length === 1) return { picked: [], play: texts[0], choices: [] };
  return { picked: [], play: null, choices: texts };
}

/**
 * The squares that can be touched next: those that a move begins with, or else the next and the last square of each
 * move that begins with `picked`.
 * @param {LegalMove[]} moves @param {number[]} picked
 * @returns {Set<number>}
 */
export function targets(moves, picked) {
  const squares = new Set();
  for (const { squares: route } of moves) {
    if (!startsWith(route, picked) || route.length <= picked.length) continue;
    squares.add(route[picked.length]);
    if (picked.length > 0) squares.add(route.at(-1));
  }
  if (picked.length > 0) squares.delete(picked.at(-1));
  return squares;
}

/**
 * The path of a piece that is dragged over `square`: goes on where a move goes on, and else begins again at its first
 * square. So the route of a capture is drawn by dragging along it.
 * @param {LegalMove[]} moves @param {number[]} path @param {number} square
 * @returns {number[]}
 */
export function dragOver(moves, path, square) {
  if (square === path.at(-1)) return path;
  /** @param {number[]} begin */
  const leads = (begin) => moves.some((move) => startsWith(move.squares, begin));
  const longer = [...path, square];
  if (leads(longer)) return longer;
  const again = [path[0], square];
  return path.length > 1 && leads(again) ? again : path;
}

/**
 * What a piece does that is dropped on `square`.
 * @param {LegalMove[]} moves @param {number[]} path @param {number} square
 * @returns {Touched}
 */
export function drop(moves, path, square) {
  if (square !== path.at(-1)) return touch(moves, path, square);
  if (path.length < 2) return { picked: path, play: null, choices: [] };
  const whole = moves.filter((move) => move.squares.length === path.length && startsWith(move.squares, path));
  const texts = unique(whole.map((move) => move.move));
  if (texts.length === 1) return { picked: [], play: texts[0], choices: [] };
  return { picked: path, play: null, choices: texts };
}

/**
 * The moves, and each of those that consist of several parts in every order of the parts: who moves two pieces in one
 * turn may begin with either. A part is a square with a piece of the mover and the square after it.
 * @param {LegalMove[]} moves @param {(square: number) => boolean} isOwn
 * @returns {LegalMove[]}
 */
export function inEveryOrder(moves, isOwn) {
  return moves.flatMap(({ move, squares }) => {
    const parts = partsOf(squares, isOwn);
    if (parts.length < 2) return [{ move, squares }];
    const routes = orders(parts).map((order) => order.flat());
    const different = new Map(routes.map((route) => [route.join(), route]));
    return [...different.values()].map((route) => ({ move, squares: route }));
  });
}

/** @param {number[]} squares @param {(square: number) => boolean} isOwn */
function partsOf(squares, isOwn) {
  const parts = [];
  for (let index = 0; index + 1 < squares.length; index += 2) parts.push([squares[index], squares[index + 1]]);
  const isWhole = squares.length % 2 === 0 && parts.length <= 4 && parts.every(([from]) => isOwn(from));
  return isWhole ? parts : [];
}

/**
 * All orders of a short list.
 * @param {number[][]} list
 * @returns {number[][][]}
 */
function orders(list) {
  if (list.length < 2) return [list];
  return list.flatMap((first, index) => orders(list.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}

/** The moves that touch no square. @param {LegalMove[]} moves */
export const textMoves = (moves) => moves.filter(({ squares }) => squares.length === 0).map(({ move }) => move);

/**
 * The square that is meant by a touch of an empty square in a game where each column has one place to play: that place.
 * Null in all other games, and where something lies between.
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
  return placesIn(at.column)[0].number;
}
