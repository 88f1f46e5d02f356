// The library's puzzles by game and motif.

import { gameTitle, h, t } from '../dom.js';
import { solvingAddress } from '../puzzle-model.js';
import { request } from '../server.js';

/** @typedef {{ game: string, count: number, new: number, due: number, motifs: { motif: string, count: number }[], rating: import('../puzzle-model.js').Rating | null }} PuzzleGame */

/** The motifs of all games, and motifs that individual games declare. */
const MOTIFS = /** @type {const} */ ({ finish: 'motif.finish', shot: 'motif.shot', breakthrough: 'motif.breakthrough', gain: 'motif.gain', ending: 'motif.ending', other: 'motif.other', fork: 'motif.fork', opposition: 'motif.opposition' });

/** The name of a motif, translated if possible. @param {string} motif */
export const motifText = (motif) => (motif in MOTIFS ? t(MOTIFS[/** @type {keyof typeof MOTIFS} */ (motif)]) : motif);

/** @param {HTMLElement} main */
export function puzzles(main) {
  const lead = h('p', { class: 'lead' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const list = h('ul', { class: 'matches' });
  const card = h('section', { class: 'card', 'aria-label': t('puzzles.by-game'), hidden: true }, list);
  main.append(h('div', { class: 'page puzzles' }, h('h1', { text: t('nav.puzzles') }), lead, problem, card));
  request('puzzles').then(({ rated, games }) => {
    lead.textContent = t(rated ? 'puzzles.lead' : 'puzzles.lead-public');
    if (games.length === 0) card.replaceChildren(h('p', { text: t('puzzles.none') }), h('pre', {}, h('code', { lang: 'en' }, 'rival puzzles make games.pdn')));
    else list.replaceChildren(...(games.length > 1 ? [allRow(games)] : []), ...games.map(gameRow));
    card.hidden = false;
  }).catch((error) => (problem.textContent = error.message));
  return { title: t('nav.puzzles') };
}

/** @param {PuzzleGame[]} games */
function allRow(games) {
  const sum = (/** @type {'count' | 'new' | 'due'} */ what) => games.reduce((total, game) => total + game[what], 0);
  return h('li', {}, ...row(t('puzzles.all'), { count: sum('count'), new: sum('new'), due: sum('due'), rating: null }, {}));
}

/** @param {PuzzleGame} game */
function gameRow(game) {
  const title = gameTitle(game.game);
  const motifs = game.motifs.map(({ motif, count }) => {
    const text = `${motifText(motif)} (${count})`;
    return h('a', { class: 'button', href: solvingAddress({ game: game.game, motif }), 'aria-label': t('puzzles.solve-of', { what: `${title}, ${text}` }), text });
  });
  const links = h('div', { class: 'row motifs' }, ...motifs);
  return h('li', {}, ...row(title, game, { game: game.game }), game.motifs.length > 1 ? links : null);
}

/** @param {string} title @param {Omit<PuzzleGame, 'game' | 'motifs'>} counts @param {{ game?: string }} choice */
function row(title, { count, new: fresh, due, rating }, choice) {
  const facts = [
    t('puzzles.count', { count }),
    due > 0 && t('puzzles.due', { number: due }),
    fresh > 0 && fresh < count && t('puzzles.new', { number: fresh }),
    rating && t('puzzles.rating', { value: Math.round(rating.value), deviation: Math.round(rating.deviation) }),
  ];
  const words = h('span', {}, h('b', { text: title }), h('small', { text: facts.filter(Boolean).join(' · ') }));
  return [words, h('a', { class: 'button main', href: solvingAddress(choice), 'aria-label': t('puzzles.solve-of', { what: title }), text: t('puzzles.solve') })];
}
