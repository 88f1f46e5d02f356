// One tournament: its progress, its tables (which update live), and its games.

import { gameTitle, h, loadServerWords, localized, setBanner, setText, setWhere, t } from '../dom.js';
import { resultOf } from '../replay-model.js';
import { request } from '../server.js';
import { followTournament } from '../tournament-feed.js';
import { factsText, placeText, progressText, statusTexts } from '../tournament-model.js';
import { bracket, crossTable, endingsTable, historyPlots, part, ratingPlot, standingsTable, wide } from './tournament-panels.js';

/** @typedef {import('../tournament-model.js').Tournament} Tournament */

/** The statistics of a two-player match, and the state of its test. @param {string} text */
const figuresOf = (text) => text.trimEnd().split('\n  LLR').map((part, index) => (index === 0 ? localized(part).text : `  ${localized(`LLR${part}`).text}`)).join('\n');

/** Number of games that the server lists per request. */
const LISTED = 200;

/** @param {string} name @param {HTMLElement} main */
export function showTournament(name, main) {
  const page = new TournamentPage(main, name);
  const endFeed = followTournament(name, (message) => page.take(message), (isConnected) => page.connection(isConnected));
  page.check();
  const end = () => {
    endFeed();
    page.end();
  };
  return { title: name, end };
}

class TournamentPage {
  /** @type {Tournament | null} */
  tournament = null;
  isMissing = false;
  isConnected = true;
  mayRun = false;
  /** The players whose games are shown. @type {number[]} */
  chosen;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  listing;
  /** The data from which each part was last drawn. @type {Map<HTMLElement, string>} */
  #drawn = new Map();
  #listed = '';

  /** @param {HTMLElement} main @param {string} name */
  constructor(main, name) {
    this.name = name;
    const { search } = location;
    this.chosen = (new URLSearchParams(search).get('players') ?? '').split(',').filter(Boolean).map(Number).filter(Number.isInteger);
    this.title = h('h1', { text: name });
    this.facts = h('p', { class: 'soft facts', text: ' ' });
    this.state = h('span', { class: 'state', text: ' ' });
    this.bar = h('progress', { 'aria-label': t('tournament.progress'), max: 1, value: 0 });
    this.progress = h('span', { class: 'progress-text', role: 'status', text: t('tournament.reading') });
    this.stop = h('button', { type: 'button', text: t('tournament.stop'), hidden: true, onclick: () => this.#command('stop') });
    this.resume = h('button', { type: 'button', class: 'main', text: t('tournament.resume'), hidden: true, onclick: () => this.#command('resume') });
    this.why = h('p', { class: 'soft why' });
    this.problem = h('p', { class: 'problem', role: 'alert' });
    this.standings = wide(t('tournament.standings'), h('p', { class: 'soft', text: t('tournament.no-table') }));
    this.ratings = h('div');
    this.ratingPart = part(t('tournament.ratings'), this.ratings);
    this.history = h('div');
    this.historyPart = part(t('tournament.time'), this.history);
    this.bracket = wide(t('tournament.bracket'));
    this.bracketPart = part(t('tournament.bracket'), this.bracket);
    this.cross = wide(t('tournament.cross'));
    this.crossPart = part(t('tournament.cross'), h('p', { class: 'soft', text: t('tournament.cross-note') }), this.cross);
    this.summary = h('pre', { tabindex: 0, 'aria-label': t('tournament.figures-label') });
    this.summaryPart = part(t('tournament.figures'), this.summary);
    this.endings = h('div');
    this.first = h('p', { class: 'soft' });
    this.endingPart = part(t('tournament.endings'), this.endings, this.first);
    this.gamesTitle = h('h2', { text: t('tournament.games'), tabindex: -1 });
    this.games = h('ul', { class: 'matches games-list' });
    this.more = h('button', { type: 'button', text: t('tournament.more'), hidden: true, onclick: () => this.#list(true) });
    this.gamesPart = h('section', { class: 'card part', id: 'games' }, this.gamesTitle, this.games, this.more);
    for (const hidden of [this.ratingPart, this.historyPart, this.bracketPart, this.crossPart, this.summaryPart, this.endingPart]) hidden.hidden = true;
    main.append(h('div', { class: 'page tournament' }, h('div', { class: 'heading' }, this.title, this.facts),
      h('section', { class: 'card status', 'aria-label': t('tournament.progress') }, this.state, this.bar, this.progress, h('div', { class: 'row' }, this.stop, this.resume), this.why, this.problem),
      part(t('tournament.standings'), this.standings), this.ratingPart, this.historyPart, this.bracketPart, this.crossPart, this.summaryPart, this.gamesPart, this.endingPart));
  }

  /**
   * Handles a lost or restored connection. The data may be stale after a lost connection, so it is requested again.
   * @param {boolean} isConnected
   */
  connection(isConnected) {
    if (isConnected && !this.isConnected) this.check();
    this.isConnected = isConnected;
    setBanner(isConnected || this.isMissing ? '' : t('tournament.again'));
  }

  /** Whether the tournament exists, and the permitted actions. */
  async check() {
    this.isMissing = false;
    this.problem.textContent = '';
    try {
      const { tournaments, may_run: mayRun } = await request('tournaments');
      this.mayRun = mayRun;
      const found = tournaments.find((/** @type {any} */ { tournament }) => tournament === this.name);
      if (!found && !this.tournament) this.#miss(t('tournament.missing'));
      else if (found?.status === 'damaged' && !this.tournament) this.#miss(localized(found.why).text);
      else if (this.tournament) this.#buttons(this.tournament);
    } catch (error) {
      this.problem.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** @param {string} why */
  #miss(why) {
    this.isMissing = true;
    setBanner('');
    this.progress.textContent = '';
    this.problem.textContent = why;
  }

  /** @param {Tournament} tournament */
  take(tournament) {
    const isFirst = this.tournament === null;
    const before = this.tournament?.finished;
    this.tournament = tournament;
    const { settings, standings, status, why, finished, known } = tournament;
    setText(this.title, tournament.title);
    setWhere(gameTitle(settings.game));
    setText(this.facts, `${gameTitle(settings.game)} · ${factsText(settings)}`);
    setText(this.state, statusTexts()[status]);
    this.state.className = `state ${status}`;
    this.bar.max = Math.max(1, known);
    this.bar.value = finished;
    setText(this.progress, progressText(tournament));
    const locked = t('tournament.locked');
    setText(this.why, why ? localized(why).text : (status === 'elsewhere' ? locked : ''));
    this.#buttons(tournament);
    this.#draw(this.standings, [standings.players, tournament.stakes], () => standingsTable(tournament));
    this.#draw(this.ratings, standings.players.map(({ name, elo }) => [name, elo]), () => ratingPlot(standings.players), this.ratingPart);
    this.#draw(this.history, [tournament.history, standings.sprt], () => historyPlots(tournament), this.historyPart);
    this.#draw(this.bracket, standings.knockout, () => bracket(tournament, (players) => this.#choose(players)), this.bracketPart);
    this.#drawCross();
    if (tournament.summary) {
      setText(this.summary, figuresOf(tournament.summary));
      this.summaryPart.hidden = false;
    }
    setText(this.first, localized(tournament.first_seat_text ?? '').text);
    this.#draw(this.endings, standings.endings, () => (standings.endings.length > 0 ? endingsTable(tournament) : null), this.endingPart);
    if (isFirst) this.#list(false);
    else if (before !== finished) this.#listSoon();
  }

  /** Refreshes the games later, unless the user requested more games. */
  #listSoon() {
    if (this.listing !== undefined || this.games.children.length > LISTED) return;
    this.listing = setTimeout(() => {
      this.listing = undefined;
      this.#list(false);
    }, 1500);
  }

  end() {
    clearTimeout(this.listing);
  }

  /** @param {Tournament} tournament */
  #buttons({ status }) {
    this.stop.hidden = !this.mayRun || !['running', 'stopping'].includes(status);
    this.stop.disabled = status === 'stopping';
    this.resume.hidden = !this.mayRun || !['stopped', 'failed'].includes(status);
  }

  #drawCross() {
    const { tournament, chosen } = this;
    if (!tournament) return;
    const { cross, order, standings } = tournament;
    const make = () => (cross && standings.players.length > 2 ? crossTable(tournament, chosen, (players) => this.#choose(players)) : null);
    this.#draw(this.cross, [cross, order, chosen], make, this.crossPart);
  }

  /**
   * Redraws a part if its data changed, and keeps the focus in it.
   * @param {HTMLElement} node @param {any} from @param {() => HTMLElement | null} make @param {HTMLElement} [whole]
   * hidden while the part is empty
   */
  #draw(node, from, make, whole) {
    const key = JSON.stringify(from) ?? '';
    if (this.#drawn.get(node) === key) return;
    this.#drawn.set(node, key);
    const focused = node.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.cell : undefined;
    const made = make();
    node.replaceChildren(...(made ? [made] : []));
    if (whole) whole.hidden = made === null;
    if (focused) /** @type {HTMLElement | null} */ (node.querySelector(`[data-cell="${focused}"]`))?.focus();
  }

  /** @param {'stop' | 'resume'} command */
  async #command(command) {
    this.problem.textContent = '';
    try {
      await request(`tournaments/${encodeURIComponent(this.name)}/${command}`, {});
    } catch (error) {
      this.problem.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** Shows the games of these players, or of all players. @param {number[]} players */
  #choose(players) {
    const isSame = players.length === this.chosen.length && players.every((player) => this.chosen.includes(player));
    this.chosen = isSame ? [] : players;
    history.replaceState(null, '', this.chosen.length > 0 ? `?players=${this.chosen.join(',')}` : location.pathname);
    this.#drawCross();
    this.#list(false).then(() => {
      this.gamesTitle.scrollIntoView({ block: 'nearest' });
      this.gamesTitle.focus({ preventScroll: true });
    });
  }

  /** Lists the first games, or more of them. @param {boolean} isMore */
  async #list(isMore) {
    const { tournament, chosen } = this;
    if (!tournament) return;
    const names = tournament.settings.players.map(({ name }) => name);
    setText(this.gamesTitle, chosen.length > 0 ? t('tournament.games-of', { names: chosen.map((player) => names[player]).join(t('and')) }) : t('tournament.games'));
    const from = isMore ? this.games.querySelectorAll('li.game-line').length : 0;
    const turn = (this.#listed = `${chosen}`);
    const games = request(`tournaments/${encodeURIComponent(this.name)}/games?players=${chosen.join(',')}&from=${from}`).catch((error) => ({ error }));
    const [found] = await Promise.all([games, loadServerWords()]);
    if (turn !== this.#listed) return;
    if (found.error) {
      this.problem.textContent = found.error.message;
      return;
    }
    const lines = found.games.map((/** @type {any} */ game) => gameLine(this.name, game, names));
    if (isMore) this.games.append(...lines);
    else {
      const focused = this.games.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null;
      const none = h('li', { class: 'soft', text: chosen.length > 0 ? t('tournament.none-of') : t('tournament.none') });
      this.games.replaceChildren(...(lines.length > 0 ? lines : [none]));
      if (focused) /** @type {HTMLElement | null} */ (this.games.querySelector(`a[href="${CSS.escape(focused)}"]`))?.focus();
    }
    this.more.hidden = this.games.querySelectorAll('li.game-line').length >= found.total;
  }
}

/** @param {string} tournament @param {any} game @param {string[]} names */
function gameLine(tournament, game, names) {
  const round = placeText(game);
  const who = game.players.map((/** @type {number} */ player) => names[player]).join(' – ');
  return h('li', { class: 'game-line' }, h('a', { href: `/tournament/${encodeURIComponent(tournament)}/${game.game}` }, h('b', { text: who }), h('small', { text: [round, game.moves === null ? '' : t('moves', { count: game.moves }), localized(game.ending).text].filter(Boolean).join(' · ') })), h('span', { class: game.fault ? 'result fault' : 'result', text: resultOf(game.payoffs) }));
}
