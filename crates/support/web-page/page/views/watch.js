// Running and finished matches, and a form that starts a match between two players.

import { gameTitle, go, h, kept, named, t } from '../dom.js';
import { dayOf, resultText, titleOf } from '../found-match.js';
import { controlText } from '../match-model.js';
import { makeMatch, request } from '../server.js';
import { easyLevel, gameDetail, nextLevel, playerChoice } from './setup.js';
import { TimeChoice } from './setup-time.js';

/** Number of finished matches per "Show more". */
const OVER = 10;

/** Maximum number per request. */
const OVER_MAX = 100;

/** @param {HTMLElement} main */
export function watch(main) {
  const running = new RunningList();
  const over = new OverList();
  const start = h('section', { class: 'card', 'aria-label': t('watch.start-title') });
  const toStart = () => {
    start.scrollIntoView();
    start.querySelector('select')?.focus({ preventScroll: true });
  };
  main.append(h('div', { class: 'page watch' },
    h('div', { class: 'watch-head' }, h('h1', { text: t('nav.watch') }), h('p', { class: 'lead', text: t('watch.lead') }), h('button', { type: 'button', class: 'to-start', text: t('watch.start-title'), onclick: toStart })),
    h('div', { class: 'watch-lists' }, running.node, over.node),
    start));
  form(start);
  const refresh = async () => {
    // A match that ends moves to the list of finished matches.
    if (await running.refresh()) over.refresh();
  };
  refresh();
  over.refresh();
  const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), 3000);
  return { title: t('nav.watch'), end: () => clearInterval(timer) };
}

/** The running matches. Each can be watched live. */
class RunningList {
  /** @type {string[]} */
  #shown = [];

  constructor() {
    this.list = h('ul', { class: 'matches' });
    this.node = h('section', { class: 'card', 'aria-label': t('watch.running') }, h('h2', { text: t('watch.now') }), this.list);
  }

  /** Refreshes the list. Returns `true` if a match has disappeared from the list. */
  async refresh() {
    const found = await request('matches').catch(() => null);
    if (!found) return false;
    const { running } = found;
    const names = running.map((/** @type {any} */ { match }) => match);
    const hasEnded = this.#shown.some((match) => !names.includes(match));
    this.#shown = names;
    const key = JSON.stringify(running);
    if (this.list.dataset.key === key) return hasEnded;
    this.list.dataset.key = key;
    this.list.replaceChildren(...(running.length > 0 ? running.map(runningRow) : [h('li', { class: 'soft', text: t('watch.none') })]));
    return hasEnded;
  }
}

/** @param {any} match */
function runningRow({ match, game, players, time_control: time }) {
  const nameOf = (/** @type {any} */ { name, person, seat_name: seat }) => (person && name ? name : named(name ?? seat));
  const names = players.map(nameOf).join(' – ');
  const facts = [gameTitle(game), time === 'none' ? '' : controlText(time)];
  return h('li', {}, h('a', { href: `/match/${match}` }, h('b', { text: names }), h('small', { text: facts.filter(Boolean).join(' · ') })));
}

/** This server's visible finished matches, newest first. Each opens as a study. */
class OverList {
  #count = 0;

  constructor() {
    this.list = h('ul', { class: 'matches' });
    this.more = h('button', { type: 'button', text: t('watch.more'), hidden: true, onclick: () => this.#add() });
    this.node = h('section', { class: 'card', 'aria-label': t('watch.over') }, h('h2', { text: t('watch.over') }), this.list, this.more);
  }

  /** Lists the newest matches, as many as are shown. */
  async refresh() {
    const rows = await this.#load(Math.min(OVER_MAX, Math.max(OVER, this.#count)), 0);
    if (!rows) return;
    this.#count = rows.length;
    this.list.replaceChildren(...(rows.length > 0 ? rows : [h('li', { class: 'soft', text: t('watch.over-none') })]));
  }

  /** Adds older matches. */
  async #add() {
    const rows = await this.#load(OVER, this.#count);
    if (!rows) return;
    this.#count += rows.length;
    this.list.append(...rows);
    rows[0]?.querySelector('a')?.focus();
  }

  /** @param {number} count @param {number} offset @returns {Promise<HTMLElement[] | null>} */
  async #load(count, offset) {
    const found = await request(`matches?finished=${count}&offset=${offset}`).catch(() => null);
    if (!found) return null;
    this.more.hidden = !found.has_more;
    return found.finished.map(overRow);
  }
}

/** @param {import('../found-match.js').FoundMatch} found */
function overRow(found) {
  const facts = [gameTitle(found.game), dayOf(found), found.moves === null ? '' : t('moves', { count: found.moves })];
  return h('li', {}, h('a', { href: `/study?kept=${encodeURIComponent(found.id)}` }, h('b', { text: titleOf(found) }), h('small', { text: facts.filter(Boolean).join(' · ') })), h('span', { class: 'score-of', text: resultText(found) }));
}

/** @param {HTMLElement} section */
async function form(section) {
  const games = (await request('games').catch(() => ({ games: [] }))).games;
  const time = new TimeChoice([t('name.first'), t('name.second')]);
  /** @type {{ value: () => string }[]} */
  let players = [];
  const seats = h('div');
  const problem = h('p', { class: 'problem', role: 'alert' });
  const select = h('select', { onchange: () => choose() }, ...games.map((/** @type {any} */ { name }) => h('option', { value: name, text: gameTitle(name) })));
  const choose = async () => {
    const detail = await gameDetail(select.value);
    const choices = detail.seats.map((seat, index) => playerChoice(detail, named(seat.name), `seat${index}`, index === 0 ? easyLevel(detail) : nextLevel(detail)));
    players = choices;
    seats.replaceChildren(...choices.map(({ node }) => node));
  };
  const begin = async () => {
    try {
      const times = time.value;
      const isEven = times[0] === times[1];
      const seats = players.map((player, index) => ({ kind: 'player', player: player.value(), ...(!isEven && { time_control: times[Math.min(index, 1)] }) }));
      go(`/match/${await makeMatch({ game: select.value, seats, time_control: times[0] })}`);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  };
  section.append(h('h2', { text: t('watch.start-title') }), h('label', { class: 'field' }, h('span', { text: t('setup.game') }), select), seats, time.node, h('button', { type: 'button', class: 'main', text: t('watch.start'), onclick: begin }), problem);
  const game = kept('game', 'checkers:english');
  if (games.some((/** @type {any} */ { name }) => name === game)) select.value = game;
  choose().catch((error) => (problem.textContent = error.message));
}
