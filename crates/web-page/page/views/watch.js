// Watching: the matches that run now and those that are over, and a form that starts two players against each other.

import { gameTitle, h, kept, locale, named, t } from '../dom.js';
import { go } from '../main.js';
import { makeMatch, request } from '../server.js';
import { titleOf } from '../found-match.js';
import { CLOCKS, chips, easyLevel, gameDetail, playerChoice } from './setup.js';

/** How many matches that are over are listed at once. */
const OVER = 10;

/** @param {HTMLElement} main */
export function watch(main) {
  const running = h('ul', { class: 'matches' });
  const over = new OverList();
  const refresh = async () => {
    // One that ends is over from then on.
    if (fill(running, await request('matches').catch(() => ({ running: [] })))) over.show();
  };
  const start = h('section', { class: 'card', 'aria-label': t('watch.start-title') });
  main.append(h('div', { class: 'page' },
    h('h1', { text: t('nav.watch') }), h('p', { class: 'lead', text: t('watch.lead') }),
    h('div', { class: 'two' }, start, h('section', { class: 'card', 'aria-label': t('watch.running') }, h('h2', { text: t('watch.now') }), running)),
    over.node));
  form(start);
  refresh();
  const timer = setInterval(refresh, 3000);
  return { title: t('nav.watch'), end: () => clearInterval(timer) };
}

/** Whether anything is new. @param {HTMLElement} list @param {{ running: any[] }} matches */
function fill(list, { running }) {
  const key = JSON.stringify(running);
  if (list.dataset.key === key) return false;
  list.dataset.key = key;
  const names = (/** @type {any[]} */ players) => players.map(({ name, seat_name: seat }) => name ?? named(seat)).join(' – ');
  const rows = running.map(({ match, game, players, plies }) =>
    h('li', {}, h('a', { href: `/match/${match}` }, h('b', { text: names(players) }), h('small', { text: [gameTitle(game), plies === undefined ? '' : t('moves', { count: plies })].filter(Boolean).join(' · ') }))));
  list.replaceChildren(...(rows.length > 0 ? rows : [h('li', { class: 'soft', text: t('watch.none') })]));
  return true;
}

/** The matches of this server that are over and that one may see, the newest first; each opens as a study. */
class OverList {
  /** @type {any[]} */
  #shown = [];

  constructor() {
    this.list = h('ul', { class: 'matches' });
    this.more = h('button', { type: 'button', text: t('watch.more'), hidden: true, onclick: () => this.#add(this.#shown) });
    this.node = h('section', { class: 'card', 'aria-label': t('watch.over') }, h('h2', { text: t('watch.over') }), this.list, this.more);
  }

  /** Shows the newest ones. */
  show() {
    return this.#add([]);
  }

  /** Shows the next ones after these. @param {any[]} before */
  async #add(before) {
    const found = await request(`matches?finished=${OVER}&offset=${before.length}`).catch(() => null);
    if (!found) return;
    this.#shown = [...before, ...found.finished];
    this.more.hidden = !found.has_more;
    this.list.replaceChildren(...(this.#shown.length > 0 ? this.#shown.map(row) : [h('li', { class: 'soft', text: t('watch.over-none') })]));
  }
}

/** A match that is over, with its result. @param {any} found */
function row(found) {
  const when = found.began === null ? '' : new Date(found.began).toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' });
  const result = (found.result ?? '').replaceAll('1/2', '½');
  const facts = [result, gameTitle(found.game), when, t('moves', { count: found.plies })];
  return h('li', {}, h('a', { href: `/study?kept=${encodeURIComponent(found.id)}` }, h('b', { text: titleOf(found) }), h('small', { text: facts.filter(Boolean).join(' · ') })));
}

/** @param {HTMLElement} section */
async function form(section) {
  const games = (await request('games').catch(() => ({ games: [] }))).games;
  let clock = 'none';
  /** @type {{ value: () => string }[]} */
  let players = [];
  const seats = h('div');
  const problem = h('p', { class: 'problem', role: 'alert' });
  const select = h('select', { onchange: () => choose() }, ...games.map((/** @type {any} */ { name }) => h('option', { value: name, text: gameTitle(name) })));
  const choose = async () => {
    const detail = await gameDetail(select.value);
    const choices = detail.seats.map((seat, index) => playerChoice(detail, named(seat.name), `seat${index}`, index === 0 ? easyLevel(detail) : detail.opponent));
    players = choices;
    seats.replaceChildren(...choices.map(({ node }) => node));
  };
  const begin = async () => {
    try {
      go(`/match/${await makeMatch({ game: select.value, seats: players.map((player) => ({ kind: 'player', player: player.value() })), time_control: clock })}`);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  };
  const clocks = chips(t('home.clock'), 'clock', CLOCKS, clock, (value) => (clock = value));
  section.append(h('h2', { text: t('watch.start-title') }), h('label', { class: 'field' }, h('span', { text: t('setup.game') }), select), seats, clocks, h('button', { type: 'button', class: 'main', text: t('watch.start'), onclick: begin }), problem);
  const game = kept('game', 'checkers:english');
  if (games.some((/** @type {any} */ { name }) => name === game)) select.value = game;
  choose().catch((error) => (problem.textContent = error.message));
}
