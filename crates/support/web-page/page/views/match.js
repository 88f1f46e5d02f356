// A match: the board with its seats, and a panel with thinking, moves and actions.

import { copyButton, gameTitle, go, h, keep, kept, language, listenForSteps, localized, look, placeAfter, setBanner, setText, setWhere, sound, t } from '../dom.js';
import { MatchModel, clockText, controlText, isTurnedFor } from '../match-model.js';
import { MatchSocket, join, keepMatch, keptMatch } from '../server.js';
import { inAnyCase, textMoves } from '../touch.js';
import { endingNodes, fillSeat, seatNode, showGraph, showMoves, showThoughts, stepButtons, thoughtNodes } from './match-panels.js';
import '../board.js';

/** @typedef {import('../board.js').GameBoard} GameBoard */
/** @typedef {import('../match-model.js').Message} Message */
/** @typedef {import('../match-model.js').View} View */

const PACES = { [t('match.at-once')]: 0, [t('match.half')]: 0.5, [t('match.one')]: 1, [t('match.three')]: 3 };

/** @param {HTMLElement} main @param {string} match */
export function showMatch(main, match) {
  const view = new MatchView(main, match);
  view.begin();
  return { title: t('match'), end: () => view.end() };
}

/** A match on the page. */
export class MatchView {
  model = new MatchModel();
  /** @type {MatchSocket | null} */
  socket = null;
  isConnected = true;
  hasEnded = false;
  /** A sentence from this page, shown until the server sends another one. */
  notice = '';
  /** `true` if a move arrived while an earlier position was shown. */
  hasNews = false;
  title = '';
  /** @type {string[]} */
  choices = [];
  /** @type {number[]} */
  advice = [];
  isFlipped = false;
  /** Whether the user's clock is low. */
  isLow = false;
  /** Autoplay of the finished match. @type {import('../playback.js').Playback | null} */
  playback = null;
  /** The position at the start. @type {View | null} */
  first = null;
  /** The programs' thinking, with its DOM nodes. @type {ReturnType<typeof thoughtNodes>} */
  thoughts = [];
  /** Topics of questions, by ID. @type {Map<number, string>} */
  asked = new Map();
  /** IDs of moves that were sent. @type {Map<number, string>} */
  sent = new Map();
  /** IDs of commands that start a round. @type {Set<number>} */
  rounds = new Set();
  /** @param {HTMLElement} main @param {string} match */
  constructor(main, match) {
    this.match = match;
    this.main = main;
    this.board = /** @type {GameBoard} */ (document.createElement('game-board'));
    this.seats = { top: seatNode(), bottom: seatNode() };
    this.say = h('p', { class: 'sentence', role: 'status', 'aria-live': 'polite' });
    this.choice = h('div', { class: 'choices' });
    /** A sentence shown for the whole visit: "This seat is taken. You are watching." */
    this.lasting = h('p', { class: 'lasting', role: 'status', hidden: true });
    this.top = h('section', { class: 'top' });
    this.graph = h('section', { class: 'graph', 'aria-hidden': 'true' });
    this.moves = h('div', { class: 'moves', tabindex: 0, role: 'group', 'aria-label': t('match.moves') });
    this.typed = h('input', { type: 'text', list: 'legal', 'aria-label': t('match.type'), placeholder: t('match.move'), autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    this.legal = h('datalist', { id: 'legal' });
    this.acts = h('section', { class: 'acts' });
    const form = h('form', { class: 'typed', onsubmit: (/** @type {Event} */ event) => this.#type(event) }, this.typed, this.legal, h('button', { text: t('match.play') }));
    const stage = h('div', { class: 'stage' }, this.seats.top.node, this.board, this.seats.bottom.node, h('div', { class: 'say' }, this.lasting, this.say, this.choice));
    this.steps = h('div', { class: 'steps' }, ...stepButtons((to) => this.step(to(this.model.shown ?? this.model.ply, this.model.ply))), form);
    const panel = h('aside', { class: 'panel', 'aria-label': t('match') }, this.top, this.graph, this.moves, this.steps, this.acts);
    main.append(h('div', { class: 'match' }, h('h1', { class: 'hidden', text: t('match') }), stage, panel));
    this.stage = stage;
    this.typing = form;
  }

  async begin() {
    const invitation = location.hash.slice(1);
    if (invitation) {
      history.replaceState(null, '', location.pathname);
      await this.#join(invitation);
    }
    if (this.hasEnded) return;
    this.board.addEventListener('play', (event) => this.play(/** @type {CustomEvent} */ (event).detail.move));
    this.board.addEventListener('choose', (event) => this.#choose(/** @type {CustomEvent} */ (event).detail.choices));
    this.board.addEventListener('premove', (event) => this.#premoved(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener('told', (event) => this.#tell(/** @type {CustomEvent} */ (event).detail.text));
    this.board.addEventListener('refused', (event) => this.#refused(/** @type {CustomEvent} */ (event).detail));
    this.stopSteps = listenForSteps(this.board, (step) => this.#stepBy(step));
    document.addEventListener('words', this.retell);
    import('../keys.js').then(({ listenForKeys }) => {
      if (!this.hasEnded) this.stopKeys = listenForKeys({ board: this.board, typed: this.typed, moves: () => this.model.legalMoves.map(({ move }) => move), flip: () => this.#flip(), play: (move) => this.play(move) });
    }, () => {});
    this.clockTimer = setInterval(() => this.#showClocks(), 100);
    const { paused } = keptMatch(this.match);
    if (paused) {
      this.#sayLasting(t('match.made-room', { count: paused }));
      keepMatch(this.match, { paused: 0 });
    }
    this.socket = new MatchSocket(this.match, {
      tokens: () => keptMatch(this.match).seats.map((seat) => seat.token),
      message: (message) => this.#receive(message),
      connection: (isOpen) => this.#connection(isOpen),
    });
  }

  end() {
    this.hasEnded = true;
    this.playback?.stop();
    this.socket?.close();
    document.body.classList.remove('offline');
    clearInterval(this.clockTimer);
    this.stopSteps?.();
    this.stopKeys?.();
    document.removeEventListener('words', this.retell);
  }

  /** Takes the invited seat, or explains why the user has no seat. @param {string} invitation */
  async #join(invitation) {
    const { seats, invitations } = keptMatch(this.match);
    if (invitations.some(({ token }) => token === invitation)) return this.#sayLasting(t('match.own-link'));
    // On a repeated visit by the same link, this browser already holds the seat.
    if (seats.length > 0) return;
    await join(this.match, invitation).catch((error) => this.#sayLasting(t('match.no-seat', { why: error.message.replace(/^./, (/** @type {string} */ first) => first.toUpperCase()) })));
  }

  /** @param {string} text */
  #sayLasting(text) {
    this.lasting.hidden = false;
    setText(this.lasting, text);
  }

  // Messages

  /** @param {boolean} isOpen */
  #connection(isOpen) {
    if (isOpen === this.isConnected) return;
    this.isConnected = isOpen;
    setBanner(isOpen ? '' : t('server.lost'));
    document.body.classList.toggle('offline', !isOpen);
  }

  /** @param {Message} message */
  #receive(message) {
    const { model } = this;
    // The next round has already started, because the pause is over or another player was faster.
    if (message.type === 'refused' && this.rounds.has(message.id)) return;
    const plies = model.ply;
    model.receive(message, performance.now());
    if (message.type === 'error') return this.#failed(message.why);
    if (message.type === 'state') this.#takeState();
    if (message.type === 'position' && message.ply === 0) this.#takeFirst(message.view);
    if (message.type === 'advice') this.#takeAdvice(message);
    if (message.type === 'rematch') return this.#takeRematch(message);
    if (message.type === 'refused') this.#takeRefusal(message);
    if (message.say || message.type === 'refused') this.notice = '';
    if (message.type === 'take_back_declined' && !model.seats.includes(message.by)) this.notice = t('match.back-declined', { name: model.names[message.by - 1] });
    if (message.type === 'event' && message.view) this.#moved(message, plies);
    if (message.event === 'match_started') this.#takeState();
    if (message.event === 'match_ended' || message.event === 'move_taken_back' || message.event === 'match_started') this.board.clear();
    if (message.event === 'match_ended' && model.seats.length > 0) keepMatch(this.match, { over: true });
    if (message.type === 'event') this.#sound(message, plies);
    this.#show(message);
  }

  /** @param {Message} message an event @param {number} plies before the event */
  #sound(message, plies) {
    const { model } = this;
    const name = model.soundOf(message, plies);
    if (name) sound(name);
  }

  #takeState() {
    const { model } = this;
    const { table } = model;
    this.#nameGame(table?.game ?? keptMatch(this.match).game, table?.time_control ?? 'none');
    if (table && model.seats.length > 0) keepMatch(this.match, { game: table.game, title: gameTitle(table.game), over: !!table.ending, isShared: !model.director });
    if (model.ply === 0) this.#takeFirst(model.view);
    else if (!this.first) this.socket?.send({ type: 'show', ply: 0 });
    this.#buildTop();
    this.#buildActs();
  }

  /** @param {string} game @param {string} control */
  #nameGame(game, control) {
    const title = game ? gameTitle(game) : t('match');
    const times = new Set(this.model.players.map((player) => player.time_control ?? control));
    const shown = [...times].filter((time) => time.includes('+')).map(controlText).join(' : ');
    setWhere([title, shown].filter(Boolean).join(' · '));
    this.title = title;
    this.#nameTab();
    this.stage.closest('.match')?.querySelector('h1')?.replaceChildren(title);
  }

  /** @param {View | null} view */
  #takeFirst(view) {
    this.first ??= view;
  }

  /** Shows the turn and the time left in the tab title. */
  #nameTab() {
    const text = [this.model.tabText(performance.now()), this.title, 'Rival'].filter(Boolean).join(' · ');
    if (this.title && document.title !== text) document.title = text;
  }

  /** @param {Message} message @param {number} plies before the event */
  #moved(message, plies) {
    this.advice = [];
    this.choices = [];
    if (this.model.shown !== null && this.model.ply > plies) this.#comeBack();
    const isMine = message.event === 'move_played' && this.model.seats.includes(message.turn);
    if (isMine && this.model.mayAsk && kept('coach', false)) this.#ask('last_move');
  }

  /**
   * Handles a move that arrives while an earlier position is shown. Players return to the current position, unless they
   * chose to stay.
   */
  #comeBack() {
    this.hasNews = this.model.seats.length === 0 || look().past === 'stay';
    if (!this.hasNews) this.model.shown = null;
  }

  /** @param {Message} message */
  #takeAdvice(message) {
    const topic = this.asked.get(message.id ?? 0);
    if (topic === 'last_move' && !message.sentence) return;
    this.notice = localized(message.sentence).text;
    if (topic === 'best_move') this.advice = message.squares ?? [];
  }

  /** @param {Message} message */
  #takeRefusal({ id, why }) {
    const move = this.sent.get(id);
    if (move && !why.includes(move)) this.model.refusedMove = move;
    this.board.redraw();
  }

  /** @param {Message} message */
  #takeRematch(message) {
    const { seats, invitations, game, title } = keptMatch(this.match);
    if (seats.length > 0) keepMatch(message.match, { seats, invitations, game, title, at: Date.now(), over: false });
    go(`/match/${message.match}`);
  }

  /** @param {string} why */
  async #failed(why) {
    setBanner('');
    document.body.classList.remove('offline');
    if (!this.model.view) {
      const { missing } = await import('./missing.js');
      if (this.hasEnded) return;
      this.end();
      this.main.replaceChildren();
      document.title = `${missing(this.main).title} · Rival`;
      return;
    }
    this.notice = localized(why).text;
    this.#showSentence();
    this.choice.replaceChildren(h('a', { class: 'button main', href: '/', text: t('match.to-first') }));
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
    // The next turn or the end of the match follows immediately, so a screen reader hears the move with it.
    if (message?.event !== 'move_played' || message.say) this.#showSentence();
    showThoughts(this.thoughts, model);
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
    const premover = model.mayPremove ? model.seats[0] : null;
    this.board.show({ view, flipped, bottom: this.bottom, moves: model.legalMoves, premover, isPlacing: model.isPlacing ?? false, game: model.table?.game, advice: model.isInPast ? [] : this.advice });
    this.board.fit(this.stage);
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
      node.classList.toggle('low', typeof left === 'number' && left < this.model.lowTime(seat));
    }
    const running = this.model.runningSeat ?? 0;
    const left = clocks[running - 1];
    const isLow = typeof left === 'number' && left < this.model.lowTime(running) && this.model.seats.includes(running);
    if (isLow && !this.isLow) sound('low');
    this.isLow = isLow;
    this.#nameTab();
  }

  /** Translates messages that were shown before the texts arrived. */
  retell = () => {
    this.#showSentence();
    this.board.redraw();
  };

  #showSentence() {
    const { model, say } = this;
    const ply = model.shown;
    const own = this.notice || (ply !== null ? ply === 0 ? t('match.at-start') : t('match.after', { move: model.labelOf(ply) }) : model.takeBackQuestion?.sentence ?? model.turnSentence);
    const { text, lang } = own ? { text: own, lang: null } : model.said;
    const isMine = model.movingSeat !== null && !this.notice && !model.isRefusal;
    const [, first, rest] = (isMine && text.match(/^([^.:!]*[.:!])(.*)$/s)) || [null, '', text];
    say.lang = lang ?? language;
    const isTurn = !this.notice && !model.takeBackQuestion && model.saysMoves;
    const heard = isTurn ? model.newMoves : '';
    if (say.dataset.key !== `${heard} ${text}`) {
      say.dataset.key = `${heard} ${text}`;
      say.replaceChildren(...(heard ? [h('span', { class: 'hidden', text: `${heard} ` })] : []), ...(first ? [h('b', { text: first })] : []), rest);
    }
    say.classList.toggle('refusal', model.isRefusal && !this.notice);
    const buttons = [...this.choices, ...(model.movingSeat === null ? [] : textMoves(model.legalMoves))];
    const key = JSON.stringify([buttons, ply, this.hasNews, model.mayBeginRound, model.table?.draw_offer, model.takeBackQuestion]);
    if (this.choice.dataset.key === key) return;
    this.choice.dataset.key = key;
    const nodes = buttons.slice(0, 40).map((move) => h('button', { type: 'button', class: 'main', text: move, onclick: () => this.play(move) }));
    if (ply !== null) nodes.push(h('button', { type: 'button', class: this.hasNews ? 'main news' : 'main', text: this.hasNews ? t('match.new-move') : t('match.back-to'), onclick: () => this.step(model.ply) }));
    if (model.mayBeginRound) nodes.push(h('button', { type: 'button', class: 'main', text: t('match.next-round'), onclick: () => this.#beginRound() }));
    this.choice.replaceChildren(...nodes, ...this.#drawAnswers(), ...this.#takeBackAnswers());
  }

  /** Ends the pause after a round. */
  #beginRound() {
    const id = this.socket?.command({ command: 'next_round', seat: this.model.seats[0] });
    if (id) this.rounds.add(id);
  }

  #takeBackAnswers() {
    if (!this.model.takeBackQuestion?.seat) return [];
    const answer = (/** @type {boolean} */ agree) => () => this.socket?.ask({ type: 'answer_take_back', agree });
    return [h('button', { type: 'button', class: 'main', text: t('match.back-yes'), onclick: answer(true) }), h('button', { type: 'button', text: t('match.draw-no'), onclick: answer(false) })];
  }

  #drawAnswers() {
    const offer = this.model.table?.draw_offer;
    const seat = this.model.seats.find((mine) => offer && offer.by !== mine && !offer.accepted.includes(mine));
    if (!seat || !offer) return [];
    const answer = (/** @type {string} */ command) => () => this.socket?.command({ command, seat });
    return [h('button', { type: 'button', class: 'main', text: t('match.draw-yes'), onclick: answer('accept_draw') }), h('button', { type: 'button', text: t('match.draw-no'), onclick: answer('decline_draw') })];
  }

  /** Fills the upper part of the panel: an invitation, the engines' thinking, or the end of the match. */
  #buildTop() {
    const { model } = this;
    const kind = model.table?.ending ? 'ending' : this.#invitation() ? 'invitation' : 'thoughts';
    const key = `${kind} ${model.mayAsk} ${model.rematch} ${model.players.map((player) => [player.player, player.person, kind === 'invitation' && player.connected])}`;
    if (this.top.dataset.key === key) return;
    this.top.dataset.key = key;
    this.thoughts = kind === 'thoughts' ? thoughtNodes(model) : [];
    const askRematch = () => this.socket?.ask({ type: 'rematch' });
    if (kind === 'ending') this.top.replaceChildren(...endingNodes(model, this.match, askRematch));
    else if (kind === 'invitation') this.top.replaceChildren(...this.#inviting());
    else this.top.replaceChildren(...(this.thoughts.length > 0 ? this.thoughts.map(({ node }) => node) : [h('p', { class: 'soft', text: t(model.mayAsk ? 'match.may-ask' : 'match.people') })]));
  }

  /** @returns {string} the link for a free seat; empty once the match has begun */
  #invitation() {
    const open = keptMatch(this.match).invitations.find(({ seat }) => this.model.players[seat - 1]?.person && !this.model.players[seat - 1]?.connected);
    return open && !this.model.table ? `${location.origin}/match/${this.match}#${open.token}` : '';
  }

  #inviting() {
    const link = this.#invitation();
    const field = h('input', { type: 'text', readonly: true, value: link, 'aria-label': t('match.link') });
    return [h('h2', { text: t('match.send') }), h('div', { class: 'row' }, field, copyButton(() => link)), h('p', { class: 'soft', text: t('match.begins') })];
  }

  // Doing

  /** Shows the position after this many moves. @param {number} ply */
  step(ply) {
    const { model } = this;
    this.playback?.stop();
    const to = Math.max(0, Math.min(model.ply, ply));
    model.shown = to === model.ply ? null : to;
    if (model.shown === null) this.hasNews = false;
    if (model.shown !== null && !model.past.has(to)) this.socket?.send({ type: 'show', ply: to });
    this.notice = '';
    this.#show();
  }

  /** @param {import('../dom.js').Step} step @returns {boolean} whether there is such a step */
  #stepBy(step) {
    const here = this.model.shown ?? this.model.ply;
    const to = placeAfter(step, here, this.model.ply);
    if (to !== here) this.step(to);
    return to !== here;
  }

  /** Plays a move for the seat to move. @param {string} text */
  play(text) {
    const { model } = this;
    const seat = model.movingSeat;
    if (seat === null) return;
    this.choices = [];
    const id = this.socket?.command({ command: 'answer', seat, ply: model.ply, text });
    if (id) this.sent.set(id, text);
    if (!this.isConnected) this.notice = t('match.sent-later', { move: text });
    this.#showSentence();
  }

  /** @param {Event} event */
  #type(event) {
    event.preventDefault();
    const text = this.typed.value.trim();
    if (!text) return;
    // The text stays in the field until it can be played.
    if (this.model.movingSeat === null) return this.#refused({});
    this.play(inAnyCase(text, this.model.legalMoves));
    this.typed.value = '';
  }

  /** @param {string[]} choices */
  #choose(choices) {
    if (choices.length === 0 && this.choices.length === 0) return;
    this.choices = choices;
    this.notice = choices.length > 0 ? t('match.choose') : '';
    this.#showSentence();
  }

  /** @param {string} text */
  #tell(text) {
    this.notice = text;
    this.#showSentence();
  }

  /** @param {{ squares: number[], isDropped?: boolean }} premove */
  #premoved({ squares, isDropped }) {
    this.notice = isDropped ? t('match.dropped') : squares.length > 0 ? t('match.in-advance') : '';
    this.#showSentence();
  }

  /** Explains why a touch does nothing, or asks the server for the rule that forbids a move. @param {{ number?: number, from?: number }} touched */
  #refused(touched) {
    const { play, why } = this.model.refusalOf(touched);
    if (play) return this.play(play);
    this.notice = why ?? this.notice;
    this.#showSentence();
  }

  /** @param {string} topic */
  #ask(topic) {
    const id = this.socket?.ask({ type: 'ask', topic });
    if (id) this.asked.set(id, topic);
  }

  #buildActs() {
    const { model } = this;
    const seat = model.seats[0];
    const isPlayer = model.seats.length > 0;
    const command = (/** @type {object} */ value) => () => this.socket?.command(value);
    const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ onclick, kind = '') => h('button', { type: 'button', class: kind, 'data-act': name, text, onclick });
    const back = () => this.socket?.command({ command: 'take_back', plies: model.pliesToTakeBack(seat) || 1 });
    const coach = button('coach', t('match.coach'), () => {
      keep('coach', !kept('coach', false));
      this.#showActs();
      this.notice = kept('coach', false) ? t('match.coach-on') : t('match.coach-off');
      this.#showSentence();
    });
    const playing = [
      ...(model.mayAsk ? [button('hint', t('match.hint'), () => this.#ask('best_move'), 'main'), coach] : []),
      ...(model.director ? [button('back', t('match.back'), back), button('redo', t('match.redo'), () => this.socket?.command({ command: 'redo', plies: Math.min(2, model.table?.redoable ?? 1) }))] : [button('ask-back', t('match.ask-back'), () => this.socket?.ask({ type: 'take_back', plies: model.pliesToTakeBack(seat) }))]),
      button('draw', t('match.offer'), command({ command: 'offer_draw', seat })),
      button('resign', t('match.resign'), async () => (await import('./match-more.js')).confirmResign(() => this.socket?.command({ command: 'resign', seat }))),
    ];
    const directing = [
      button('pause', t('match.pause'), () => this.socket?.command({ command: model.table?.paused ? 'resume' : 'pause' })),
      h('label', { class: 'pace' }, t('match.pace'), h('select', { onchange: (/** @type {any} */ event) => this.socket?.command({ command: 'set_pace', seconds: Number(event.target.value) }) }, ...Object.entries(PACES).map(([text, seconds]) => h('option', { value: seconds, text })))),
    ];
    const flip = button('flip', t('match.flip'), () => this.#flip());
    const isWatching = model.players.every((player) => !player.person);
    this.acts.replaceChildren(...(isPlayer ? playing : []), ...(model.director && isWatching ? directing : []), flip, this.#more());
  }

  #flip() {
    this.isFlipped = !this.isFlipped;
    this.#show();
  }

  #more() {
    const { model } = this;
    const list = h('div', { class: 'sheet' });
    const close = () => (menu.open = false);
    const menu = h('details', { class: 'menu up', ontoggle: async () => menu.open && (await import('./match-more.js')).fillMore(this, list, close) }, h('summary', { class: 'button', text: t('match.more') }), list);
    menu.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && (close(), menu.querySelector('summary').focus()));
    if (model.director) list.dataset.director = '';
    return menu;
  }

  /** Offers autoplay of the match. */
  async #offerReplay() {
    if (this.playback || this.hasEnded) return;
    const { Playback } = await import('../playback.js');
    if (this.playback) return;
    this.playback = new Playback(() => this.model.shown === null, (toStart) => this.step(toStart ? 0 : (this.model.shown ?? this.model.ply) + 1));
    this.steps.append(this.playback.node);
  }

  #showActs() {
    const { model } = this;
    const isOver = !!model.table?.ending;
    const can = /** @type {Record<string, boolean>} */ ({
      hint: model.movingSeat !== null,
      back: model.pliesToTakeBack(model.seats[0]) > 0,
      'ask-back': !isOver && !model.takeBackQuestion && model.pliesToTakeBack(model.seats[0]) > 0,
      redo: (model.table?.redoable ?? 0) > 0,
      draw: !isOver && !model.table?.draw_offer,
      resign: !isOver,
      pause: !isOver,
    });
    for (const button of this.acts.querySelectorAll('[data-act]')) {
      const name = button.dataset.act;
      if (name in can) button.disabled = !can[name];
      if (name === 'pause') setText(button, model.table?.paused ? t('match.resume') : t('match.pause'));
      if (name === 'coach') button.setAttribute('aria-pressed', String(kept('coach', false)));
    }
    const legal = model.legalMoves.map(({ move }) => move);
    if (this.legal.dataset.key !== legal.join()) {
      this.legal.dataset.key = legal.join();
      this.legal.replaceChildren(...legal.map((move) => h('option', { value: move })));
    }
    this.typing.classList.toggle('hidden-form', model.seats.length === 0);
    this.typing.hidden = isOver;
    if (isOver) this.#offerReplay();
    if (this.playback) this.playback.node.hidden = !isOver;
  }
}
