// A match: the board with its seats, and beside it thoughts, moves and what can be done.

import { duration, gameTitle, h, keep, kept, look, s, setText, shortNumber } from '../dom.js';
import { go, setBanner, setWhere } from '../main.js';
import { MatchModel, clockText, isTurnedFor, resultText, scoreInWords, scoreOf, scoreText } from '../match-model.js';
import { MatchSocket, join, keepMatch, keptMatch, request } from '../server.js';
import { fillSeat, seatNode, showGraph, showMoves } from './match-panels.js';
import '../board.js';

/** @typedef {import('../board.js').GameBoard} GameBoard */
/** @typedef {import('../match-model.js').Message} Message */
/** @typedef {import('../match-model.js').View} View */

const PACES = { 'at once': 0, 'half a second': 0.5, 'one second': 1, 'three seconds': 3 };

/** @param {HTMLElement} main @param {string} match */
export function showMatch(main, match) {
  const view = new MatchView(main, match);
  view.begin();
  return { title: 'Match', end: () => view.end() };
}

class MatchView {
  model = new MatchModel();
  /** @type {MatchSocket | null} */
  socket = null;
  isConnected = true;
  hasEnded = false;
  /** A sentence of this page instead of the server's, until that says something. */
  notice = '';
  /** @type {string[]} */
  choices = [];
  /** @type {number[]} */
  advice = [];
  isFlipped = false;
  /** The position at the start. @type {View | null} */
  first = null;
  /** Ids of questions, and what they are about. @type {Map<number, string>} */
  asked = new Map();
  /** @param {HTMLElement} main @param {string} match */
  constructor(main, match) {
    this.match = match;
    this.board = /** @type {GameBoard} */ (document.createElement('game-board'));
    this.seats = { top: seatNode(), bottom: seatNode() };
    this.say = h('p', { class: 'sentence', role: 'status', 'aria-live': 'polite' });
    this.choice = h('div', { class: 'choices' });
    this.top = h('section', { class: 'top' });
    this.graph = h('section', { class: 'graph', 'aria-hidden': 'true' });
    this.moves = h('div', { class: 'moves', tabindex: 0, role: 'group', 'aria-label': 'Moves' });
    this.typed = h('input', { type: 'text', list: 'legal', 'aria-label': 'Type a move', placeholder: 'Move', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    this.legal = h('datalist', { id: 'legal' });
    this.acts = h('section', { class: 'acts' });
    const form = h('form', { class: 'typed', onsubmit: (/** @type {Event} */ event) => this.#type(event) }, this.typed, this.legal, h('button', { text: 'Play' }));
    const stage = h('div', { class: 'stage' }, this.seats.top.node, this.board, this.seats.bottom.node, h('div', { class: 'say' }, this.say, this.choice));
    const panel = h('aside', { class: 'panel', 'aria-label': 'Match' }, this.top, this.graph, this.moves, h('div', { class: 'steps' }, ...this.#steps(), form), this.acts);
    main.append(h('div', { class: 'match' }, h('h1', { class: 'hidden', text: 'Match' }), stage, panel));
    this.stage = stage;
    this.typing = form;
  }

  async begin() {
    const invitation = location.hash.slice(1);
    if (invitation) {
      history.replaceState(null, '', location.pathname);
      await join(this.match, invitation).catch((error) => (this.notice = error.message));
    }
    if (this.hasEnded) return;
    this.board.addEventListener('play', (event) => this.play(/** @type {CustomEvent} */ (event).detail.move));
    this.board.addEventListener('choose', (event) => this.#choose(/** @type {CustomEvent} */ (event).detail.choices));
    this.board.addEventListener('premove', (event) => this.#premoved(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener('refused', (event) => this.#refused(/** @type {CustomEvent} */ (event).detail));
    this.key = (/** @type {KeyboardEvent} */ event) => this.#stepByKey(event);
    document.addEventListener('keydown', this.key);
    this.clockTimer = setInterval(() => this.#showClocks(), 100);
    this.socket = new MatchSocket(this.match, {
      tokens: () => keptMatch(this.match).seats.map((seat) => seat.token),
      message: (message) => this.#receive(message),
      connection: (isOpen) => this.#connection(isOpen),
    });
  }

  end() {
    this.hasEnded = true;
    this.socket?.close();
    document.body.classList.remove('offline');
    clearInterval(this.clockTimer);
    if (this.key) document.removeEventListener('keydown', this.key);
  }

  // Messages

  /** @param {boolean} isOpen */
  #connection(isOpen) {
    if (isOpen === this.isConnected) return;
    this.isConnected = isOpen;
    setBanner(isOpen ? '' : 'The connection to the server is lost. Connecting again…');
    document.body.classList.toggle('offline', !isOpen);
  }

  /** @param {Message} message */
  #receive(message) {
    const { model } = this;
    const plies = model.ply;
    model.receive(message, performance.now());
    if (message.type === 'error') return this.#failed(message.why);
    if (message.type === 'state') this.#takeState();
    if (message.type === 'position' && message.ply === 0) this.#takeFirst(message.view);
    if (message.type === 'advice') this.#takeAdvice(message);
    if (message.type === 'rematch') return this.#takeRematch(message);
    if (message.type === 'refused') this.#takeRefusal(message);
    if (message.say || message.type === 'refused') this.notice = '';
    if (message.type === 'event' && message.view) this.#moved(message, plies);
    if (message.event === 'match_started') this.#takeState();
    if (message.event === 'match_ended' && model.seats.length > 0) keepMatch(this.match, { over: true });
    this.#show(message);
  }

  #takeState() {
    const { model } = this;
    const { table } = model;
    this.#nameGame(table?.game ?? keptMatch(this.match).game, table?.time_control ?? 'none');
    if (table && model.seats.length > 0) keepMatch(this.match, { game: table.game, title: gameTitle(table.game), over: !!table.ending });
    if (model.ply === 0) this.#takeFirst(model.view);
    else if (!this.first) this.socket?.send({ type: 'show', ply: 0 });
    this.#buildTop();
    this.#buildActs();
  }

  /** @param {string} game @param {string} control */
  #nameGame(game, control) {
    const title = game ? gameTitle(game) : 'Match';
    setWhere(control === 'none' || control.endsWith('s') && !control.includes('m') ? title : `${title} · ${control}`);
    document.title = `${title} · Rival`;
    this.stage.closest('.match')?.querySelector('h1')?.replaceChildren(title);
  }

  /** @param {View | null} view */
  #takeFirst(view) {
    this.first ??= view;
  }

  /** @param {Message} message @param {number} plies before it */
  #moved(message, plies) {
    this.advice = [];
    this.choices = [];
    if (this.model.ply > plies) this.#sound();
    const isMine = message.event === 'move_played' && this.model.seats.includes(message.turn);
    if (isMine && kept('coach', false)) this.#ask('last_move');
  }

  /** @param {Message} message */
  #takeAdvice(message) {
    const topic = this.asked.get(message.id ?? 0);
    if (topic === 'last_move' && !message.sentence) return;
    this.notice = message.sentence;
    if (topic === 'best_move') this.advice = message.squares ?? [];
  }

  /** @param {Message} message */
  #takeRefusal({ id, why }) {
    const move = this.asked.get(id);
    if (move && !why.includes(move)) this.model.say = `${move} is not possible: ${why}.`;
    this.board.redraw();
  }

  /** @param {Message} message */
  #takeRematch(message) {
    const { seats, invitations, game, title } = keptMatch(this.match);
    if (seats.length > 0) keepMatch(message.match, { seats, invitations, game, title, at: Date.now(), over: false });
    go(`/match/${message.match}`);
  }

  /** @param {string} why */
  #failed(why) {
    setBanner('');
    this.notice = why;
    this.#showSentence();
    this.choice.replaceChildren(h('a', { class: 'button main', href: '/', text: 'To the first page' }));
  }

  // Showing

  /** The seat whose side is at the bottom. */
  get bottom() {
    const { seats, players } = this.model;
    const mine = seats.length === 1 ? seats[0] : 1;
    return this.isFlipped ? (mine % Math.max(1, players.length)) + 1 : mine;
  }

  /** @param {Message} [message] */
  #show(message) {
    const { model } = this;
    const view = model.shownView;
    if (!view) return;
    if (message?.event !== 'thinking_reported') this.#showBoard(view);
    this.#showSeats();
    this.#showClocks();
    this.#showSentence();
    this.#showThoughts();
    if (message?.event === 'thinking_reported') return;
    showMoves(this.moves, model, (ply) => this.step(ply));
    showGraph(this.graph, model);
    this.#showActs();
    if (model.table?.ending || message?.type === 'presence') this.#buildTop();
  }

  /** @param {View} view */
  #showBoard(view) {
    const { model } = this;
    const flipped = this.first ? isTurnedFor(this.first.diagram, this.bottom) : isTurnedFor(view.diagram, this.bottom);
    const isKnown = this.first !== null;
    this.board.classList.toggle('waiting', !isKnown);
    const premover = model.mayPremove && view.legal_moves.every((move) => move.squares.length !== 1) ? model.seats[0] : null;
    this.board.show({ view, flipped, bottom: this.bottom, moves: model.legalMoves, premover, advice: model.isInPast ? [] : this.advice });
    this.stage.style.setProperty('--aspect', String(this.board.aspect || 1.15));
    this.stage.classList.toggle('has-zones', view.diagram.zones.some((zone) => zone.owner !== null));
    this.stage.classList.toggle('has-hands', view.diagram.zones.some((zone) => zone.owner !== null && zone.squares.length > 2));
    this.stage.classList.toggle('has-side', view.diagram.zones.some((zone) => zone.owner === null));
  }

  #showSeats() {
    const { model } = this;
    const count = model.players.length;
    const others = Array.from({ length: count - 1 }, (_, index) => ((this.bottom + index) % count) + 1);
    fillSeat(this.seats.bottom, model, [this.bottom], this.first);
    fillSeat(this.seats.top, model, others, this.first);
  }

  #showClocks() {
    const clocks = this.model.clocks(performance.now());
    for (const { node, clock } of Object.values(this.seats)) {
      const seat = Number(node.dataset.seat);
      const left = clocks[seat - 1];
      clock.hidden = left === undefined || left === null;
      if (typeof left === 'number') setText(clock, clockText(left));
      node.classList.toggle('low', typeof left === 'number' && left < 10);
    }
  }

  #showSentence() {
    const { model, say } = this;
    const ply = model.shown;
    const text = this.notice || (ply !== null ? `${ply === 0 ? 'The start' : `After move ${ply} of ${model.ply}`}. The match goes on at its end.` : model.say);
    const isMine = model.movingSeat !== null && !this.notice && !model.isRefusal;
    const [, first, rest] = (isMine && text.match(/^([^.:!]*[.:!])(.*)$/s)) || [null, '', text];
    if (say.textContent !== text) say.replaceChildren(...(first ? [h('b', { text: first })] : []), rest);
    say.classList.toggle('refusal', model.isRefusal && !this.notice);
    const buttons = [...this.choices, ...(model.movingSeat === null ? [] : textMoves(model.legalMoves))];
    const key = JSON.stringify([buttons, ply, model.table?.draw_offer]);
    if (this.choice.dataset.key === key) return;
    this.choice.dataset.key = key;
    const nodes = buttons.slice(0, 40).map((move) => h('button', { type: 'button', class: 'main', text: move, onclick: () => this.play(move) }));
    if (ply !== null) nodes.push(h('button', { type: 'button', class: 'main', text: 'Back to the match', onclick: () => this.step(model.ply) }));
    this.choice.replaceChildren(...nodes, ...this.#drawAnswers());
  }

  #drawAnswers() {
    const offer = this.model.table?.draw_offer;
    const seat = this.model.seats.find((mine) => offer && offer.by !== mine && !offer.accepted.includes(mine));
    if (!seat || !offer) return [];
    const answer = (/** @type {string} */ command) => () => this.socket?.command({ command, seat });
    return [h('button', { type: 'button', class: 'main', text: 'Accept the draw', onclick: answer('accept_draw') }), h('button', { type: 'button', text: 'Decline', onclick: answer('decline_draw') })];
  }

  /** Fills the upper part of the panel: an invitation, what engines think, or how the match ended. */
  #buildTop() {
    const { model } = this;
    const kind = model.table?.ending ? 'ending' : this.#invitation() ? 'invitation' : 'thoughts';
    const key = `${kind} ${model.rematch} ${model.players.map((player) => [player.player, player.person, kind === 'invitation' && player.connected])}`;
    if (this.top.dataset.key === key) return;
    this.top.dataset.key = key;
    if (kind === 'ending') this.top.replaceChildren(...this.#ending());
    else if (kind === 'invitation') this.top.replaceChildren(...this.#inviting());
    else this.top.replaceChildren(...this.#thoughtNodes());
  }

  /** @returns {string} the link for a seat that nobody has taken */
  #invitation() {
    const open = keptMatch(this.match).invitations.find(({ seat }) => this.model.players[seat - 1]?.person && !this.model.players[seat - 1]?.connected);
    return open && this.model.ply < 2 ? `${location.origin}/match/${this.match}#${open.token}` : '';
  }

  #inviting() {
    const link = this.#invitation();
    const field = h('input', { type: 'text', readonly: true, value: link, 'aria-label': 'The link for your friend' });
    return [h('h2', { text: 'Send this link to your friend' }), h('div', { class: 'row' }, field, copyButton(() => link)), h('p', { class: 'soft', text: 'The match begins when it is opened.' })];
  }

  #thoughtNodes() {
    this.thoughts = this.model.players.flatMap((player, index) => {
      if (player.person) return [];
      const parts = { seat: index + 1, score: h('span', { class: 'score', text: '–' }), words: h('span', { class: 'words', text: `${this.model.names[index]}: not thinking yet` }), meta: h('span', { class: 'meta', title: 'plies and positions' }), line: h('span', { class: 'line' }) };
      const node = h('div', { class: 'think' }, parts.score, parts.words, parts.meta, parts.line);
      return [{ node, ...parts }];
    });
    if (this.thoughts.length > 0) return this.thoughts.map(({ node }) => node);
    return [h('p', { class: 'soft', text: 'People play here. What engines think of the match can be seen in Study when it is over.' })];
  }

  #showThoughts() {
    const { model } = this;
    for (const { seat, score, words, meta, line } of this.thoughts ?? []) {
      const thought = model.lines.get(seat);
      if (!thought) continue;
      setText(score, scoreText(thought));
      setText(words, `${model.names[seat - 1]}: ${scoreInWords(scoreOf(thought))}`);
      setText(meta, `depth ${thought.depth} · ${shortNumber(thought.nodes)}`);
      setText(line, thought.line.join(' '));
    }
  }

  #ending() {
    const { model } = this;
    const ending = /** @type {import('../match-model.js').Ending} */ (model.table?.ending);
    const { names } = model;
    const who = ending.seat ? `${names[ending.seat - 1]}: ` : '';
    const usage = model.usage.map(({ seconds, nodes, moves }, index) =>
      h('li', {}, h('b', { text: names[index] }), ` ${moves} ${moves === 1 ? 'move' : 'moves'}${seconds === null ? '' : `, ${duration(seconds)}`}${nodes ? `, ${shortNumber(nodes)} positions` : ''}`));
    const hasAsked = model.rematch.some((seat) => model.seats.includes(seat));
    const rematch = model.seats.length > 0 && h('button', { type: 'button', class: 'main', disabled: hasAsked, text: hasAsked ? 'Rematch asked for' : model.rematch.length > 0 ? 'Accept the rematch' : 'Rematch', onclick: () => this.#rematch() });
    const row = h('div', { class: 'row' }, rematch, h('a', { class: 'button', href: '/', text: 'New game' }));
    return [h('h2', { class: 'result', text: resultText(ending, model.seats, names) }), h('p', { class: 'soft', text: `${who}${ending.reason}${ending.detail ? `: ${ending.detail}` : ''}` }), h('ul', { class: 'usage' }, ...usage), row];
  }

  // Doing

  #steps() {
    const button = (/** @type {string} */ label, /** @type {string} */ drawing, /** @type {() => number} */ ply) =>
      h('button', { type: 'button', class: 'icon', 'aria-label': label, title: label, onclick: () => this.step(ply()) }, s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: drawing })));
    const here = () => this.model.shown ?? this.model.ply;
    return [
      button('First position', 'M7 5V19M18 5 10 12 18 19', () => 0),
      button('One move back', 'M15 5 7 12 15 19', () => here() - 1),
      button('One move on', 'M9 5 17 12 9 19', () => here() + 1),
      button('Present position', 'M6 5 14 12 6 19M17 5V19', () => this.model.ply),
    ];
  }

  /** Shows the position after so many moves. @param {number} ply */
  step(ply) {
    const { model } = this;
    const to = Math.max(0, Math.min(model.ply, ply));
    model.shown = to === model.ply ? null : to;
    if (model.shown !== null && !model.past.has(to)) this.socket?.send({ type: 'show', ply: to });
    this.notice = '';
    this.#show();
  }

  /** @param {KeyboardEvent} event */
  #stepByKey(event) {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (target.closest('input, select, textarea, dialog, details[open]') || event.altKey || event.ctrlKey || event.metaKey) return;
    const here = this.model.shown ?? this.model.ply;
    const to = /** @type {Record<string, number>} */ ({ ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: this.model.ply })[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.step(to);
  }

  /** Plays a move of the seat that is asked. @param {string} text */
  play(text) {
    const { model } = this;
    const seat = model.movingSeat;
    if (seat === null) return;
    this.choices = [];
    const id = this.socket?.command({ command: 'answer', seat, ply: model.ply, text });
    if (id) this.asked.set(id, text);
    if (!this.isConnected) this.notice = `${text} is sent as soon as the server answers again.`;
    this.#showSentence();
  }

  /** @param {Event} event */
  #type(event) {
    event.preventDefault();
    const text = this.typed.value.trim();
    if (!text) return;
    if (this.model.movingSeat === null) this.#refused({});
    else this.play(text);
    this.typed.value = '';
  }

  /** @param {string[]} choices */
  #choose(choices) {
    if (choices.length === 0 && this.choices.length === 0) return;
    this.choices = choices;
    this.notice = choices.length > 0 ? 'More than one move goes there. Choose one.' : '';
    this.#showSentence();
  }

  /** @param {{ squares: number[], isDropped?: boolean }} premove */
  #premoved({ squares, isDropped }) {
    this.notice = isDropped ? 'The move chosen in advance is not possible now.' : squares.length > 0 ? 'This move is played as soon as it is your turn. Escape takes it back.' : '';
    this.#showSentence();
  }

  /** Says why a touch does nothing; the server knows the rule of a move between two squares. @param {{ number?: number, from?: number }} touched */
  #refused({ number, from }) {
    const { model } = this;
    const squares = model.view?.diagram.squares ?? [];
    const [start, end] = [squares[from ?? -1], squares[number ?? -1]];
    if (model.table?.ending) this.notice = 'The match is over.';
    else if (model.isInPast) this.notice = '';
    else if (model.seats.length === 0) this.notice = 'You are watching.';
    else if (model.movingSeat === null) this.notice = `It is not your turn.`;
    else if (start && end && start !== end) return this.play(`${start.name}-${end.name}`);
    else if (end) this.notice = `No move begins at ${end.name}. ${model.say}`;
    this.#showSentence();
  }

  /** @param {string} topic */
  #ask(topic) {
    const id = this.socket?.ask({ type: 'ask', topic });
    if (id) this.asked.set(id, topic);
  }

  #rematch() {
    this.socket?.ask({ type: 'rematch' });
  }

  #buildActs() {
    const { model } = this;
    const seat = model.seats[0];
    const isPlayer = model.seats.length > 0;
    const command = (/** @type {object} */ value) => () => this.socket?.command(value);
    const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ onclick, kind = '') => h('button', { type: 'button', class: kind, 'data-act': name, text, onclick });
    const back = () => this.socket?.command({ command: 'take_back', plies: model.pliesToTakeBack(seat) || 1 });
    const coach = button('coach', 'Coach', () => {
      keep('coach', !kept('coach', false));
      this.#showActs();
      this.notice = kept('coach', false) ? 'The coach says after each of your moves what it lost.' : 'The coach is silent.';
      this.#showSentence();
    });
    const playing = [
      button('hint', 'Hint', () => this.#ask('best_move'), 'main'),
      coach,
      ...(model.director ? [button('back', 'Take back', back), button('redo', 'Redo', () => this.socket?.command({ command: 'redo', plies: Math.min(2, model.table?.redoable ?? 1) }))] : []),
      button('draw', 'Offer draw', command({ command: 'offer_draw', seat })),
      button('resign', 'Resign', () => this.#confirmResign(seat)),
    ];
    const directing = [
      button('pause', 'Pause', () => this.socket?.command({ command: model.table?.paused ? 'resume' : 'pause' })),
      h('label', { class: 'pace' }, 'Pace', h('select', { onchange: (/** @type {any} */ event) => this.socket?.command({ command: 'set_pace', seconds: Number(event.target.value) }) }, ...Object.entries(PACES).map(([text, seconds]) => h('option', { value: seconds, text })))),
    ];
    const flip = button('flip', 'Flip', () => {
      this.isFlipped = !this.isFlipped;
      this.#show();
    });
    const isWatching = model.players.every((player) => !player.person);
    this.acts.replaceChildren(...(isPlayer ? playing : []), ...(model.director && isWatching ? directing : []), flip, this.#more());
  }

  #more() {
    const { model } = this;
    const list = h('div', { class: 'sheet' });
    const close = () => (menu.open = false);
    const menu = h('details', { class: 'menu up', ontoggle: () => menu.open && this.#fillMore(list, close) }, h('summary', { class: 'button', text: 'More' }), list);
    menu.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && (close(), menu.querySelector('summary').focus()));
    if (model.director) list.dataset.director = '';
    return menu;
  }

  /** @param {HTMLElement} list @param {() => void} close */
  async #fillMore(list, close) {
    const share = copyButton(() => `${location.origin}/match/${this.match}`, 'Copy the link for spectators');
    const restart = this.model.director && h('button', { type: 'button', text: 'Start this match again', onclick: () => (close(), this.socket?.command({ command: 'restart' })) });
    list.replaceChildren(share, ...(restart ? [restart] : []));
    const { formats } = await request(`games/${encodeURIComponent(this.model.table?.game ?? '')}`).catch(() => ({ formats: [] }));
    list.append(...formats.map((/** @type {string} */ format) =>
      h('a', { class: 'button', download: '', href: `/api/matches/${encodeURIComponent(this.match)}/file?format=${encodeURIComponent(format)}`, text: `Save as ${format}` })));
  }

  /** @param {number} seat */
  #confirmResign(seat) {
    const no = h('button', { type: 'button', text: 'Play on', onclick: () => dialog.close() });
    const yes = h('button', { type: 'button', class: 'main', text: 'Resign', onclick: () => (dialog.close(), this.socket?.command({ command: 'resign', seat })) });
    const dialog = h('dialog', { 'aria-labelledby': 'resign-title', onclose: () => dialog.remove() }, h('h2', { id: 'resign-title', text: 'Resign this match?' }), h('div', { class: 'row' }, no, yes));
    document.body.append(dialog);
    dialog.showModal();
  }

  #showActs() {
    const { model } = this;
    const isOver = !!model.table?.ending;
    const can = /** @type {Record<string, boolean>} */ ({
      hint: model.movingSeat !== null,
      back: model.pliesToTakeBack(model.seats[0]) > 0,
      redo: (model.table?.redoable ?? 0) > 0,
      draw: !isOver && !model.table?.draw_offer,
      resign: !isOver,
      pause: !isOver,
    });
    for (const button of this.acts.querySelectorAll('[data-act]')) {
      const name = button.dataset.act;
      if (name in can) button.disabled = !can[name];
      if (name === 'pause') setText(button, model.table?.paused ? 'Go on' : 'Pause');
      if (name === 'coach') button.setAttribute('aria-pressed', String(kept('coach', false)));
    }
    const legal = model.legalMoves.map(({ move }) => move);
    if (this.legal.dataset.key !== legal.join()) {
      this.legal.dataset.key = legal.join();
      this.legal.replaceChildren(...legal.map((move) => h('option', { value: move })));
    }
    this.typing.classList.toggle('hidden-form', model.seats.length === 0);
  }

  /** A short knock for each move, if sounds are on. */
  #sound() {
    if (look().sound !== 'on') return;
    const context = (sounds ??= new AudioContext());
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.setValueAtTime(320, context.currentTime);
    tone.frequency.exponentialRampToValueAtTime(90, context.currentTime + 0.06);
    volume.gain.setValueAtTime(0.3, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.09);
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.1);
  }
}

/** @type {AudioContext | undefined} */
let sounds;

/** The moves that touch no square. @param {import('../touch.js').LegalMove[]} moves */
const textMoves = (moves) => moves.filter(({ squares }) => squares.length === 0).map(({ move }) => move);

/** @param {() => string} text @param {string} [label] */
function copyButton(text, label = 'Copy') {
  const button = h('button', { type: 'button', text: label, onclick: async () => {
    await navigator.clipboard?.writeText(text()).catch(() => {});
    setText(button, 'Copied');
    setTimeout(() => setText(button, label), 1500);
  } });
  return button;
}
