// The form for a new tournament: game, players, format, openings, time.

import { gameTitle, go, h, kept, localized, named, t } from '../dom.js';
import { request } from '../server.js';
import { formatTexts, refusalOf } from '../tournament-model.js';
import { chips, fieldValue, gameDetail, optionField } from './setup.js';

/** @typedef {import('./setup.js').GameDetail} GameDetail */

/** @returns {Record<string, string>} */
const clocks = () => ({ '': t('setup.no-clock'), '100ms': t('form.100ms'), '1s': t('form.1s'), '10s+100ms': '10 s + 0.1 s', '1m+1s': '1 min + 1 s' });

/** @returns {Record<string, string>} */
const openings = () => ({ auto: t('form.as-needed'), start: t('form.start-alone'), random: t('form.random') });

/** The default number of game pairs, and the default maximum for a sequential test, which ends by itself. */
const PAIRS = 2;
const PAIRS_OF_TEST = 10_000;

/** @param {HTMLElement} main */
export function newTournament(main) {
  const form = new Form(main);
  form.begin();
  return { title: t('tournaments.new') };
}

class Form {
  format = 'round-robin';
  clock = '';
  openings = 'auto';
  /** @type {Entrant[]} */
  entrants = [];
  /** @type {GameDetail | null} */
  detail = null;

  /** @param {HTMLElement} main */
  constructor(main) {
    const number = (/** @type {string} */ label, /** @type {object} */ more) => h('label', { class: 'field' }, h('span', { text: label }), h('input', { type: 'number', min: 1, ...more }));
    this.game = h('select', { onchange: () => this.#choose(this.game.value) });
    this.name = h('input', { type: 'text', maxlength: 60, placeholder: t('form.name-made') });
    this.list = h('ol', { class: 'entrants' });
    this.addAll = h('button', { type: 'button', text: t('form.add-all'), onclick: () => this.#addLevels() });
    this.rounds = number(t('form.rounds'), { value: 5, max: 200 });
    this.heads = number(t('form.heads'), { value: 1, max: 63 });
    this.groups = number(t('form.groups'), { value: 2, min: 2, max: 16 });
    this.advance = number(t('form.advance'), { value: 2, max: 16 });
    this.numbers = h('div', { class: 'numbers' }, this.rounds, this.heads, this.groups, this.advance);
    this.pairs = number(t('form.pairs'), { value: PAIRS, max: PAIRS_OF_TEST });
    this.plies = number(t('form.random'), { value: 4, max: 40 });
    this.ownClock = h('input', { type: 'text', placeholder: t('form.clock-hint'), 'aria-label': t('form.clock-other') });
    this.nodes = number(t('form.nodes'), { placeholder: t('form.no-limit') });
    this.moveLimit = h('input', { type: 'text', placeholder: '1m' });
    this.seed = number(t('form.seed'), { min: 0, placeholder: t('form.drawn') });
    this.tests = h('input', { type: 'checkbox', onchange: () => this.#proposePairs() });
    this.elo0 = number(t('form.elo0'), { value: 0, min: -1000, step: 'any' });
    this.elo1 = number(t('form.elo1'), { value: 20, min: -1000, step: 'any' });
    this.test = h('div', { class: 'numbers' }, this.elo0, this.elo1);
    this.start = h('button', { type: 'submit', class: 'main', text: t('form.start') });
    this.problem = h('p', { class: 'problem', role: 'alert' });
    /** The error message of each field. @type {Record<string, HTMLElement>} */
    this.problems = {};
    this.form = h('form', { class: 'tournament-form', novalidate: true, onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
      h('section', { class: 'card' }, h('h2', { text: t('form.players-part') }),
        this.#field('game', h('label', { class: 'field' }, h('span', { text: t('setup.game') }), this.game)),
        this.#field('players', h('fieldset', {}, h('legend', { text: t('form.players') }), this.list), h('div', { class: 'row' }, h('button', { type: 'button', text: t('form.add'), onclick: () => this.#add() }), this.addAll))),
      h('section', { class: 'card' }, h('h2', { text: t('form.format') }),
        this.#field('format', chips(t('form.who'), 'format', formatTexts(), this.format, (value) => this.#arrange({ format: value })), this.numbers),
        this.#field('pairs', this.pairs),
        this.#field('openings', chips(t('form.openings'), 'openings', openings(), this.openings, (value) => this.#arrange({ openings: value })), this.plies),
        this.#field('time_control', chips(t('home.clock'), 'clock', clocks(), this.clock, (value) => { this.clock = value; this.ownClock.value = ''; }), this.ownClock)),
      h('section', { class: 'card' }, h('h2', { text: t('form.more') }),
        this.#field('name', h('label', { class: 'field' }, h('span', { text: t('form.name') }), this.name)),
        this.#field('nodes', this.nodes),
        this.#field('move_limit', h('label', { class: 'field' }, h('span', { text: t('form.move-limit') }), this.moveLimit)), this.#field('seed', this.seed),
        this.#field('test', h('label', { class: 'check' }, this.tests, h('span', { text: t('form.test') })), this.test)),
      h('div', { class: 'row begin' }, this.start, this.problem));
    main.append(h('div', { class: 'page' }, h('h1', { text: t('tournaments.new') }), h('p', { class: 'lead', text: t('form.lead') }), this.form));
  }

  /** A part of the form with its error message. @param {string} name @param {...HTMLElement} children */
  #field(name, ...children) {
    const problem = h('p', { class: 'problem', id: `problem-${name}` });
    this.problems[name] = problem;
    return h('div', { class: 'form-field', 'data-field': name }, ...children, problem);
  }

  async begin() {
    try {
      const { games } = await request('games');
      this.game.replaceChildren(...games.map((/** @type {any} */ { name }) => h('option', { value: name, text: gameTitle(name) })));
      const known = kept('game', 'checkers:english');
      if (games.some((/** @type {any} */ { name }) => name === known)) this.game.value = known;
      await this.#choose(this.game.value);
    } catch (error) {
      this.problem.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** Shows the players of another game. @param {string} game */
  async #choose(game) {
    this.problem.textContent = '';
    try {
      this.detail = await gameDetail(game);
    } catch (error) {
      this.#refuse(/** @type {Error} */ (error).message);
      return;
    }
    const { levels, opponent, seats } = this.detail;
    this.entrants = [];
    this.list.replaceChildren();
    const first = levels.length > 2 ? [levels[2].player, levels[1].player] : [opponent, 'random'];
    while (first.length < seats.length) first.push('random');
    first.forEach((player) => this.#add(player));
    this.addAll.hidden = levels.length === 0;
    if (seats.length !== 2) this.#arrange({ format: 'round-robin' });
    for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (this.form.querySelectorAll('input[name=format]'))) {
      radio.disabled = seats.length !== 2 && radio.value !== 'round-robin';
      radio.checked = radio.value === this.format;
    }
    this.#arrange();
    this.form.dataset.game = game;
  }

  /** @param {string} [player] */
  #add(player) {
    if (!this.detail) return;
    const entrant = new Entrant(this.detail, player ?? this.detail.opponent, () => this.#remove(entrant));
    this.entrants.push(entrant);
    this.list.append(entrant.node);
    this.#arrange();
    if (player === undefined) entrant.select.focus();
  }

  #addLevels() {
    const there = this.entrants.map((entrant) => entrant.value().player);
    for (const { player } of [...(this.detail?.levels ?? [])].reverse()) if (!there.includes(player)) this.#add(player);
  }

  /** @param {Entrant} entrant */
  #remove(entrant) {
    const index = this.entrants.indexOf(entrant);
    this.entrants.splice(index, 1);
    entrant.node.remove();
    this.#arrange();
    (this.entrants[Math.min(index, this.entrants.length - 1)]?.select ?? this.addAll).focus();
  }

  /** Shows the fields that apply to the current choices. @param {{ format?: string, openings?: string }} [changes] */
  #arrange({ format = this.format, openings = this.openings } = {}) {
    [this.format, this.openings] = [format, openings];
    this.rounds.hidden = format !== 'swiss';
    this.heads.hidden = format !== 'gauntlet';
    this.groups.hidden = this.advance.hidden = format !== 'groups';
    this.plies.hidden = openings !== 'random';
    this.test.hidden = !this.tests.checked;
    this.entrants.forEach((entrant, index) => entrant.setNumber(index + 1, this.entrants.length > 1));
  }

  /** Sets the default number of pairs for a tournament with or without a test, unless the user changed it. */
  #proposePairs() {
    const field = /** @type {HTMLInputElement} */ (this.pairs.querySelector('input'));
    const [before, now] = this.tests.checked ? [PAIRS, PAIRS_OF_TEST] : [PAIRS_OF_TEST, PAIRS];
    if (Number(field.value) === before) field.value = String(now);
    this.#arrange();
  }

  /** The players. A level without a name is named after its title: "Club", and "Club (2)" for a second one. */
  #players() {
    /** @type {Map<string, number>} */
    const counts = new Map();
    return this.entrants.map((entrant) => {
      const { player, name } = entrant.value();
      const level = this.detail?.levels.find((each) => each.player === player);
      if (name || !level) return { player, name };
      const count = (counts.get(player) ?? 0) + 1;
      counts.set(player, count);
      return { player, name: count > 1 ? `${gameTitle(level.name)} (${count})` : gameTitle(level.name) };
    });
  }

  /** The body of the request. */
  #request() {
    const number = (/** @type {HTMLElement} */ label) => {
      const { value } = /** @type {HTMLInputElement} */ (label.querySelector('input'));
      return value === '' ? null : Number(value);
    };
    const numbers = { swiss: { rounds: number(this.rounds) ?? 0 }, gauntlet: { heads: number(this.heads) ?? 0 }, groups: { groups: number(this.groups) ?? 0, advance: number(this.advance) ?? 0 } };
    return {
      game: this.game.value, name: this.name.value.trim() || null, players: this.#players(),
      format: { name: this.format, .../** @type {Record<string, object>} */ (numbers)[this.format] }, pairs: number(this.pairs) ?? 0,
      openings: this.openings === 'random' ? `random:${number(this.plies) ?? ''}` : this.openings, time_control: this.ownClock.value.trim() || this.clock || null,
      nodes: number(this.nodes), move_limit: this.moveLimit.value.trim() || null, seed: number(this.seed), test: this.tests.checked ? { elo0: number(this.elo0) ?? 0, elo1: number(this.elo1) ?? 0 } : null,
    };
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    this.#refuse('');
    this.start.disabled = true;
    this.start.textContent = t('form.starting');
    try {
      const { tournament } = await request('tournaments', this.#request());
      go(`/tournament/${encodeURIComponent(tournament)}`);
    } catch (error) {
      this.#refuse(/** @type {Error} */ (error).message);
    }
    this.start.disabled = false;
    this.start.textContent = t('form.start');
  }

  /** Shows an error next to its field. @param {string} message */
  #refuse(message) {
    for (const problem of Object.values(this.problems)) problem.textContent = '';
    for (const entrant of this.entrants) entrant.problem.textContent = '';
    for (const invalid of this.form.querySelectorAll('[aria-invalid]')) invalid.removeAttribute('aria-invalid');
    this.problem.textContent = '';
    if (message === '') return;
    const { field, index, text } = refusalOf(message);
    const entrant = field === 'players' && index !== null ? this.entrants[index] : undefined;
    const place = entrant?.problem ?? this.problems[field] ?? this.problem;
    place.textContent = text;
    if (place === this.problem) return;
    this.problem.textContent = t('form.refused');
    const input = /** @type {HTMLElement | null} */ ((entrant?.node ?? place.parentElement)?.querySelector('input, select'));
    input?.setAttribute('aria-invalid', 'true');
    input?.setAttribute('aria-describedby', place.id);
    input?.focus();
  }
}

let entrantCount = 0;

/** A player in the form: a level, or another player with its options. */
class Entrant {
  /** @param {GameDetail} detail @param {string} player @param {() => void} remove */
  constructor(detail, player, remove) {
    this.detail = detail;
    const option = (/** @type {string} */ value, /** @type {string} */ text) => h('option', { value, text, selected: value === player });
    const levels = h('optgroup', { label: t('form.levels') }, ...detail.levels.map((level) => option(level.player, named(gameTitle(level.name)))));
    const others = h('optgroup', { label: t('form.others') }, ...detail.players.filter((kind) => kind.player !== 'level').map((kind) => option(kind.player, kind.player)));
    this.number = h('span', { class: 'number' });
    this.select = h('select', { onchange: () => this.#choose() }, levels, others);
    this.name = h('input', { type: 'text', maxlength: 60, placeholder: t('form.table-name') });
    this.options = h('div', { class: 'options' });
    this.more = h('details', { class: 'more' }, h('summary', { text: t('form.name-options') }), h('div', { class: 'more-fields' }, this.name, this.options));
    this.button = h('button', { type: 'button', class: 'icon', title: t('form.remove'), onclick: remove }, '×');
    this.problem = h('p', { class: 'problem', id: `problem-entrant-${(entrantCount += 1)}` });
    this.node = h('li', {}, h('div', { class: 'entrant' }, this.number, this.select, this.more, this.button), this.problem);
    this.#choose();
  }

  #choose() {
    const kind = this.detail.players.find(({ player }) => player === this.select.value);
    this.select.title = localized(kind?.description ?? '').text;
    this.options.replaceChildren(...(kind?.options ?? []).map((option) => optionField(option, () => {})));
  }

  /** @param {number} number @param {boolean} isRemovable */
  setNumber(number, isRemovable) {
    this.number.textContent = `${number}.`;
    this.select.setAttribute('aria-label', t('form.player', { number }));
    this.name.setAttribute('aria-label', t('form.player-name', { number }));
    this.button.setAttribute('aria-label', t('form.remove-player', { number }));
    this.button.disabled = !isRemovable;
  }

  /** The value for a request. @returns {{ player: string, name: string | null }} */
  value() {
    const base = this.select.value;
    const fields = /** @type {HTMLElement[]} */ ([...this.options.querySelectorAll('[data-option]')]);
    const set = fields.filter((field) => fieldValue(field) !== field.dataset.default).map((field) => `${field.dataset.option}=${fieldValue(field)}`);
    const player = set.length > 0 ? `${base}${base.includes(':') ? ',' : ':'}${set.join(',')}` : base;
    return { player, name: this.name.value.trim() || null };
  }
}
