// The opening explorer of a study: each move with its matches, results and ratings.

import { h, keep, kept, locale, named, setText, t } from '../dom.js';
import { shares } from '../library-search.js';
import { refusal } from '../server.js';

/** A played move. @typedef {{ move: string, matches: number, first_wins: number, draws: number, second_wins: number, rating: number | null }} PlayedMove */

/** A line of a study. @typedef {{ game: string, start: string | null, moves: string[] }} Line */

/**
 * Milliseconds to wait before requesting a shown position so that holding down an arrow key requests only the last
 * position.
 */
const ASK_DELAY = 60;

/** Milliseconds to wait before repeating a request if the server is busy. */
const BUSY_WAIT = 1000;

/** Maximum number of cached responses, and their maximum age in milliseconds. */
const ANSWERS_MAX = 400;
const ANSWER_TIME = 60_000;

/** The number of moves shown initially. */
const MOVES_SHOWN = 4;

/** @typedef {{ play: (move: string) => void, preview: (moves: string[]) => void, leave: () => void, find: () => void }} PlayedHooks */

export class StudyPlayed {
  /**
   * Cached responses with their arrival times, by the moves that lead to the position.
   * @type {Map<string, { moves: PlayedMove[], at: number }>}
   */
  #answers = new Map();
  /** @type {Line | null} */
  #line = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {AbortController | null} */
  #asked = null;
  /** @type {{ name: string, color: string | null }[]} */
  #seats = [];
  #showsAll = false;
  #isReady = false;
  /** Whether the moves in the next response should get the focus, because the moves that they replace had it. */
  #keepsFocus = false;

  /** @param {PlayedHooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    this.total = h('span', { class: 'meta' });
    this.body = h('div', { class: 'played-body' });
    this.node = h('details', { class: 'played', open: kept('played', true), ontoggle: () => this.#toggle() }, h('summary', {}, h('span', { text: t('played.title') }), this.total), this.body);
  }

  /** Sets the names of the sides. @param {import('./setup.js').GameDetail} detail */
  offer({ seats }) {
    this.#seats = seats.map(({ name, color }, index) => ({ name: named(name), color: color ?? `seat${index + 1}` }));
    this.#isReady = true;
    this.#ask();
  }

  /** Shows the moves played after a line. @param {Line} line */
  show(line) {
    this.#line = line;
    this.#showsAll = false;
    this.#keepsFocus ||= this.body.contains(document.activeElement);
    this.#ask();
  }

  end() {
    this.#line = null;
    clearTimeout(this.#timer);
    this.#asked?.abort();
  }

  #toggle() {
    keep('played', this.node.open);
    this.#ask();
  }

  #ask() {
    clearTimeout(this.#timer);
    this.#asked?.abort();
    const line = this.#line;
    if (!line || !this.#isReady || !this.node.open) return;
    const known = this.#answers.get(line.moves.join(' '));
    if (known && Date.now() - known.at < ANSWER_TIME) {
      this.#fill(known.moves);
      return;
    }
    this.#timer = setTimeout(() => this.#request(line), ASK_DELAY);
  }

  /** @param {Line} line */
  async #request(line) {
    const asked = new AbortController();
    this.#asked = asked;
    const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(line), signal: asked.signal };
    const answer = await fetch('/api/library/moves', options).catch(() => null);
    const content = answer && (await answer.json().catch(() => null));
    if (asked.signal.aborted || line !== this.#line) return;
    if (answer?.ok && content) {
      this.#answers.set(line.moves.join(' '), { moves: content.moves, at: Date.now() });
      if (this.#answers.size > ANSWERS_MAX) this.#answers.delete(this.#answers.keys().next().value ?? '');
      this.#fill(content.moves);
    } else if (!answer || answer.status === 429) {
      this.#say(answer ? t('played.busy') : t('server.silent'));
      this.#timer = setTimeout(() => this.#request(line), BUSY_WAIT);
    } else {
      this.#say((await refusal(answer.status, content)).message);
    }
  }

  /** @param {string} text */
  #say(text) {
    setText(this.total, '');
    this.body.replaceChildren(h('p', { class: 'soft', text }));
  }

  /** @param {PlayedMove[]} moves */
  #fill(moves) {
    if (moves.length === 0) {
      this.#say(this.#line?.moves.length ? t('played.none') : t('played.empty'));
      this.body.append(h('p', { class: 'row' }, h('a', { href: '/library', text: t('played.to-library') })));
      return;
    }
    // From here on, space for the moves stays reserved so that the layout doesn't jump.
    this.node.classList.add('filled');
    const all = moves.reduce((sum, { matches }) => sum + matches, 0);
    setText(this.total, t('played.matches', { count: all }).replace(String(all), all.toLocaleString(locale)));
    const shown = this.#showsAll ? moves : moves.slice(0, MOVES_SHOWN);
    const more = shown.length < moves.length && h('button', { type: 'button', class: 'more', text: t('played.all', { count: moves.length }), onclick: () => this.#showAll(moves) });
    const column = (/** @type {string} */ text, kind = '', title = '') => h('th', { scope: 'col', class: kind, title: title || null, text });
    const head = h('thead', { class: 'hidden' }, h('tr', {}, column(t('played.move')), column(t('played.count')), column(t('played.results')), column(t('played.rating'), '', t('played.rating-title'))));
    const table = h('table', { 'aria-label': t('played.title') }, head, h('tbody', {}, ...shown.map((move) => this.#row(move))));
    const find = h('button', { type: 'button', class: 'more', text: t('played.find'), onclick: () => this.hooks.find() });
    this.body.replaceChildren(table, h('div', { class: 'row' }, more, find));
    if (this.#keepsFocus && document.activeElement === document.body) this.body.querySelector('tbody button')?.focus();
    this.#keepsFocus = false;
  }

  /** @param {PlayedMove[]} moves */
  #showAll(moves) {
    this.#showsAll = true;
    this.#fill(moves);
    this.body.querySelectorAll('tbody button')[MOVES_SHOWN]?.focus();
  }

  /** @param {PlayedMove} played */
  #row({ move, matches, rating, ...results }) {
    const { preview, leave, play } = this.hooks;
    const line = this.#line;
    // Until the response arrives, the moves shown belong to the previous position.
    const ifHere = (/** @type {() => void} */ act) => () => line === this.#line && act();
    const look = ifHere(() => preview([move]));
    const show = { onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === 'mouse' && look(), onpointerleave: leave, onblur: leave, onfocus: (/** @type {FocusEvent} */ event) => !this.#keepsFocus && /** @type {HTMLElement} */ (event.target).matches(':focus-visible') && look() };
    const button = h('button', { type: 'button', text: move, onclick: ifHere(() => play(move)), ...show });
    const count = h('td', { class: 'count', text: matches.toLocaleString(locale) });
    return h('tr', {}, h('th', { scope: 'row' }, button), count, h('td', { class: 'results' }, this.#bar(results)), h('td', { class: 'rating', title: t('played.rating-title'), text: rating ?? '' }));
  }

  /** The results as a bar. @param {{ first_wins: number, draws: number, second_wins: number }} results */
  #bar(results) {
    const parts = shares(results);
    const [one, other] = this.#seats;
    if (!parts || !one || !other) return h('span', { class: 'soft', text: t('played.no-result') });
    const said = t('played.share', { name: one.name, other: other.name, ...parts });
    const part = (/** @type {number} */ percent, /** @type {string} */ kind) => {
      const node = h('span', { class: `part ${kind}`, text: percent >= 16 ? `${percent}%` : '' });
      node.style.flexGrow = String(percent);
      return percent > 0 && node;
    };
    const bar = h('span', { class: 'result-bar', 'aria-hidden': 'true', title: said }, part(parts.first, one.color ?? ''), part(parts.draws, 'drawn'), part(parts.second, other.color ?? ''));
    return h('span', {}, bar, h('span', { class: 'hidden', text: said }));
  }
}
