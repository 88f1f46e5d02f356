// The library: search saved matches by data or position; open, save and import them.

import { gameTitle, go, h, named, setText, setWhere, t } from '../dom.js';
import { isTurnedFor } from '../match-model.js';
import { request } from '../server.js';
import { EVERYTHING, hashOf, isEverything, searchOf } from '../library-search.js';
import { LibraryImport } from './library-import.js';
import { LibraryList } from './library-list.js';
import { chips, gameDetail } from './setup.js';
import { StudyEditor } from './study-editor.js';
import '../board.js';

/** @typedef {import('../library-search.js').LibrarySearch} LibrarySearch */
/** @typedef {import('../match-model.js').View} View */

/** @param {HTMLElement} main */
export function library(main) {
  const page = new LibraryPage(main);
  page.begin();
  return { title: t('nav.library'), end: () => page.end() };
}

class LibraryPage {
  hasEnded = false;
  /** @type {LibrarySearch} */
  search = searchOf(location.hash);
  /** The number of position requests so far, for dropping late responses. */
  asked = 0;
  /** The view of the searched position; null if unknown. @type {Promise<View | null>} */
  view = Promise.resolve(null);

  /** @param {HTMLElement} main */
  constructor(main) {
    this.main = main;
  }

  end() {
    this.hasEnded = true;
    this.import?.end();
  }

  async begin() {
    const problem = h('p', { class: 'problem', role: 'alert' });
    let state;
    try {
      state = await request('library');
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
    if (this.hasEnded) return;
    this.list = new LibraryList({ turn: (by) => this.#turn(by), clear: () => this.#clear() });
    this.list.seesAll = state?.sees_all ?? false;
    this.list.mayImport = state?.may_import ?? false;
    this.import = new LibraryImport(state, { done: () => this.list?.load(this.search) });
    const lead = state?.sees_all === false ? t('library.lead-public') : t('library.lead');
    this.node = h('div', { class: 'page library' }, h('h1', { text: t('nav.library') }), h('p', { class: 'lead', text: lead }), problem,
      ...(state ? [this.#buildForm(), this.list.node, this.import.node] : []));
    this.main.append(this.node);
    if (!state) return;
    this.import.acceptDrops(this.node);
    this.#show();
    await this.#fillGames();
  }

  #buildForm() {
    const text = (/** @type {string} */ label, /** @type {string} */ hint) => {
      const field = h('input', { type: 'search', maxlength: 80, placeholder: hint, autocomplete: 'off', spellcheck: 'false' });
      return { field, node: h('label', { class: 'field' }, h('span', { text: label }), field) };
    };
    const choice = (/** @type {string} */ label, /** @type {string} */ type) => {
      const field = h(type === 'date' ? 'input' : 'select', { ...(type === 'date' && { type, min: '1400-01-01', max: '2999-12-31' }), onchange: () => this.#read() });
      return { field, node: h('label', { class: 'field' }, h('span', { text: label }), field) };
    };
    const hint = t('library.player-hint');
    const [player, opponent, opening] = [text(t('library.player'), hint), text(t('library.opponent'), hint), text(t('library.opening'), t('library.opening-hint'))];
    const [game, result, from, to] = [choice(t('setup.game'), 'select'), choice(t('library.result'), 'select'), choice(t('library.from'), 'date'), choice(t('library.to'), 'date')];
    this.fields = { game: game.field, player: player.field, opponent: opponent.field, result: result.field, from: from.field, to: to.field, opening: opening.field };
    this.fields.game.append(h('option', { value: '', text: t('library.any-game') }));
    this.pattern = h('div', { class: 'pattern' });
    this.refusal = h('p', { class: 'problem', role: 'alert' });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#read();
    };
    const buttons = h('div', { class: 'row' }, h('button', { class: 'main', text: t('library.search') }), h('button', { type: 'button', text: t('library.clear'), onclick: () => this.#clear() }));
    return h('form', { class: 'card', role: 'search', 'aria-label': t('library.filter'), onsubmit: submit }, h('div', { class: 'fields' }, game.node, player.node, opponent.node, result.node, from.node, to.node, opening.node), this.pattern, buttons, this.refusal);
  }

  async #fillGames() {
    const { games } = await request('games').catch(() => ({ games: [] }));
    this.fields?.game.append(...games.map((/** @type {any} */ { name }) => h('option', { value: name, text: gameTitle(name) })));
    if (this.fields) this.fields.game.value = this.search.game;
    this.import?.offer(games);
  }

  /** Reads the fields. */
  #read() {
    const { game, player, opponent, result, from, to, opening } = /** @type {Record<string, any>} */ (this.fields);
    const isOther = game.value !== this.search.game;
    const position = isOther ? null : this.search.position;
    this.#change({ game: game.value, player: player.value.trim(), opponent: opponent.value.trim(), result: result.value, from: from.value, to: to.value, opening: opening.value.trim(), position });
  }

  #clear() {
    this.#change(EVERYTHING);
    this.fields?.game.focus();
  }

  /** Starts a different search. @param {Partial<LibrarySearch>} changes */
  #change(changes) {
    const changed = { ...this.search, page: 1, ...changes };
    if (hashOf(changed) === hashOf(this.search)) return this.list?.load(this.search);
    this.search = changed;
    const hash = hashOf(changed);
    history.replaceState(null, '', hash ? `/library#${hash}` : '/library');
    this.#show();
  }

  /** @param {number} by number of pages */
  #turn(by) {
    this.#change({ page: Math.max(1, this.search.page + by) });
    this.list?.node.scrollIntoView({ block: 'start' });
  }

  #show() {
    const { game, position } = this.search;
    for (const name of /** @type {const} */ (['game', 'player', 'opponent', 'from', 'to', 'opening'])) this.#set(name);
    setWhere(game ? gameTitle(game) : '');
    this.#showResults();
    this.#showPattern(position);
    this.list?.load(this.search);
  }

  /**
   * Fills a field if its value differs. A partly typed date stays unchanged.
   * @param {'game' | 'player' | 'opponent' | 'from' | 'to' | 'opening'} name
   */
  #set(name) {
    const field = this.fields?.[name];
    if (field && field.value !== this.search[name]) field.value = this.search[name];
  }

  /** The possible results, named after the sides. */
  async #showResults() {
    const { game, result } = this.search;
    const detail = game ? await gameDetail(game).catch(() => null) : null;
    if (game !== this.search.game || !this.fields) return;
    const [first, second] = detail?.seats.map(({ name }) => named(name)) ?? [t('library.first'), t('library.second')];
    const options = { '': t('library.any-result'), '1-0': t('library.first-wins', { name: first ?? '' }), '0-1': t('library.second-wins', { name: second ?? '' }), '1/2-1/2': t('library.draw') };
    this.fields.result.replaceChildren(...Object.entries(options).map(([value, text]) => h('option', { value, text })));
    this.fields.result.value = result;
  }

  /** @param {LibrarySearch['position']} position */
  #showPattern(position) {
    const setUp = h('button', { type: 'button', text: t('library.set-up'), onclick: () => this.#setUp() });
    const asked = (this.asked += 1);
    if (!position) {
      this.pattern?.replaceChildren(h('p', { class: 'soft', text: t('library.any-position') }), setUp);
      return;
    }
    const { game, kind } = this.search;
    const board = /** @type {import('../board.js').GameBoard} */ (document.createElement('game-board'));
    board.setAttribute('inert', '');
    board.setAttribute('aria-hidden', 'true');
    const kinds = chips(t('library.position'), 'kind', { position: t('library.exact'), reversed: t('library.reversed'), material: t('library.material') }, kind, (value) => this.#change({ kind: /** @type {any} */ (value) }));
    const remove = h('button', { type: 'button', text: t('library.no-position'), onclick: () => this.#change({ position: null }) });
    this.pattern?.replaceChildren(board, h('div', {}, h('p', { text: t('library.of-game', { game: gameTitle(game) }) }), kinds, h('div', { class: 'row' }, remove, setUp)));
    this.view = request('study/position', { game, start: position.start, moves: position.moves }).then(({ view }) => {
      if (asked === this.asked) board.show({ view: { ...view, squares: [] }, flipped: isTurnedFor(view.diagram, 1), bottom: 1, moves: [], premover: null, advice: [], inert: true });
      return view;
    }, (error) => {
      if (asked === this.asked) this.#refuse(error.message);
      return null;
    });
  }

  /** @param {string} why */
  #refuse(why) {
    if (this.refusal) setText(this.refusal, why);
  }

  /** Sets up a position and searches for it. */
  async #setUp() {
    const { game } = this.search;
    this.#refuse('');
    if (!game) {
      this.#refuse(t('library.choose-game'));
      this.fields?.game.focus();
      return;
    }
    const back = () => this.node && !this.hasEnded && this.main.replaceChildren(this.node);
    const editor = new StudyEditor({ label: t('library.this-position'), cancel: back, done: (named, start) => {
      back();
      this.#change({ game: named, position: { start, moves: [] } });
    } });
    try {
      const why = await editor.begin(game, this.search.position ? await this.view : null);
      if (why) this.#refuse(why);
      else if (!this.hasEnded) this.main.replaceChildren(editor.node);
    } catch (error) {
      this.#refuse(/** @type {Error} */ (error).message);
    }
  }
}
