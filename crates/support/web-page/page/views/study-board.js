// A study: the board with analysis, and a panel with the tree of moves and actions.

import { go, h, listenForSteps, localized, named, setText, sound, t } from '../dom.js';
import { isTurnedFor } from '../match-model.js';
import { makeMatch, request } from '../server.js';
import { hashOf } from '../library-search.js';
import { shapesIn, withShapes, withText, withoutCommands } from '../shapes.js';
import { keepStudy, keptStudies } from '../study-store.js';
import { StudySocket } from '../study-socket.js';
import { linkOf } from '../study-link.js';
import { listenForKeys } from '../keys.js';
import { MISTAKES, StudyTree, pointsOf } from '../study-tree.js';
import { inAnyCase, textMoves } from '../touch.js';
import { stepButtons } from './match-panels.js';
import { easyLevel, gameDetail } from './setup.js';
import { ScoreBar } from './study-bar.js';
import { StudyGraph } from './study-graph.js';
import { StudyLines } from './study-lines.js';
import { StudyPlayed } from './study-played.js';
import { MoveTree, markTexts } from './study-moves.js';
import { shareMenu } from './study-share.js';
import '../board.js';

/** @typedef {import('../study-tree.js').TreeNode} TreeNode */
/** @typedef {import('../study-tree.js').Ply} Ply */
/** @typedef {import('../match-model.js').View} View */
/** @typedef {{ game: string, start: string, moves: string[], turns: (number | 'chance')[], view: View, say: string, opening: { code: string, name: string } | null }} StudyPosition */

/** Maximum number of cached positions. */
const POSITIONS_MAX = 400;

/** Milliseconds for which the pointer must rest on a line before its position is requested. */
const PREVIEW_DELAY = 60;

/** @typedef {{ title: string, setUp: (game: string, view: View | null) => void }} BoardHooks */

export class StudyBoard {
  /** Positions by the moves that lead to them. @type {Map<string, Promise<StudyPosition>>} */
  #positions = new Map();
  /** The position at the current place, once it is known. @type {StudyPosition | null} */
  #position = null;
  /** The position at the end of the hovered line. @type {StudyPosition | null} */
  #preview = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #previewTimer;
  /** The number of lines hovered so far, for dropping late positions. */
  #pointed = 0;
  /** @type {string[]} */
  #names = [];
  /** A message from this page, shown instead of the server's sentence. */
  #notice = '';
  #isRefusal = false;
  /** @type {string[]} */
  #choices = [];
  /** The nodes of the line under review; null if there is no review. @type {TreeNode[] | null} */
  #reviewed = null;
  /** The tree before the last deletion. @type {{ tree: import('../study-tree.js').WireTree, path: number[] } | null} */
  #deleted = null;
  /** Variations that the server moved or dropped. @type {string[]} */
  #warnings = [];
  #hasEnded = false;

  /** @param {string} id @param {import('../study-store.js').KeptStudy} study @param {BoardHooks} hooks */
  constructor(id, study, hooks) {
    this.id = id;
    this.match = study.match;
    this.hooks = hooks;
    this.tree = new StudyTree(study.tree);
    this.#warnings = study.tree.warnings ?? [];
    this.tree.goTo(study.path);
    this.isFlipped = study.isFlipped;
    this.socket = new StudySocket((message) => this.#receive(message));
    this.lines = new StudyLines({ change: () => this.#analyze(), preview: (moves) => this.#pointAt(moves), leave: () => this.#pointAt([]), choose: (moves) => this.#addLine(moves) });
    this.played = new StudyPlayed({ play: (move) => this.play(move), preview: (moves) => this.#pointAt(moves), leave: () => this.#pointAt([]), find: () => this.#findMatches() });
    this.moves = new MoveTree((node) => this.go(node));
    this.graph = new StudyGraph((node) => this.go(node));
    this.board = /** @type {import('../board.js').GameBoard} */ (document.createElement('game-board'));
    this.board.classList.add('waiting');
    this.bar = new ScoreBar(this.board);
    this.sentence = h('p', { class: 'sentence', role: 'status', 'aria-live': 'polite' });
    this.choice = h('div', { class: 'choices' });
    // Opening names are English in every language.
    this.opening = h('span', { class: 'opening', lang: 'en' });
    this.stage = h('div', { class: 'stage' }, h('p', { class: 'study-title' }, h('span', { text: hooks.title }), this.opening), h('div', { class: 'board-row' }, this.bar.node, this.board), h('div', { class: 'say' }, this.sentence, this.choice));
    this.node = h('div', { class: 'match study' }, h('h1', { class: 'hidden', text: t('study.title', { title: hooks.title }) }), this.stage, this.#buildPanel());
  }

  #buildPanel() {
    this.typed = h('input', { type: 'text', list: 'study-legal', 'aria-label': t('match.type'), placeholder: t('match.move'), autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    this.legal = h('datalist', { id: 'study-legal' });
    const form = h('form', { class: 'typed', onsubmit: (/** @type {Event} */ event) => this.#type(event) }, this.typed, this.legal, h('button', { text: t('match.play') }));
    const steps = h('div', { class: 'steps' }, ...stepButtons((to) => this.#step(to)), form);
    this.remark = h('textarea', { rows: 1, maxlength: 10000, placeholder: t('study.note'), 'aria-label': t('study.note-label'), oninput: () => this.#annotate({ remark: withText(this.#comment, this.remark.value) }) });
    this.mark = h('select', { 'aria-label': t('study.mark'), onchange: () => this.#annotate({ mark: this.mark.value || undefined }) }, h('option', { value: '', text: t('study.no-mark') }), ...Object.entries(markTexts()).map(([sign, word]) => h('option', { value: sign, text: `${sign} ${word}` })));
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick, kind = '') => h('button', { type: 'button', class: kind, text, onclick });
    this.promote = button(t('study.promote'), () => this.#promote());
    this.remove = button(t('delete'), () => this.#remove());
    this.note = h('section', { class: 'note-on-move', 'aria-label': t('study.this-move') }, this.remark, h('div', { class: 'row' }, this.mark, this.promote, this.remove));
    this.review = button(t('study.review'), () => this.#toggleReview(), 'main');
    this.next = button(t('study.next'), () => this.nextMistake());
    this.next.setAttribute('aria-keyshortcuts', 'Shift+ArrowRight');
    const acts = h('section', { class: 'acts' }, this.review, this.next, button(t('match.flip'), () => this.#flip()), button(t('study.edit'), () => this.hooks.setUp(this.tree.game, this.#position?.view ?? null)), button(t('study.play-here'), () => this.#playHere()), shareMenu(this), h('a', { class: 'button', href: '/study', text: t('study.all') }));
    return h('aside', { class: 'panel', 'aria-label': t('nav.study') }, this.lines.node, this.played.node, this.graph.node, this.moves.node, this.note, steps, acts);
  }

  async begin() {
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ take) => this.board.addEventListener(name, (event) => take(/** @type {CustomEvent} */ (event).detail));
    on('play', ({ move }) => this.play(move));
    on('choose', ({ choices }) => this.#choose(choices));
    on('told', ({ text }) => this.say(text));
    on('refused', (touched) => this.#refuse(touched));
    on('shapes', ({ shapes }) => this.#draw(shapes));
    this.stopSteps = listenForSteps(this.board, (step, event) => this.#stepBy(step, event));
    this.stopKeys = listenForKeys({ board: this.board, typed: this.typed, moves: () => (this.#position?.view.legal_moves ?? []).map(({ move }) => move), flip: () => this.#flip(), play: (move) => this.play(move) });
    try {
      this.detail = await gameDetail(this.tree.game);
      this.#names = this.detail.seats.map(({ name }) => named(name));
      this.lines.offer(this.detail);
      this.played.offer(this.detail);
      this.bar.paint(this.detail.seats);
      await this.#learnTurns();
    } catch (error) {
      this.say(/** @type {Error} */ (error).message);
      return;
    }
    if (this.#hasEnded) return;
    this.moves.build(this.tree, this.#names.length);
    await this.go(this.tree.current);
    if (this.#warnings.length > 0) this.say(this.#warnings.map((warning) => localized(warning).text).join('; '));
  }

  /** Requests the movers for a line without them, which can come from a link. */
  async #learnTurns() {
    const line = this.tree.mainLine;
    if (line.every(({ data }) => data.turn !== undefined)) return;
    const { moves, turns } = await this.positionOf(line.map(({ data }) => data.move));
    line.forEach((node, index) => Object.assign(node.data, { move: moves[index], turn: turns[index] }));
    this.#keep();
  }

  end() {
    this.#hasEnded = true;
    this.socket.close();
    this.played.end();
    clearTimeout(this.#previewTimer);
    this.bar.end();
    this.stopSteps?.();
    this.stopKeys?.();
  }

  // Positions

  /**
   * The position after these moves, which is requested only once.
   * @param {string[]} moves @returns {Promise<StudyPosition>}
   */
  positionOf(moves) {
    const key = moves.join(' ');
    const known = this.#positions.get(key);
    if (known) return known;
    const asked = request('study/position', { game: this.tree.game, start: this.tree.start, moves });
    this.#positions.set(key, asked);
    asked.catch(() => this.#positions.delete(key));
    if (this.#positions.size > POSITIONS_MAX) this.#positions.delete(this.#positions.keys().next().value ?? '');
    return asked;
  }

  /** Shows the position of a node. @param {TreeNode} node */
  async go(node) {
    this.tree.current = node;
    this.#notice = '';
    this.#isRefusal = false;
    this.#choices = [];
    this.#preview = null;
    this.#deleted = null;
    this.moves.mark(node);
    this.#showNode();
    try {
      const position = await this.positionOf(node.moves);
      if (node !== this.tree.current || this.#hasEnded) return;
      this.#position = position;
      this.#show();
      this.#analyze();
      this.played.show({ game: this.tree.game, start: this.tree.start, moves: node.moves });
      this.#keep();
      // Show the next step immediately.
      const [next] = node.children;
      if (next) this.positionOf(next.moves).catch(() => {});
    } catch (error) {
      if (node === this.tree.current) this.say(/** @type {Error} */ (error).message, true);
    }
  }

  /** Shows a message until the position changes. @param {string} text @param {boolean} [isRefusal] */
  say(text, isRefusal = false) {
    this.#notice = text;
    this.#isRefusal = isRefusal;
    this.#showSentence();
  }

  // Showing

  #show() {
    const shown = this.#preview ?? this.#position;
    if (!shown) return;
    const { view } = shown;
    const bottom = this.isFlipped ? 2 : 1;
    const isPreview = this.#preview !== null;
    const arrows = isPreview ? [] : this.lines.arrows;
    const moves = isPreview ? [] : view.legal_moves;
    this.board.classList.remove('waiting');
    this.board.classList.toggle('preview', isPreview);
    this.board.show({ view, flipped: isTurnedFor(this.detail?.view.diagram ?? view.diagram, bottom), bottom, moves, premover: null, advice: [], arrows, shapes: isPreview ? [] : this.#shapes, inert: isPreview });
    this.board.fit(this.stage);
    this.#showOpening(shown);
    this.#showSentence();
    this.#showBar();
    const legal = moves.map(({ move }) => move);
    if (!isPreview && this.legal.dataset.key !== legal.join()) {
      this.legal.dataset.key = legal.join();
      this.legal.replaceChildren(...legal.slice(0, 500).map((move) => h('option', { value: move })));
    }
  }

  /** Shows a node's data other than its position. */
  #showNode() {
    const { current } = this.tree;
    const isRoot = current.parent === null;
    this.note.classList.toggle('of-root', isRoot);
    for (const control of [this.remark, this.mark, this.remove]) control.disabled = isRoot;
    this.promote.disabled = current.isMain;
    const remark = withoutCommands(current.data.remark ?? '');
    // A trailing space belongs to a comment that is still being typed.
    if (this.remark.value.trim() !== remark) this.remark.value = remark;
    this.mark.value = current.data.mark ?? '';
    this.next.disabled = this.tree.nextMistake === null;
    this.review.disabled = this.tree.root.children.length === 0;
    this.graph.show(this.tree, this.#names);
  }

  #showSentence() {
    const { current } = this.tree;
    const moves = this.#preview ? this.#preview.moves.slice(current.ply).join(' ') : '';
    const text = this.#preview ? t('study.after', { moves }) : this.#notice || [current.data.sentence && localized(current.data.sentence).text, this.tree.endText(this.#names) || localized(this.#position?.say ?? '').text].filter(Boolean).join(' ');
    setText(this.sentence, text);
    this.sentence.classList.toggle('refusal', this.#isRefusal && !this.#preview);
    const legal = this.#preview ? [] : (this.#position?.view.legal_moves ?? []);
    const buttons = this.#preview ? [] : [...new Set([...this.#choices, ...textMoves(legal)])];
    const better = !this.#preview && current.data.sentence && MISTAKES.includes(current.data.mark ?? '') ? this.tree.beside(current, 1) : current;
    const key = JSON.stringify([buttons, better === current ? '' : current.moves, this.#deleted !== null]);
    if (this.choice.dataset.key === key) return;
    this.choice.dataset.key = key;
    const nodes = buttons.slice(0, 60).map((move) => h('button', { type: 'button', class: 'main', text: move, onclick: () => this.play(move) }));
    if (better !== current) nodes.push(h('button', { type: 'button', text: t('study.better-line'), onclick: () => this.go(better) }));
    if (this.#deleted) nodes.push(h('button', { type: 'button', text: t('study.undo'), onclick: () => this.#undelete() }));
    this.choice.replaceChildren(...nodes);
  }

  /** @param {StudyPosition} position */
  #showOpening({ opening }) {
    const text = opening ? `${opening.code} ${opening.name}` : '';
    setText(this.opening, text);
    // The full text, because the style may truncate the visible text.
    this.opening.title = text;
  }

  #showBar() {
    const points = this.#names.length === 2 ? (pointsOf(this.lines.value) ?? this.tree.current.data.points ?? null) : null;
    this.bar.show(points, this.isFlipped);
  }

  /** Starts a match from the shown position against an easy level. */
  async #playHere() {
    const { detail, tree } = this;
    if (!detail) return;
    const { start, current } = tree;
    const turn = this.#position?.view.turn;
    const mine = typeof turn === 'number' ? turn : 1;
    const seats = detail.seats.map((_, index) => (index + 1 === mine ? { kind: 'me' } : { kind: 'player', player: easyLevel(detail) }));
    try {
      go(`/match/${await makeMatch({ game: tree.game, seats, position: start, moves: current.moves })}`);
    } catch (error) {
      this.say(/** @type {Error} */ (error).message, true);
    }
  }

  /** Opens a library search for the shown position. */
  #findMatches() {
    const { game, start, current } = this.tree;
    go(`/library#${hashOf({ game, position: { start, moves: current.moves } })}`);
  }

  #flip() {
    this.isFlipped = !this.isFlipped;
    this.#show();
    this.#keep();
  }

  // Analysis

  /** Pauses the analysis while another view is shown. */
  pause() {
    this.socket.stop();
  }

  /** Resumes the analysis. */
  resume() {
    this.#analyze();
  }

  /** Requests analysis lines for the shown position. */
  #analyze() {
    if (this.#reviewed || this.#hasEnded) return;
    this.lines.clear();
    this.#show();
    if (!this.lines.isOn) return this.socket.stop();
    const { game, start, current } = this.tree;
    this.socket.ask({ type: 'analyze', game, start, moves: current.moves, player: this.lines.player || null, lines: this.lines.count });
  }

  /** @param {import('../study-socket.js').StudyMessage} message */
  #receive(message) {
    if (message.type === 'table') this.lines.quote(/** @type {any} */ (message), this.#position?.view.turn);
    else if (message.type === 'book') this.lines.quoteBook(/** @type {any} */ (message).moves, this.#position?.view.turn);
    else if (message.type === 'line') this.#takeLine(/** @type {any} */ (message));
    else if (message.type === 'reviewed') this.#takeReviewed(message);
    else if (message.type === 'summary') this.#endReview(message.sentences.join(' '));
    else if (message.type === 'lost') this.lines.clear(t('server.lost'));
    else if (message.type === 'end' && !message.why) return;
    else {
      if (this.#reviewed && !message.busy) this.#endReview(message.why);
      else this.lines.clear(message.why);
      this.#show();
    }
  }

  /** @param {import('./study-lines.js').StudyLine} line */
  #takeLine(line) {
    this.lines.receive(line, this.#position?.view.turn);
    if (!this.#preview) this.#show();
  }

  /**
   * Shows the position after the first moves of a line; without moves, the current position.
   * @param {string[]} moves
   */
  #pointAt(moves) {
    clearTimeout(this.#previewTimer);
    const pointed = (this.#pointed += 1);
    if (moves.length === 0) {
      if (this.#preview) {
        this.#preview = null;
        this.#show();
      }
      return;
    }
    const { current } = this.tree;
    this.#previewTimer = setTimeout(async () => {
      const position = await this.positionOf([...current.moves, ...moves]).catch(() => null);
      if (!position || pointed !== this.#pointed || current !== this.tree.current || this.#hasEnded) return;
      this.#preview = position;
      this.#show();
    }, PREVIEW_DELAY);
  }

  /** Adds a line found by a player as a variation. @param {string[]} moves */
  async #addLine(moves) {
    const { current } = this.tree;
    this.#pointAt([]);
    try {
      const { moves: all, turns } = await this.positionOf([...current.moves, ...moves]);
      this.tree.addLine(current, all.slice(current.ply).map((move, index) => ({ move, turn: turns[current.ply + index] })));
      this.#changed();
      this.say(t('study.added', { moves: `${moves.slice(0, 3).join(' ')}${moves.length > 3 ? ' …' : ''}` }));
    } catch (error) {
      this.say(/** @type {Error} */ (error).message, true);
    }
  }

  // Review

  #toggleReview() {
    if (this.#reviewed) {
      this.socket.stop();
      this.#endReview(t('study.review-stopped'));
      return;
    }
    this.#reviewed = [this.tree.root, ...this.tree.mainLine];
    setText(this.review, t('study.review-stop'));
    this.lines.clear(t('study.reviewing', { percent: 0 }));
    this.#show();
    this.socket.ask({ type: 'review', game: this.tree.game, start: this.tree.start, moves: this.tree.root.end.moves, player: this.lines.player || null });
  }

  /** @param {any} message */
  #takeReviewed({ ply, of, points, appraisal }) {
    const node = this.#reviewed?.[ply];
    if (!node) return;
    node.data.points = points ?? undefined;
    this.lines.clear(t('study.reviewing', { percent: Math.floor((100 * ply) / of) }));
    if (appraisal) this.tree.appraise(node, appraisal);
    if (appraisal?.mark) this.moves.build(this.tree, this.#names.length);
    this.#showNode();
    this.#show();
  }

  /** @param {string} text */
  #endReview(text) {
    this.#reviewed = null;
    setText(this.review, t('study.review'));
    this.#changed();
    this.say(text);
    this.#analyze();
  }

  /** Goes to the next mistake on the main line. */
  nextMistake() {
    const node = this.tree.nextMistake;
    if (node) this.go(node);
    else this.say(t('study.no-mistake'));
  }

  // Doing

  /** Plays a move from the shown position. @param {string} text */
  async play(text) {
    const { current } = this.tree;
    try {
      const { moves, turns } = await this.positionOf([...current.moves, text]);
      if (current !== this.tree.current) return;
      const count = current.children.length;
      const node = this.tree.add(current, { move: moves[moves.length - 1], turn: turns[turns.length - 1] });
      if (current.children.length > count) this.#changed();
      sound('move');
      await this.go(node);
    } catch (error) {
      this.say(/** @type {Error} */ (error).message.replace(/^\S+ \d+: /, ''), true);
      this.board.redraw();
    }
  }

  /** @param {Event} event */
  #type(event) {
    event.preventDefault();
    const text = this.typed.value.trim();
    this.typed.value = '';
    if (text) this.play(inAnyCase(text, this.#position?.view.legal_moves ?? []));
  }

  /** @param {string[]} choices */
  #choose(choices) {
    if (choices.length === 0 && this.#choices.length === 0) return;
    this.#choices = choices;
    this.say(choices.length > 0 ? t('match.choose') : '');
  }

  /**
   * Explains why a touch does nothing. Only the server knows which rule forbids a move.
   * @param {{ number?: number, from?: number }} touched
   */
  #refuse({ number, from }) {
    const { squares } = this.#position?.view.diagram ?? { squares: [] };
    const [start, end] = [squares[from ?? -1], squares[number ?? -1]];
    if (start && end && start !== end) this.play(`${start.name}-${end.name}`);
    else if (end && this.#position?.view.legal_moves.length) this.say(t('match.no-move', { square: end.name, why: localized(this.#position.say).text }));
  }

  /** @param {Partial<Ply>} changes */
  #annotate(changes) {
    Object.assign(this.tree.current.data, changes);
    this.moves.build(this.tree, this.#names.length);
    this.#keep();
  }

  /** The names of the squares, by number. */
  get #squareNames() {
    return (this.#position?.view.diagram.squares ?? []).map(({ name }) => name);
  }

  /** The comment on the current position. In the initial position, this is the comment before the first move. */
  get #comment() {
    const { current, preface } = this.tree;
    return current.parent ? (current.data.remark ?? '') : preface;
  }

  /** The drawings on the current position. */
  get #shapes() {
    return shapesIn(this.#comment, this.#squareNames);
  }

  /** Saves the drawings. @param {import('../shapes.js').Shape[]} shapes */
  #draw(shapes) {
    const comment = withShapes(this.#comment, shapes, this.#squareNames);
    if (this.tree.current.parent) this.#annotate({ remark: comment });
    else {
      this.tree.preface = comment;
      this.#keep();
    }
  }

  #promote() {
    this.tree.promote(this.tree.current);
    this.#changed();
    this.say(this.tree.current.isMain ? t('study.is-main') : t('study.is-first'));
  }

  #remove() {
    const { current } = this.tree;
    const before = { tree: this.tree.wire, path: this.tree.path };
    const count = this.tree.remove(current);
    if (count === 0) return;
    this.#changed();
    this.go(this.tree.current);
    this.#deleted = before;
    this.say(t('study.deleted', { count }));
    this.moves.node.querySelector('.now')?.focus();
  }

  #undelete() {
    if (!this.#deleted) return;
    const { tree, path } = this.#deleted;
    this.tree = new StudyTree(tree);
    this.tree.goTo(path);
    this.#changed();
    this.go(this.tree.current);
  }

  /** Updates the page after a change to the tree. */
  #changed() {
    this.moves.build(this.tree, this.#names.length);
    this.#showNode();
    this.#keep();
  }

  /** Saves the study in this browser. */
  #keep() {
    const item = keptStudies().find(({ id }) => id === this.id);
    const title = item?.title ?? this.hooks.title;
    const isKept = keepStudy({ id: this.id, title, game: this.tree.game, at: Date.now(), match: this.match }, { tree: this.tree.wire, path: this.tree.path, isFlipped: this.isFlipped, match: this.match });
    if (!isKept) this.say(t('study.not-kept'), true);
  }

  /** A link to the current place. */
  get link() {
    const { game, start, current } = this.tree;
    const isOwnStart = start === this.detail?.view.position;
    return `${location.origin}/study#${linkOf({ game, start: isOwnStart ? null : start, moves: current.end.moves, ply: current.ply })}`;
  }

  /** The shown position as text. */
  get positionText() {
    return this.#position?.view.position ?? '';
  }

  /** @param {(here: number, last: number) => number} to */
  #step(to) {
    const { current } = this.tree;
    const ply = to(current.ply, current.end.ply);
    if (ply === 0) this.go(this.tree.root);
    else if (ply < current.ply) this.go(current.parent ?? current);
    else if (ply === current.ply + 1) this.go(current.children[0] ?? current);
    else if (ply > current.ply) this.go(current.end);
  }

  /**
   * The up and down keys choose among a move's variations, or go to the first and the last position if there are none.
   * @param {import('../dom.js').Step} step @param {KeyboardEvent | WheelEvent} event
   * @returns {boolean} whether there is such a step
   */
  #stepBy(step, event) {
    const { current } = this.tree;
    const key = event instanceof KeyboardEvent ? event.key : '';
    if (key === 'ArrowRight' && event.shiftKey) {
      this.nextMistake();
      return true;
    }
    const aside = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : null;
    const hasVariations = (current.parent?.children.length ?? 0) > 1;
    const places = { first: this.tree.root, back: current.parent ?? current, on: current.children[0] ?? current, last: current.end };
    const to = aside !== null && hasVariations ? this.tree.beside(current, aside) : places[step];
    if (to !== current) this.go(to);
    return to !== current || (aside !== null && hasVariations);
  }
}
