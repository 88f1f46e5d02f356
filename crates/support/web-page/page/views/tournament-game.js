// A finished game of a tournament, on a board.

import { gameTitle, h, loadServerWords, setWhere, t } from '../dom.js';
import { viewsOf } from '../replay-model.js';
import { Replay } from '../replay.js';
import { request } from '../server.js';
import { linkOf } from '../study-link.js';
import { placeText } from '../tournament-model.js';

/** @param {string} tournament @param {string} id @param {HTMLElement} main */
export function showGame(tournament, id, main) {
  const place = h('div', { class: 'replay-place' });
  const title = h('h1', { text: t('game') });
  const facts = h('p', { class: 'soft facts', text: ' ' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const back = h('a', { href: `/tournament/${encodeURIComponent(tournament)}`, text: tournament });
  const links = h('nav', { class: 'row', 'aria-label': t('game.with') });
  main.append(h('div', { class: 'page game-page' }, h('div', { class: 'heading' }, h('p', {}, back), title, facts), problem, place, links));
  /** @type {{ replay?: Replay }} */
  const shown = {};
  show({ tournament, id, place, title, facts, back, links, shown }).catch((error) => (problem.textContent = error.message));
  return { title: t('game'), end: () => (shown.replay?.playback.stop(), shown.replay?.end()) };
}

/** @param {{ tournament: string, id: string, [node: string]: any }} page */
async function show({ tournament, id, place, title, facts, back, links, shown }) {
  const address = `/tournament/${encodeURIComponent(tournament)}`;
  const [game] = await Promise.all([request(`tournaments/${encodeURIComponent(tournament)}/games/${encodeURIComponent(id)}`), loadServerWords()]);
  title.textContent = game.names.join(' – ');
  document.title = `${title.textContent} · Rival`;
  facts.textContent = placeText(game);
  back.textContent = game.title;
  back.href = `${address}?players=${[...new Set(game.players)].join(',')}`;
  setWhere(gameTitle(game.rules));
  const views = viewsOf(game.shared, game.positions, game.moves);
  const study = h('a', { class: 'button', text: t('match.in-study') });
  const moves = game.moves.map((/** @type {{ move: string }} */ { move }) => move);
  const replay = new Replay({ ...game, views }, (ply) => {
    history.replaceState(null, '', ply > 0 ? `#${ply}` : location.pathname);
    study.href = `/study#${linkOf({ game: game.rules, start: game.start, moves, ply })}`;
  }, true);
  shown.replay = replay;
  place.replaceChildren(replay.node);
  const ply = Number(location.hash.slice(1));
  replay.step(Number.isInteger(ply) ? ply : 0);
  const link = (/** @type {string | null} */ other, /** @type {string} */ text) => other && h('a', { class: 'button', href: `${address}/${other}`, text });
  links.replaceChildren(study, ...[link(game.previous, t('game.before')), link(game.next, t('game.next'))].filter(Boolean));
}
