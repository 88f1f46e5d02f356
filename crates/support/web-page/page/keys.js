// Keyboard shortcuts of a board: single characters, and Ctrl+Z. The match loads this module after the board.

import { KEY_OWNERS, h, look, t } from './dom.js';

/**
 * A board with its move field: the texts of its legal moves, and what the shortcuts do.
 * @typedef {{ board: import('./board.js').GameBoard, typed: HTMLInputElement, moves: () => string[], flip: () => void, play: (move: string) => void }} Keyed
 */

/** Listens for the shortcuts. @param {Keyed} keyed @returns {() => void} removes the listener */
export function listenForKeys(keyed) {
  const { board, typed } = keyed;
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.target === typed && event.key === 'Escape') return typed.blur();
    const isOwned = event.target instanceof Element && event.target.closest(KEY_OWNERS);
    if (isOwned || event.defaultPrevented || event.isComposing || event.altKey || !board.isConnected || document.querySelector('dialog[open]')) return;
    if (event.ctrlKey || event.metaKey ? undoes(keyed, event) : look().keys === 'on' && takes(keyed, event.key)) event.preventDefault();
  };
  document.addEventListener('keydown', key);
  return () => document.removeEventListener('keydown', key);
}

/** @param {Keyed} keyed @param {KeyboardEvent} event @returns {boolean} whether a step of the move was undone */
const undoes = ({ board }, { key, shiftKey }) => key.toLowerCase() === 'z' && !shiftKey && board.undoStep();

/**
 * Handles a single character. The first character of a move goes to the move field, unless it is a whole move.
 * @param {Keyed} keyed @param {string} key @returns {boolean} whether the browser must not handle the key
 */
function takes({ typed, moves, flip, play }, key) {
  const small = key.toLowerCase();
  if (small === 'f') flip();
  else if (key === '/') typed.focus();
  else if (key === '?') showKeys();
  else {
    const begun = key.length === 1 ? moves().filter((move) => move.toLowerCase().startsWith(small)) : [];
    if (begun.length === 1 && begun[0] === key) play(key);
    else {
      // The browser then types the character into the field.
      if (begun.length > 0) typed.focus();
      return false;
    }
  }
  return true;
}

/** Lists the shortcuts. */
export function showKeys() {
  const rows = [
    ['← →', t('keys.step')],
    ['Home End', t('keys.ends')],
    ['F', t('match.flip')],
    ['/', t('keys.type')],
    ['Tab Enter', t('keys.choose')],
    ['Ctrl+Z', t('keys.undo')],
    ['Esc', t('keys.escape')],
    ['?', t('keys.list')],
  ];
  const list = h('dl', {}, ...rows.flatMap(([key, text]) => [h('dt', { text: key }), h('dd', { text })]));
  const close = h('button', { type: 'button', class: 'main', text: t('keys.close'), onclick: () => dialog.close() });
  const dialog = h('dialog', { class: 'keys', 'aria-labelledby': 'keys-title', onclose: () => dialog.remove() }, h('h2', { id: 'keys-title', text: t('keys') }), list, close);
  document.body.append(dialog);
  dialog.showModal();
}
