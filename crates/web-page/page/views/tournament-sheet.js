// The style of the pages of tournaments: loaded once, before one of them is shown.

import { h } from '../dom.js';

const sheet = h('link', { rel: 'stylesheet', href: '/tournament.css' });
await new Promise((resolve) => {
  sheet.addEventListener('load', resolve);
  sheet.addEventListener('error', resolve);
  document.head.append(sheet);
});

/** A part of a page with its title. @param {string} title @param {...(Node | null)} children */
export const part = (title, ...children) => h('section', { class: 'card part' }, h('h2', { text: title }), ...children);

/** What may be wider than the page, and is scrolled by itself then. @param {string} label @param {...Node} children */
export const wide = (label, ...children) => h('div', { class: 'wide', role: 'region', 'aria-label': label, tabindex: 0 }, ...children);
