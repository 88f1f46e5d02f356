// The promotion menu: pictures of the pieces in the column of the promotion square.

import { h, s, t } from './dom.js';
import { pieceNames, pieceNode } from './pieces.js';

/** @typedef {import('./match-model.js').Piece} Piece */

/**
 * Shows the pieces in a column from the square towards the middle of the board, with the first piece on the square.
 * @param {HTMLElement} surface the board @param {HTMLElement} square the button of the square @param {Piece[]} pieces
 * @param {(index: number | null) => void} choose gets the index of the chosen piece, or null if none is chosen
 * @returns {{ close: () => void }}
 */
export function choosePiece(surface, square, pieces, choose) {
  const close = () => cover.remove();
  const end = (/** @type {number | null} */ index) => {
    close();
    choose(index);
    square.focus({ preventScroll: true });
  };
  const buttons = pieces.map((piece, index) => h('button', { type: 'button', 'aria-label': pieceNames([piece]), onclick: () => end(index) }, s('svg', { viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, pieceNode(piece))));
  const isAbove = square.offsetTop + square.offsetHeight / 2 < surface.offsetHeight / 2;
  // The first piece is the first button in both directions.
  const list = h('div', { class: isAbove ? 'pieces' : 'pieces upward', role: 'group', 'aria-label': t('board.choose') }, ...buttons);
  const top = isAbove ? square.offsetTop : square.offsetTop + square.offsetHeight * (1 - pieces.length);
  Object.assign(list.style, { left: `${square.offsetLeft}px`, top: `${top}px`, width: `${square.offsetWidth}px` });
  const cover = h('div', { class: 'choice' }, list);
  cover.addEventListener('click', (/** @type {Event} */ event) => {
    event.stopPropagation();
    if (event.target === cover) end(null);
  });
  cover.addEventListener('pointerdown', (/** @type {Event} */ event) => event.stopPropagation());
  cover.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    event.stopPropagation();
    const down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') end(null);
    else if (down) buttons[buttons.indexOf(document.activeElement) + (isAbove ? down : -down)]?.focus();
    else return;
    event.preventDefault();
  });
  surface.append(cover);
  buttons[0].focus({ preventScroll: true });
  return { close };
}
