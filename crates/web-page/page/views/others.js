// Pages whose work is done by commands until the page does it.

import { h } from '../dom.js';

/** @param {string} title @param {string} text @param {...string} commands */
const page = (title, text, ...commands) => (/** @type {HTMLElement} */ main) => {
  const lines = commands.map((command) => h('pre', { tabindex: 0, 'aria-label': 'Command' }, h('code', { text: command })));
  main.append(h('div', { class: 'page narrow' }, h('h1', { text: title }), h('p', { class: 'lead', text }), ...lines, h('p', {}, h('a', { class: 'button main', href: '/', text: 'Play a game' }))));
  return { title };
};

export const study = page('Study', 'See the best lines of a position with their scores, in a terminal:', 'rival analyze checkers:english');
export const tournaments = page('Tournaments', 'Let players meet in a tournament, and get tables, ratings with their errors and a report:', 'rival-arena tournament --help');
export const build = page('Build a player', 'Write a player of your own as a small library; this makes a project that builds as it is:', 'rival plugin new lucky');
export const missing = page('There is no such page', 'The address may be mistyped, or the match may be gone.');
