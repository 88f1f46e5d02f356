// Puzzle solving: the board, and a panel with the puzzle's data, its moves and actions.

import { gameTitle, h, listenForSteps, localized, named, placeAfter, setText, setWhere, sound, t } from '../dom.js';
import { isTurnedFor, scoreText } from '../match-model.js';
import { listenForKeys } from '../keys.js';
import { PuzzleModel } from '../puzzle-model.js';
import { request } from '../server.js';
import { linkOf } from '../study-link.js';
import { inAnyCase, textMoves } from '../touch.js';
import { stepButtons } from './match-panels.js';
import { motifText } from './puzzles.js';
import { gameDetail } from './setup.js';
import '../board.js';

/** @typedef {import('../puzzle-model.js').Answer} Answer */
/** @typedef {import('../puzzle-model.js').Rating} Rating */

/** Milliseconds between the solver's move and the reply. */
const REPLY_DELAY = 500;

/** @param {HTMLElement} main */
export function solvePuzzles(main) {
  const fields = new URLSearchParams(location.search);
  const page = new PuzzlePage(main, { game: fields.get('game'), motif: fields.get('motif') });
  page.next();
  return { title: t('nav.puzzles'), end: () => page.end() };
}

/** A rating as text. @param {Rating} rating */
const shownRating = ({ value, deviation }) => ({ value: Math.round(value), deviation: Math.round(deviation) });

class PuzzlePage {
  /** @type {PuzzleModel | null} */
  #model = null;
  /** @type {import('./setup.js').GameDetail | null} */
  #detail = null;
  /** The solver's rating; null if puzzles are not rated. @type {Rating | null} */
  #rating = null;
  /** Puzzles to skip on this page. @type {number[]} */
  #skipped = [];
  #isFlipped = false;
  /** Whether a request is pending. */
  #isBusy = false;
  #hasEnded = false;
  /** The squares of a hint. @type {number[]} */
  #advice = [];
  /** The moves among which a touch leaves a choice. @type {string[]} */
  #choices = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #reply;

  /** @param {HTMLElement} main @param {{ game: string | null, motif: string | null }} choice */
  constructor(main, choice) {
    this.main = main;
    this.choice = choice;
    this.board = /** @type {import('../board.js').GameBoard} */ (document.createElement('game-board'));
    this.board.classList.add('waiting');
    this.sentence = h('p', { class: 'sentence', role: 'status', 'aria-live': 'polite' });
    this.choices = h('div', { class: 'choices' });
    this.stage = h('div', { class: 'stage' }, this.board, h('div', { class: 'say' }, this.sentence, this.choices));
    this.node = h('div', { class: 'match puzzle' }, h('h1', { class: 'hidden', text: t('puzzle.solving') }), this.stage, this.#buildPanel());
    main.append(this.node);
    this.#listen();
  }

  #buildPanel() {
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick, kind = '') => h('button', { type: 'button', class: kind, text, onclick });
    this.facts = h('section', { class: 'puzzle-facts', 'aria-label': t('nav.puzzles') });
    this.line = h('ol', { class: 'puzzle-line', 'aria-label': t('puzzle.line') });
    this.about = h('section', { class: 'puzzle-about', hidden: true });
    // Don't list the legal moves: the notation would reveal a mate.
    this.typed = h('input', { type: 'text', 'aria-label': t('match.type'), placeholder: t('match.move'), autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    this.form = h('form', { class: 'typed', onsubmit: (/** @type {Event} */ event) => this.#type(event) }, this.typed, h('button', { text: t('match.play') }));
    this.hint = button(t('match.hint'), () => this.#askHint());
    this.solution = button(t('puzzle.show'), () => this.#askSolution());
    this.onward = button(t('puzzle.skip'), () => this.next());
    this.study = h('a', { class: 'button', hidden: true, text: t('puzzle.study') });
    const acts = h('section', { class: 'acts' }, this.onward, this.hint, this.solution, button(t('match.flip'), () => this.#flip()), this.study, h('a', { class: 'button', href: '/puzzles', text: t('puzzle.to-all') }));
    return h('aside', { class: 'panel', 'aria-label': t('nav.puzzles') }, this.facts, this.line, this.about, h('div', { class: 'steps' }, ...stepButtons((to) => this.#step(to)), this.form), acts);
  }

  #listen() {
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ take) => this.board.addEventListener(name, (event) => take(/** @type {CustomEvent} */ (event).detail));
    on('play', ({ move }) => this.#try(move));
    on('choose', ({ choices }) => this.#choose(choices));
    on('told', ({ text }) => this.#say(text));
    on('refused', (touched) => this.#refuse(touched));
    this.stopSteps = listenForSteps(this.board, (step) => this.#stepBy(step));
    this.stopKeys = listenForKeys({ board: this.board, typed: this.typed, moves: () => (this.#model?.legalMoves ?? []).map(({ move }) => move), flip: () => this.#flip(), play: (move) => this.#try(move) });
  }

  end() {
    this.#hasEnded = true;
    clearTimeout(this.#reply);
    this.stopSteps?.();
    this.stopKeys?.();
  }

  // Which puzzle

  /** Shows the next puzzle. A puzzle that was left untried is skipped; if puzzles are unrated, no puzzle returns. */
  async next() {
    const shown = this.#model;
    if (this.#isBusy) return;
    if (shown && (shown.isSolved === null || this.#rating === null)) this.#skipped.push(shown.puzzle.puzzle);
    await this.#ask(async () => {
      const { puzzle, solver_rating: rating } = await request('puzzles/next', { ...this.choice, skipped: this.#skipped });
      const detail = puzzle && (await gameDetail(puzzle.game));
      if (this.#hasEnded) return;
      if (puzzle) this.#open(new PuzzleModel(puzzle), detail, rating);
      else this.#showNone();
    });
  }

  /** @param {PuzzleModel} model @param {import('./setup.js').GameDetail} detail @param {Rating | null} rating */
  #open(model, detail, rating) {
    clearTimeout(this.#reply);
    this.#model = model;
    this.#detail = detail;
    this.#rating = rating;
    this.#isFlipped = false;
    this.#forget();
    this.board.classList.remove('waiting');
    setWhere(gameTitle(model.puzzle.game));
    const seat = this.#seatName(model.puzzle.solver);
    this.#say(t(model.puzzle.attempts > 0 ? 'puzzle.find-again' : 'puzzle.find', { seat }));
    this.#show();
    this.board.clear();
  }

  #showNone() {
    const isRated = this.#model === null || this.#rating !== null;
    this.end();
    setWhere('');
    const heading = h('h1', { text: t('puzzle.none'), tabindex: -1 });
    this.main.replaceChildren(h('div', { class: 'page narrow' }, heading, h('p', { class: 'lead', text: isRated ? t('puzzle.none-text') : t('puzzle.none-public') }), h('a', { class: 'button main', href: '/puzzles', text: t('puzzle.to-all') })));
    heading.focus({ preventScroll: true });
  }

  /** @param {number} seat */
  #seatName(seat) {
    return named(this.#detail?.seats[seat - 1]?.name ?? '');
  }

  // Solving

  /** Runs one request at a time and shows why it was refused. @param {() => Promise<void>} work */
  async #ask(work) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await work();
    } catch (error) {
      this.#say(/** @type {Error} */ (error).message, true);
      this.board.redraw();
    }
    this.#isBusy = false;
  }

  /** Tries a move in the shown position. @param {string} move */
  async #try(move) {
    const model = this.#model;
    if (!model?.mayMove) return;
    this.#forget();
    await this.#ask(async () => {
      this.#say(t('puzzle.asked', { move }));
      const answer = await this.#post('moves', { ...model.played, move });
      if (model === this.#model && !this.#hasEnded) this.#take(answer, move);
    });
  }

  /** @param {'moves' | 'solution' | 'hint'} what @param {object} body */
  #post(what, body) {
    return request(`puzzles/${this.#model?.puzzle.puzzle}/${what}`, body);
  }

  /** Applies a response from the server. @param {Answer} answer @param {string} tried */
  #take(answer, tried) {
    const model = /** @type {PuzzleModel} */ (this.#model);
    model.take(answer);
    this.#forget();
    if (answer.rating) this.#rating = answer.rating.after;
    this.#say([this.#verdict(answer, tried), ...this.#counted(answer)].join(' '), answer.verdict === 'wrong');
    if (answer.steps.length > 0) sound('move');
    this.#show();
    if (answer.steps.length === 0) this.board.redraw();
    else if (answer.verdict === 'shown') this.#goTo(model.steps.length);
    else if (model.ply < model.steps.length) this.#reply = setTimeout(() => this.#goTo(model.steps.length), REPLY_DELAY);
  }

  /** The message for a response. @param {Answer} answer @param {string} tried */
  #verdict({ verdict, steps, about }, tried) {
    const move = steps[0]?.move ?? tried;
    switch (verdict) {
      case 'goes_on': {
        const replying = /** @type {number} */ (steps[0].view.turn);
        return t('puzzle.goes-on', { move, seat: this.#seatName(replying), reply: steps[1].move });
      }
      case 'solved': return t('puzzle.solved', { move });
      case 'also_wins': return t('puzzle.also-wins', { move });
      case 'wrong': return t('puzzle.wrong', { move });
      default: return t('puzzle.shown', { moves: about?.solution.join(' ') ?? '' });
    }
  }

  /** The rating change of an attempt. @param {Answer} answer */
  #counted({ rating, solved }) {
    if (!rating) return [];
    const change = t('puzzle.rated', { before: Math.round(rating.before.value), after: Math.round(rating.after.value) });
    return solved ? [change] : [t('puzzle.comes-back'), change];
  }

  async #askHint() {
    const model = this.#model;
    if (!model || model.isOver) return;
    await this.#ask(async () => {
      const { square } = await this.#post('hint', model.played);
      if (model !== this.#model || this.#hasEnded) return;
      model.goTo(model.steps.length);
      this.#advice = square === null ? [] : [square];
      const name = model.view.diagram.squares[square]?.name;
      this.#say(name ? t('puzzle.hint-at', { square: name }) : t('puzzle.no-hint'));
      this.#show();
    });
  }

  async #askSolution() {
    const model = this.#model;
    if (!model || model.isOver) return;
    await this.#ask(async () => {
      clearTimeout(this.#reply);
      const answer = await this.#post('solution', model.played);
      if (model === this.#model && !this.#hasEnded) this.#take(answer, '');
    });
  }

  // Showing

  /** @param {string} text @param {boolean} [isRefusal] */
  #say(text, isRefusal = false) {
    setText(this.sentence, text);
    this.sentence.classList.toggle('refusal', isRefusal);
  }

  /** Clears the hint and the candidate moves. */
  #forget() {
    this.#advice = [];
    this.#choices = [];
  }

  #show() {
    const model = this.#model;
    if (!model) return;
    this.#showBoard(model);
    this.#showFacts(model);
    this.#showLine(model);
    this.#showAbout(model);
    const buttons = [...new Set([...this.#choices, ...textMoves(model.legalMoves)])];
    this.choices.replaceChildren(...buttons.slice(0, 60).map((move) => h('button', { type: 'button', class: 'main', text: move, onclick: () => this.#try(move) })));
    // Until the puzzle is solved, the next puzzle is a secondary action.
    const wasTried = model.isOver || model.isSolved !== null;
    setText(this.onward, wasTried ? t('puzzle.next') : t('puzzle.skip'));
    this.onward.classList.toggle('main', wasTried);
    for (const control of [this.hint, this.solution, this.typed, this.form.lastElementChild]) control.disabled = model.isOver;
  }

  /** @param {PuzzleModel} model */
  #showBoard(model) {
    const { view, puzzle } = model;
    const bottom = this.#isFlipped ? 3 - puzzle.solver : puzzle.solver;
    const flipped = isTurnedFor(this.#detail?.view.diagram ?? puzzle.view.diagram, bottom);
    this.board.show({ view, flipped, bottom, moves: model.legalMoves, premover: null, advice: model.mayMove ? this.#advice : [] });
    this.board.fit(this.stage);
  }

  /** @param {PuzzleModel} model */
  #showFacts({ puzzle }) {
    const difficulty = t('puzzle.difficulty', { rating: Math.round(puzzle.rating.value), count: puzzle.move_count });
    const tried = puzzle.attempts > 0 && this.#rating !== null ? t('puzzle.tried', { count: puzzle.attempts }) : '';
    const own = this.#rating ? t('puzzle.own-rating', shownRating(this.#rating)) : t('puzzle.not-rated');
    this.facts.replaceChildren(
      h('h2', { text: t('puzzle.number', { number: puzzle.puzzle }) }),
      h('p', { class: 'soft', text: [gameTitle(puzzle.game), difficulty, tried].filter(Boolean).join(' · ') }),
      h('p', { class: 'own-rating', text: own }),
    );
  }

  /** Lists the moves, with the shown position marked. @param {PuzzleModel} model */
  #showLine(model) {
    const isInside = this.line.contains(document.activeElement);
    const texts = [t('puzzle.position'), ...model.moves];
    this.line.replaceChildren(...texts.map((text, ply) => h('li', {}, h('button', { type: 'button', text, 'aria-current': ply === model.ply ? 'step' : null, onclick: () => this.#goTo(ply) }))));
    if (isInside) this.line.querySelector('[aria-current]')?.focus();
  }

  /** Shows the data of a finished puzzle. @param {PuzzleModel} model */
  #showAbout({ about, puzzle, steps }) {
    this.about.hidden = about === null;
    this.study.hidden = about === null;
    if (!about) return;
    const goal = scoreText(about);
    this.about.replaceChildren(
      h('p', {}, h('b', { text: motifText(about.motif) }), ` · ${goal}`),
      h('p', { text: about.solution.join(' ') }),
      about.source ? h('p', { class: 'soft' }, t('puzzle.from'), ' ', h('span', localized(about.source))) : '',
    );
    // If another move won the puzzle, the study contains that move.
    const moves = steps.map(({ move }) => move);
    this.study.href = `/study#${linkOf({ game: puzzle.game, start: puzzle.start, moves, ply: 0 })}`;
  }

  #flip() {
    this.#isFlipped = !this.#isFlipped;
    this.#show();
  }

  /** @param {number} ply */
  #goTo(ply) {
    clearTimeout(this.#reply);
    if (this.#hasEnded) return;
    this.#model?.goTo(ply);
    this.#show();
  }

  /** @param {(here: number, last: number) => number} to */
  #step(to) {
    if (this.#model) this.#goTo(to(this.#model.ply, this.#model.steps.length));
  }

  // Moves

  /** @param {Event} event */
  #type(event) {
    event.preventDefault();
    const text = this.typed.value.trim();
    if (!text || this.#isBusy) return;
    this.typed.value = '';
    this.#goTo(this.#model?.steps.length ?? 0);
    this.#try(inAnyCase(text, this.#model?.legalMoves ?? []));
  }

  /** @param {string[]} choices */
  #choose(choices) {
    if (choices.length === 0 && this.#choices.length === 0) return;
    this.#choices = choices;
    if (choices.length > 0) this.#say(t('match.choose'));
    this.#show();
  }

  /**
   * Explains why a touch does nothing. Only the server knows which rule forbids a move.
   * @param {{ number?: number, from?: number }} touched
   */
  #refuse({ number, from }) {
    const model = this.#model;
    const { squares } = model?.view.diagram ?? { squares: [] };
    const [start, end] = [squares[from ?? -1], squares[number ?? -1]];
    if (!model?.mayMove || !end) return;
    if (start && start !== end) this.#try(`${start.name}-${end.name}`);
    else this.#say(t('match.no-move', { square: end.name, why: `${t('say.to-move', { seat: this.#seatName(model.puzzle.solver) })}.` }));
  }

  /** @param {import('../dom.js').Step} step @returns {boolean} whether there is such a step */
  #stepBy(step) {
    const [here, last] = [this.#model?.ply ?? 0, this.#model?.steps.length ?? 0];
    const to = placeAfter(step, here, last);
    if (to !== here) this.#goTo(to);
    return to !== here;
  }
}
