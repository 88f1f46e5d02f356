// Circles and arrows drawn by the user, and how they are written in a comment: `[%csl Rd5]`, `[%cal Gd2d4,Ge2e4]`.

/**
 * A circle on a square, or an arrow from one square to another. Squares are given by number.
 * @typedef {{ color: Color, squares: number[] }} Shape
 */

/** @typedef {'green' | 'red' | 'blue' | 'yellow'} Color */

const LETTERS = /** @type {Record<string, Color>} */ ({ G: 'green', R: 'red', B: 'blue', Y: 'yellow' });

/** Shape commands in a comment. */
const SHAPES = /\s*\[%c[as]l\s+([^\]]*)\]/g;

/** All commands in a comment, such as shapes, clocks and commands of other programs. */
const COMMANDS = /\s*\[%[^\]]*\]/g;

/**
 * The color selected by an event's modifier keys.
 * @param {{ shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean }} event @returns {Color}
 */
export function colorOf({ shiftKey, ctrlKey, altKey, metaKey }) {
  const [isFirst, isSecond] = [shiftKey || ctrlKey, altKey || metaKey];
  if (isFirst && isSecond) return 'yellow';
  return isFirst ? 'red' : isSecond ? 'blue' : 'green';
}

/**
 * Adds a shape. If there is already one at the same place, replaces it if its color differs, and removes both
 * otherwise.
 * @param {Shape[]} shapes @param {Shape} shape
 * @returns {Shape[]}
 */
export function toggled(shapes, shape) {
  const key = shape.squares.join();
  const same = shapes.find(({ squares }) => squares.join() === key);
  const others = shapes.filter((other) => other !== same);
  return same?.color === shape.color ? others : [...others, shape];
}

/** The text of a comment for people, without its commands. Several comments have a border between them. @param {string} comment */
export const withoutCommands = (comment) => comment.replace(COMMANDS, '').split('} {').map((text) => text.trim()).filter(Boolean).join(' ');

/** The comment with another text for people, followed by the comment's commands. @param {string} comment @param {string} text */
export const withText = (comment, text) => [text.replace(COMMANDS, ''), ...commandsIn(comment)].filter(Boolean).join(' ');

/** @param {string} comment */
const commandsIn = (comment) => [...comment.matchAll(COMMANDS)].map(([command]) => command.trim());

/**
 * The shapes in a comment.
 * @param {string} comment @param {string[]} names of the squares, by number
 * @returns {Shape[]}
 */
export function shapesIn(comment, names) {
  return [...comment.matchAll(SHAPES)].flatMap(([, list]) => list.split(',')).flatMap((item) => {
    const text = item.trim();
    const color = LETTERS[text.charAt(0)];
    const squares = squaresOf(text.slice(1), names);
    return color && squares ? [{ color, squares }] : [];
  });
}

/**
 * The one or two squares that a text names; null if it names anything else.
 * @param {string} text @param {string[]} names
 */
function squaresOf(text, names) {
  const number = (/** @type {string} */ name) => names.indexOf(name);
  if (number(text) >= 0) return [number(text)];
  for (let at = 1; at < text.length; at += 1) {
    const squares = [number(text.slice(0, at)), number(text.slice(text[at] === '-' ? at + 1 : at))];
    if (!squares.includes(-1)) return squares;
  }
  return null;
}

/**
 * A comment in which these shapes replace the existing ones.
 * @param {string} comment @param {Shape[]} shapes @param {string[]} names of the squares, by number
 */
export function withShapes(comment, shapes, names) {
  // Names of equal length need no separator, as in chess.
  const between = new Set(names.map((name) => name.length)).size > 1 ? '-' : '';
  const letter = (/** @type {Color} */ color) => Object.keys(LETTERS).find((key) => LETTERS[key] === color);
  const command = (/** @type {string} */ name, /** @type {number} */ count) => {
    const items = shapes.filter(({ squares }) => squares.length === count).map(({ color, squares }) => letter(color) + squares.map((square) => names[square]).join(between));
    return items.length > 0 ? `[%${name} ${items.join(',')}]` : '';
  };
  return [comment.replace(SHAPES, '').trim(), command('csl', 1), command('cal', 2)].filter(Boolean).join(' ');
}
