// The games in which this browser holds a seat: each can be opened, saved as a file, and permanently deleted.

import { gameTitle, h, keep, kept, locale, t } from '../dom.js';
import { keptMatches } from '../server.js';
import { saveMenu } from './menu.js';

/** @typedef {import('../server.js').Kept} Kept */

/** @param {HTMLElement} main */
export function myGames(main) {
  const list = h('ul', { class: 'matches my-games' });
  const said = h('p', { class: 'problem', role: 'status' });
  main.append(h('div', { class: 'page' }, h('h1', { text: t('games.title') }), h('p', { class: 'lead', text: t('games.lead') }), said, h('section', { class: 'card', 'aria-label': t('games.title') }, list)));
  const fill = () => {
    const rows = keptMatches().map((match) => row(match, said, fill));
    list.replaceChildren(...(rows.length > 0 ? rows : [h('li', { class: 'soft', text: t('games.none') })]));
  };
  fill();
  return { title: t('games.title') };
}

/** @param {Kept} kept */
const dateOf = ({ at }) => new Date(at).toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' });

/** @param {Kept} match @param {HTMLElement} said @param {() => void} fill lists the games again */
function row(match, said, fill) {
  const [title, date] = [match.title || gameTitle(match.game), dateOf(match)];
  // The server refuses to delete a game that other people are still playing.
  const isLocked = !match.over && !!match.isShared;
  const remove = !isLocked && h('button', { type: 'button', text: t('delete'), 'aria-label': t('games.delete-one', { title, date }), onclick: () => confirmDeletion(match, said, fill) });
  const save = saveMenu(match.game, `/api/matches/${encodeURIComponent(match.match)}/file`, { text: t('games.save'), label: t('games.save-one', { title, date }) });
  const open = h('a', { class: 'button', href: `/match/${match.match}`, text: match.over ? t('games.open') : t('home.go-on') });
  return h('li', {}, h('span', {}, h('b', { text: title }), h('small', { text: `${date} · ${t(match.over ? 'games.over' : isLocked ? 'games.locked' : 'games.goes-on')}` })), h('div', { class: 'row' }, open, save, remove));
}

/** Deletes a game after confirmation. @param {Kept} match @param {HTMLElement} said @param {() => void} fill */
export function confirmDeletion(match, said, fill) {
  const no = h('button', { type: 'button', text: t('cancel'), onclick: () => dialog.close() });
  const yes = h('button', { type: 'button', class: 'main', text: t('delete'), onclick: async () => {
    dialog.close();
    try {
      await remove(match);
      said.textContent = t('games.deleted');
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message;
    }
    fill();
  } });
  const dialog = h('dialog', { 'aria-labelledby': 'delete-title', onclose: () => dialog.remove() }, h('h2', { id: 'delete-title', text: t('games.delete-title') }), h('p', { class: 'lead', text: t('games.delete-text') }), h('div', { class: 'row' }, no, yes));
  document.body.append(dialog);
  dialog.showModal();
}

/** Deletes a game on the server and in this browser. @param {Kept} match @throws {Error} with the server's sentence */
async function remove({ match, seats: [own] }) {
  if (own) {
    const answer = await fetch(`/api/matches/${encodeURIComponent(match)}`, { method: 'DELETE', headers: { authorization: `Bearer ${own.token}` } }).catch(() => null);
    if (!answer) throw new Error(t('server.silent'));
    const { error } = await answer.json().catch(() => ({}));
    // A game that no longer exists on the server counts as deleted.
    if (!answer.ok && answer.status !== 404) throw new Error(error ?? t('server.refused', { status: answer.status }));
  }
  const all = kept('matches', {});
  delete all[match];
  keep('matches', all);
}
