// The home page: one click starts a game; all other choices are next to it.

import { gameTitle, go, h, keep, kept, loadServerWords, locale, named, t } from '../dom.js';
import { controlText, isTurnedFor } from '../match-model.js';
import { join, keepMatch, keptMatch, keptMatches, makeMatch, request } from '../server.js';
import { chips, easyLevel, gameDetail, gameList, playerChoice, startChoice } from './setup.js';
import { TimeChoice } from './setup-time.js';
import '../board.js';

const FIRST_GAME = 'checkers:english';

/** @param {HTMLElement} main */
export function home(main) {
  const page = new Home(main);
  page.begin();
  return { title: 'Rival', end: () => clearInterval(page.timer) };
}

class Home {
  game = kept('game', FIRST_GAME);
  /** The game to play: the chosen one, or another start of it. */
  played = this.game;
  /** @type {import('./setup.js').Game[]} */
  all = [];
  side = 'first';
  /** @type {{ node: HTMLElement, value: () => string } | null} */
  opponent = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  timer;

  /** @param {HTMLElement} main */
  constructor(main) {
    this.board = /** @type {import('../board.js').GameBoard} */ (document.createElement('game-board'));
    this.board.setAttribute('inert', '');
    this.start = h('button', { type: 'button', class: 'main large', text: t('home.play'), onclick: () => this.#play() });
    this.what = h('p', { class: 'soft what-plays', text: ' ' });
    this.friend = h('button', { type: 'button', text: t('home.friend'), onclick: () => this.#invite(false) });
    this.open = h('button', { type: 'button', text: t('home.open'), onclick: () => this.#invite(true) });
    this.problem = h('p', { class: 'problem', role: 'alert' });
    this.player = h('div', { class: 'choose-player' });
    this.sides = h('div');
    this.starts = h('div');
    this.games = h('div', { class: 'choose' });
    this.list = h('section', { class: 'card lists', 'aria-label': t('home.matches') });
    this.time = new TimeChoice([t('home.you'), t('home.opponent')]);
    const hero = h('section', { class: 'hero' }, h('h1', { text: t('missing.play') }), this.what, this.start, h('div', { class: 'row' }, this.friend, this.open), this.problem);
    const settings = h('section', { class: 'card settings', 'aria-label': t('home.settings') }, this.player, this.starts, this.sides, this.time.node);
    this.stage = h('div', { class: 'showpiece', 'aria-hidden': 'true' }, this.board);
    main.append(h('div', { class: 'home' }, h('div', { class: 'left' }, this.stage, this.list), h('div', { class: 'column' }, hero, settings), this.games));
  }

  async begin() {
    this.#fillLists({ open: [], running: [] });
    try {
      const [{ games }] = await Promise.all([request('games'), loadServerWords(), this.#choose(this.game).catch(() => this.#choose(FIRST_GAME))]);
      this.all = games;
      this.#offerStarts();
      this.games.replaceChildren(gameList(games, this.game, (game) => this.#choose(game).catch((error) => this.#say(error))));
    } catch (error) {
      this.#say(error);
    }
    this.#refresh();
    this.timer = setInterval(() => document.visibilityState === 'visible' && this.#refresh(), 5000);
  }

  /** @param {any} error */
  #say(error) {
    this.problem.textContent = error.message;
  }

  /** Offers the starts of the chosen game. The first one is listed. */
  #offerStarts() {
    const starts = this.all.find(({ name }) => name === this.game)?.starts;
    if (starts) this.played = starts.game;
    this.#describe();
    this.starts.replaceChildren(...(starts ? [startChoice(starts, async (game, number) => {
      this.played = game;
      this.#describe();
      const detail = await gameDetail(`${starts.game},${number ?? 0}`);
      if (this.played === game) this.#showBoard(detail);
    })] : []));
  }

  /** Shows another game. @param {string} game */
  async #choose(game) {
    const detail = await gameDetail(game);
    this.game = game;
    this.played = game;
    keep('game', game);
    this.problem.textContent = '';
    this.opponent = playerChoice(detail, t('home.opponent'), 'opponent', easyLevel(detail));
    this.opponent.node.addEventListener('change', () => this.#describe());
    this.player.replaceChildren(this.opponent.node);
    const seats = detail.seats.map((seat, index) => [String(index + 1), index === 0 ? t('home.first-seat', { seat: named(seat.name) }) : named(seat.name)]);
    this.side = '1';
    this.sides.replaceChildren(chips(t('home.side'), 'side', { ...Object.fromEntries(seats), lot: t('home.lot') }, this.side, (value) => (this.side = value)));
    this.seats = detail.seats.length;
    this.#showBoard(detail);
    this.#offerStarts();
  }

  /** @param {import('./setup.js').GameDetail} detail */
  #showBoard({ view }) {
    this.board.show({ view: { ...view, squares: [] }, flipped: isTurnedFor(view.diagram, 1), bottom: 1, moves: [], premover: null, advice: [], inert: true });
    this.stage.style.setProperty('--aspect', String(this.board.aspect || 1.2));
  }

  #describe() {
    const player = this.opponent?.value() ?? '';
    const chosen = /** @type {HTMLElement | null} */ (this.player.querySelector('input:checked + span'));
    this.what.textContent = t('home.against', { game: gameTitle(this.played), player: chosen?.textContent ?? player });
  }

  /** The seats of a match, with the user in the chosen seat. @param {{ kind: string, player?: string }} other */
  #seats(other) {
    const mine = this.side === 'lot' ? 1 : Number(this.side);
    return Array.from({ length: this.seats ?? 2 }, (_, index) => (index + 1 === mine ? { kind: 'me' } : other));
  }

  async #play() {
    await this.#make({ seats: this.#seats({ kind: 'player', player: this.opponent?.value() ?? 'level:name=casual' }) });
  }

  /** @param {boolean} listed */
  async #invite(listed) {
    await this.#make({ seats: this.#seats({ kind: 'person' }), listed });
  }

  /** @param {{ seats: { kind: string }[], listed?: boolean }} form */
  async #make({ seats, ...form }) {
    this.start.disabled = true;
    try {
      const [own, others] = this.time.value;
      const timed = own === others ? seats : seats.map((seat) => ({ ...seat, time_control: seat.kind === 'me' ? own : others }));
      go(`/match/${await makeMatch({ game: this.played, lot: this.side === 'lot', time_control: own, seats: timed, ...form })}`);
    } catch (error) {
      this.#say(error);
    }
    this.start.disabled = false;
  }

  async #refresh() {
    const matches = await request('matches').catch(() => null);
    if (matches) this.#fillLists(matches);
  }

  /** @param {{ open: any[], running: any[] }} matches */
  #fillLists({ open, running }) {
    const key = JSON.stringify([open, running.length]);
    if (this.list.dataset.key === key) return;
    this.list.dataset.key = key;
    const mine = keptMatches().filter((match) => match.seats.length > 0 && !match.over).slice(0, 6);
    const isHere = (/** @type {import('../match-model.js').Player} */ { person, name, connected }) => !person || name === null || connected;
    const others = open.filter(({ match, players }) => keptMatch(match).seats.length === 0 && players.every(isHere));
    const continued = mine.map((match) => h('li', {}, h('span', {}, h('b', { text: match.title || gameTitle(match.game) }), h('small', { text: since(match.at) })), h('a', { class: 'button', href: `/match/${match.match}`, text: t('home.go-on') })));
    const waiting = others.map((match) => h('li', {}, h('span', {}, h('b', { text: gameTitle(match.game) }), h('small', { text: `${match.players.map((/** @type {any} */ player) => player.name).filter(Boolean).join(', ')}${match.time_control === 'none' ? '' : ` · ${controlText(match.time_control)}`}` })), h('button', { type: 'button', text: t('home.join'), onclick: () => this.#join(match) })));
    this.list.replaceChildren(
      h('div', { class: 'between' }, h('h2', { text: t('home.going') }), h('a', { href: '/games', text: t('games.title') })), continued.length > 0 ? h('ul', {}, ...continued) : h('p', { class: 'soft', text: t('home.none') }),
      h('h2', { text: t('home.waiting') }), waiting.length > 0 ? h('ul', {}, ...waiting) : h('p', { class: 'soft', text: t('home.nobody') }),
    );
  }

  /** @param {any} match */
  async #join(match) {
    try {
      await join(match.match, null);
      keepMatch(match.match, { game: match.game });
      go(`/match/${match.match}`);
    } catch (error) {
      this.#say(error);
    }
  }
}

/** The age of a match in words. @param {number} at in milliseconds */
function since(at) {
  const minutes = Math.round((Date.now() - at) / 60_000);
  if (minutes < 1) return t('home.just-now');
  if (minutes < 60) return t('home.minutes', { count: minutes });
  return minutes < 1440 ? t('home.hours', { count: Math.round(minutes / 60) }) : t('home.date', { date: new Date(at).toLocaleDateString(locale, { day: 'numeric', month: 'long' }) });
}
