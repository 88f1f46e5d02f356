// Menus that open below a button. They are filled when opened, and Escape closes them.

import { h, t } from '../dom.js';
import { gameDetail } from './setup.js';

/**
 * A menu.
 * @param {HTMLElement} summary the visible part
 * @param {HTMLElement} sheet
 * @param {() => void} fill fills the sheet, unless it is already filled
 * @param {string} kind additional classes
 */
export function openingMenu(summary, sheet, fill = () => {}, kind = '') {
  const menu = h('details', { class: `menu ${kind}`.trimEnd(), ontoggle: () => menu.open && fill() }, summary, sheet);
  menu.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape') return;
    menu.open = false;
    summary.focus();
  });
  return menu;
}

/**
 * A menu with the formats in which a match can be saved.
 * @param {string} game
 * @param {string} file the URL of the match file
 * @param {{ text: string, label: string }} words the menu's labels, by itself and next to other menus
 */
export function saveMenu(game, file, { text, label }) {
  const sheet = h('div', { class: 'sheet' });
  const summary = h('summary', { class: 'button', text, 'aria-label': label });
  const fill = async () => {
    const { formats } = await gameDetail(game).catch(() => ({ formats: /** @type {string[]} */ ([]) }));
    sheet.replaceChildren(...formats.map((format) => h('a', { class: 'button', download: '', href: `${file}?format=${encodeURIComponent(format)}`, text: t('save-as', { format }) })));
  };
  return openingMenu(summary, sheet, fill);
}
