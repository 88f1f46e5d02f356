// Watching: the matches that run now, and a form that starts two players against each other.

import { gameTitle, h, kept, named, t } from '../dom.js';
import { go } from '../main.js';
import { makeMatch, request } from '../server.js';
import { CLOCKS, chips, easyLevel, gameDetail, playerChoice } from './setup.js';

/** @param {HTMLElement} main */
export function watch(main) {
  const running = h('ul', { class: 'matches' });
  const refresh = async () => fill(running, await request('matches').catch(() => ({ running: [] })));
  const start = h('section', { class: 'card', 'aria-label': t('watch.start-title') });
  main.append(h('div', { class: 'page' },
    h('h1', { text: t('nav.watch') }), h('p', { class: 'lead', text: t('watch.lead') }),
    h('div', { class: 'two' }, start, h('section', { class: 'card', 'aria-label': t('watch.running') }, h('h2', { text: t('watch.now') }), running))));
  form(start);
  refresh();
  const timer = setInterval(refresh, 3000);
  return { title: t('nav.watch'), end: () => clearInterval(timer) };
}

/** @param {HTMLElement} list @param {{ running: any[] }} matches */
function fill(list, { running }) {
  const key = JSON.stringify(running);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  const names = (/** @type {any[]} */ players) => players.map(({ name, seat_name: seat }) => name ?? named(seat)).join(' – ');
  const rows = running.map(({ match, game, players, plies }) =>
    h('li', {}, h('a', { href: `/match/${match}` }, h('b', { text: names(players) }), h('small', { text: [gameTitle(game), plies === undefined ? '' : t('moves', { count: plies })].filter(Boolean).join(' · ') }))));
  list.replaceChildren(...(rows.length > 0 ? rows : [h('li', { class: 'soft', text: t('watch.none') })]));
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
