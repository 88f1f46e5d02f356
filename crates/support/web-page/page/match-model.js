// A client's model of a match: handles the server's messages and returns the content to show. Nothing here draws.

import { named, t, localized } from './dom.js';

/** @typedef {import('./touch.js').LegalMove} LegalMove */
/** @typedef {{ kind: string, role?: string, owner: number | null, color: string | null, text: string, symbol: string | null, name: string, rank?: string | null, suit?: string | null, number?: number | null, ends?: number[] | null, value?: number | null, limit?: number | null }} Piece */
/** @typedef {{ number: number, name: string, column: number, row: number, stacking: string, pieces: Piece[] }} Square */
/** @typedef {{ name: string, title: string, owner: number | null, squares: { number: number, pieces: Piece[], spent?: boolean }[] }} Zone */
/** @typedef {{ top: string[], right: string[], bottom: string[], left: string[] }} Edges */
/** @typedef {{ columns: number, rows: number, tiling: string, side_owners: { top: number | null, right: number | null, bottom: number | null, left: number | null }, shades: string[][], names_on_squares: boolean, edges: Edges, squares: Square[], laid: { squares: number[], piece: Piece }[], zones: Zone[], captions: { seat: number, text: string }[], won: number[] }} Diagram */
/** @typedef {{ payoffs: number[] | null, reason: string, seat?: number, failure?: string, detail?: string }} Ending */
/** @typedef {{ position: string, turn: number | 'chance', legal_moves: LegalMove[], steps?: import('./touch.js').StepNode[], diagram: Diagram, squares: number[], outcome?: Ending, round_end?: string }} View */
/** @typedef {{ seat_name: string, player: string, name: string | null, person: boolean, connected: boolean, time_control?: string }} Player */
/** @typedef {{ rank: number, depth: number, selective_depth: number, nodes: number, evaluations?: number, cutoffs?: number, seconds: number, nodes_per_second: number, score?: number | null, win_in?: number, loss_in?: number, line: string[] }} Line */
/** @typedef {{ game: string, players: string[], time_control: string, start: string, moves: string[], movers: (number | 'chance')[], redoable: number, position: string, turn: number | 'chance', asked: number | null, prompt: { question: string, refusal: string | null } | null, draw_offer: { by: number, accepted: number[] } | null, clocks: (number | null)[], paused: boolean, ending: Ending | null }} Table */
/** @typedef {{ type: string, sequence?: number, event?: string, [field: string]: any }} Message */

/** A player's last report before a move: the score from the first seat's point of view, and the depth. */
/** @typedef {{ score: number | null, depth: number, nodes: number, evaluations: number, cutoffs: number, seconds: number, seat: number }} Thought */

/** A player's last report before a move, as the server stores it. */
/** @typedef {{ depth: number, nodes: number, evaluations?: number, cutoffs?: number, score?: number | null, win_in?: number, loss_in?: number }} ThinkingReport */
/** @typedef {{ seconds: number, thinking?: ThinkingReport & { seat: number } }} Report */

/** Events that come with the whole table. */
const TABLE_EVENTS = new Set(['match_started', 'move_taken_back', 'move_redone', 'resynchronized']);

/** Events whose sentence from the server names the side to move. */
const TURN_EVENTS = new Set(['turn_started', 'input_requested', 'match_started', 'resynchronized', 'draw_offered', 'draw_declined']);

/** Maximum number of legal moves listed with the side to move. */
const LISTED_MOVES = 3;

/** A match as one client sees it. */
export class MatchModel {
  constructor() {
    /** The seats held by this client. @type {number[]} */
    this.seats = [];
    this.director = false;
    /** Whether this client may ask for hints. */
    this.mayAsk = false;
    this.spectators = 0;
    /** The seats that ask for a rematch. @type {number[]} */
    this.rematch = [];
    /**
     * A player's pending takeback request.
     * @type {{ by: number, ply: number, plies: number, agreed: number[] } | null}
     */
    this.takeBack = null;
    this.sequence = 0;
    /** @type {Player[]} */
    this.players = [];
    /** The table; null until all people have joined. @type {Table | null} */
    this.table = null;
    /** The current position. @type {View | null} */
    this.view = null;
    /** The position before the newest move, where its animation starts. @type {View | null} */
    this.before = null;
    /** The server's sentence. */
    this.say = '';
    this.isRefusal = false;
    /** The refused move, if the sentence doesn't name it. @type {string | null} */
    this.refusedMove = null;
    /** Whether the server's sentence names the side to move. */
    this.saysTurn = false;
    /** The newest line of each seat. @type {Map<number, Line>} */
    this.lines = new Map();
    /** The report before each ply. @type {Map<number, Thought>} */
    this.thoughts = new Map();
    /** The seconds spent on each ply. @type {Map<number, number>} */
    this.seconds = new Map();
    /** Requested earlier positions, by ply. @type {Map<number, View>} */
    this.past = new Map();
    /** The shown ply; null for the current position. @type {number | null} */
    this.shown = null;
    /** The last declined draw offer: the seat that declined, and the number of moves. @type {{ by: number, ply: number } | null} */
    this.declined = null;
    /** Whether moves only place a piece; null until a move is known. @type {boolean | null} */
    this.isPlacing = null;
    /** The time of the last clock update, in milliseconds. */
    this.clocksAt = 0;
  }

  /**
   * Handles a message.
   * @param {Message} message @param {number} now in milliseconds
   */
  receive(message, now) {
    if (message.type === 'state') this.#takeState(message, now);
    else if (message.type === 'event') this.#takeEvent(message, now);
    else if (message.type === 'position') this.past.set(message.ply, message.view);
    else if (message.type === 'presence') {
      this.players = message.players;
      this.spectators = message.spectators;
      this.rematch = message.rematch ?? [];
      this.takeBack = message.take_back ?? null;
    } else if (message.type === 'refused') {
      this.say = message.why;
      this.refusedMove = null;
      this.saysTurn = false;
      this.isRefusal = true;
    }
  }

  /** @param {Message} message @param {number} now */
  #takeState(message, now) {
    this.seats = message.seats ?? [];
    this.director = message.director;
    this.mayAsk = message.advice ?? false;
    this.players = message.players;
    this.rematch = message.rematch ?? [];
    this.takeBack = message.take_back ?? null;
    this.sequence = message.sequence ?? 0;
    this.table = message.table;
    this.before = null;
    this.view = message.view;
    this.#learnPlacing(message.view);
    this.past.clear();
    this.shown = null;
    this.clocksAt = now;
    this.#takeReports(message.reports ?? []);
    this.#takeSentence(message);
  }

  /**
   * Learns from the legal moves, the newest move or an empty board whether moves only place a piece.
   * @param {View | null} view
   */
  #learnPlacing(view) {
    if (!view) return;
    const counts = view.legal_moves.map(({ squares }) => squares.length).filter((count) => count > 0);
    if (counts.length === 0 && view.squares.length > 0) counts.push(view.squares.length);
    if (counts.length > 0) this.isPlacing = counts.every((count) => count === 1);
    else this.isPlacing ??= [...(view.diagram.squares ?? [])].every(({ pieces }) => pieces.length === 0);
  }

  /**
   * Adds the server's reports on moves that this client may have missed.
   * @param {(Report | null)[]} reports one per move
   */
  #takeReports(reports) {
    reports.forEach((report, index) => {
      if (!report) return;
      this.seconds.set(index + 1, report.seconds);
      if (report.thinking) this.thoughts.set(index + 1, thoughtOf(report.thinking, report.thinking.seat, report.seconds));
    });
  }

  /** @param {Message} message @param {number} now */
  #takeEvent(message, now) {
    if ((message.sequence ?? 0) <= this.sequence) return;
    this.sequence = message.sequence ?? this.sequence;
    if (TABLE_EVENTS.has(message.event ?? '')) this.#takeTable(message, now);
    else if (this.table) this.#change(this.table, message, now);
    if (message.view) {
      this.before = this.view;
      this.view = message.view;
      this.#learnPlacing(message.view);
    }
    this.#takeSentence(message);
  }

  /** @param {Message} message */
  #takeSentence(message) {
    if (!message.say) return;
    this.say = message.say;
    this.refusedMove = null;
    this.saysTurn = message.type === 'state' || TURN_EVENTS.has(message.event ?? '');
    this.isRefusal = message.event === 'move_rejected';
  }

  /** @param {Table} table @param {Message} event @param {number} now */
  #change(table, event, now) {
    switch (event.event) {
      case 'turn_started':
        table.turn = event.turn;
        table.asked = null;
        table.clocks = event.clocks;
        this.clocksAt = now;
        break;
      case 'input_requested':
        table.asked = event.seat;
        table.prompt = { question: event.question, refusal: event.refusal };
        break;
      case 'thinking_reported':
        if (event.rank === 1) this.lines.set(event.seat, /** @type {any} */ (event));
        break;
      case 'move_played':
      case 'chance_decided':
        this.#addMove(table, event, now);
        break;
      case 'draw_offered':
        table.draw_offer = { by: event.seat, accepted: [event.seat] };
        break;
      case 'draw_declined':
        table.draw_offer = null;
        this.declined = { by: event.seat, ply: this.ply };
        break;
      case 'paused':
      case 'resumed':
        table.clocks = this.clocks(now);
        this.clocksAt = now;
        table.paused = event.event === 'paused';
        break;
      case 'clock_expired':
        this.#expire(table, event.seat, now);
        break;
      case 'match_ended':
        if (event.reason === 'timed out') this.#expire(table, event.seat, now);
        table.clocks = this.clocks(now);
        table.ending = /** @type {any} */ (event);
        table.asked = null;
        table.draw_offer = null;
        break;
    }
  }

  /** Stops the clock at zero, because this page's clock may lag. @param {Table} table @param {number} seat @param {number} now */
  #expire(table, seat, now) {
    table.clocks = this.clocks(now).map((left, index) => (index + 1 === seat ? 0 : left));
    this.clocksAt = now;
  }

  /** @param {Message} event @param {number} now */
  #takeTable(event, now) {
    this.table = /** @type {any} */ (event);
    this.clocksAt = now;
    this.past.clear();
    this.shown = null;
    const { length } = event.moves;
    for (const ply of [...this.thoughts.keys()]) if (ply > length) this.thoughts.delete(ply);
    for (const ply of [...this.seconds.keys()]) if (ply > length) this.seconds.delete(ply);
  }

  /** @param {Table} table @param {Message} event @param {number} now */
  #addMove(table, event, now) {
    if (event.ply !== table.moves.length + 1) return;
    table.clocks = this.clocks(now);
    this.clocksAt = now;
    table.moves.push(event.move);
    table.movers.push(event.turn);
    table.position = event.position;
    // No clock runs until chance has acted, which can take a while after a round.
    if (event.view?.turn === 'chance') table.turn = 'chance';
    table.asked = null;
    table.redoable = 0;
    this.seconds.set(event.ply, event.seconds);
    if (typeof event.turn !== 'number') return;
    if (event.clock !== null && table.clocks.length > 0) table.clocks[event.turn - 1] = event.clock;
    if (table.draw_offer && table.draw_offer.by !== event.turn) table.draw_offer = null;
    const line = this.lines.get(event.turn);
    if (!line) return;
    this.thoughts.set(event.ply, thoughtOf(line, event.turn, line.seconds));
  }

  /** The players' names, with their seats if names are equal. A free seat shows the name of the seat. */
  get names() {
    const capital = (/** @type {string} */ word) => word.charAt(0).toUpperCase() + word.slice(1);
    const program = (/** @type {number} */ index) => this.table?.players[index] || this.players[index].name || this.players[index].seat_name;
    const names = this.players.map(({ name, person }, index) => (person ? name : named(capital(program(index)))));
    return this.players.map(({ seat_name: seat }, index) => {
      const name = names[index];
      return name === null ? named(seat) : names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${named(seat)})`;
    });
  }

  /**
   * The sound for an event; null if it has no sound.
   * @param {Message} event @param {number} plies before the event
   * @returns {import('./sounds.js').Sound | null}
   */
  soundOf(event, plies) {
    if (event.event === 'match_ended') return 'end';
    if (event.view && this.ply > plies) return this.before && piecesOn(this.before) > piecesOn(event.view) ? 'capture' : 'move';
    const isCalled = event.event === 'input_requested' && !event.refusal && this.movingSeat !== null;
    return isCalled && this.ply > 0 && this.table?.movers.at(-1) !== this.movingSeat ? 'turn' : null;
  }

  /**
   * The reason why a touch does nothing, or the move whose refusal the server should explain.
   * @param {{ number?: number, from?: number }} touched
   * @returns {{ play?: string, why?: string }}
   */
  refusalOf({ number, from }) {
    const squares = this.view?.diagram.squares ?? [];
    const [start, end] = [squares[from ?? -1], squares[number ?? -1]];
    if (this.table?.ending) return { why: t('match.over') };
    if (this.isInPast) return { why: number === undefined ? t('match.in-past') : '' };
    if (this.seats.length === 0) return { why: t('match.watching') };
    if (this.movingSeat === null) return { why: t('match.not-turn') };
    if (start && end && start !== end) return { play: `${start.name}-${end.name}` };
    return end ? { why: t('match.no-move', { square: end.name, why: this.turnSentence ?? this.said.text }) } : {};
  }

  /** The server's sentence, translated if possible, with its language. */
  get said() {
    const { text, lang } = localized(this.say);
    return this.refusedMove === null ? { text, lang } : { text: t('match.impossible', { move: this.refusedMove, why: text }), lang };
  }

  /** The side to move in the language of the page; null if the server's sentence contains more. */
  get turnSentence() {
    const { table } = this;
    if (!this.saysTurn || table?.ending || table?.prompt?.question || table?.prompt?.refusal) return null;
    if (!table) return t('say.waiting');
    if (table.paused) return t('say.paused');
    if (typeof table.turn !== 'number') return null;
    const { seat_name, person, name } = this.players[table.turn - 1];
    const seat = named(seat_name);
    const isOwn = this.seats.includes(table.turn);
    const turn = isOwn ? this.#ownTurn(this.seats.length === 1 ? t('say.your-move') : t('say.to-move', { seat }))
      : person ? `${t('say.to-move', { seat })}.` : t('say.thinking', { seat, name: named(name ?? '') });
    return [this.#drawSentence, turn].filter(Boolean).join(' ');
  }

  /**
   * A pending draw offer, or the answer to one. A program answers with its move, so the answer is shown until the move
   * after it.
   */
  get #drawSentence() {
    const offer = this.table?.draw_offer;
    const seatOf = (/** @type {number} */ number) => ({ seat: named(this.players[number - 1].seat_name) });
    const isOwn = (/** @type {number} */ number) => this.seats.length === 1 && this.seats[0] === number;
    if (offer) return isOwn(offer.by) ? t('say.offered-draw') : t('say.offers-draw', seatOf(offer.by));
    const { declined } = this;
    return declined && !isOwn(declined.by) && this.ply >= declined.ply && this.ply <= declined.ply + 1 ? t('say.declined-draw', seatOf(declined.by)) : '';
  }

  /** A sentence for the user's own turn, with the legal moves if there are few. @param {string} turn */
  #ownTurn(turn) {
    const moves = (this.view?.legal_moves ?? []).map(({ move }) => move);
    if (moves.length === 1) return t('say.only', { turn, move: moves[0] });
    if (moves.length < 2 || moves.length > LISTED_MOVES) return `${turn}.`;
    return t('say.few', { turn, moves: moves.slice(0, -1).join(', '), last: moves[moves.length - 1] });
  }

  /**
   * The moves that the user has not heard yet, for screen readers: "Black: d5." A player hears all moves since the own
   * last move, other users hear the last move. Chance moves belong to the move before them.
   */
  get newMoves() {
    const { moves, movers } = this.table ?? { moves: [], movers: [] };
    const isPlayer = this.seats.length === 1;
    const heard = new Set(isPlayer ? this.seats : []);
    /** @type {string[]} */
    const texts = [];
    /** @type {string[]} */
    let chance = [];
    const addChance = () => {
      if (chance.length > 0) texts.unshift(chanceText(chance));
      chance = [];
    };
    let later = 0;
    for (let index = moves.length - 1; index >= 0; index -= 1) {
      const mover = movers[index];
      if (mover === 'chance') {
        chance.unshift(moves[index]);
        continue;
      }
      addChance();
      if (heard.has(mover) && mover !== later) break;
      texts.unshift(t('say.played', { seat: named(this.players[mover - 1].seat_name), move: moves[index] }));
      if (!isPlayer) break;
      heard.add(mover);
      later = mover;
    }
    addChance();
    return texts.map((text) => `${text}.`).join(' ');
  }

  /** Whether `newMoves` belongs before the sentence: at the start of a turn and at the end of the match. */
  get saysMoves() {
    return !this.isInPast && !this.isRefusal && (!!this.table?.ending || this.turnSentence !== null);
  }

  /** The number of moves so far. */
  get ply() {
    return this.table?.moves.length ?? 0;
  }

  /** The position to draw, which may be an earlier one that the user selected. */
  get shownView() {
    return (this.shown !== null && this.past.get(this.shown)) || this.view;
  }

  /** Whether an earlier position is shown. */
  get isInPast() {
    return this.shown !== null;
  }

  /** The seat for which this client may move now, or null. */
  get movingSeat() {
    const asked = this.table?.asked ?? null;
    const mayMove = asked !== null && this.seats.includes(asked) && !this.isInPast && !this.table?.paused;
    return mayMove && !this.table?.ending ? asked : null;
  }

  /** The legal moves that this client may make now. @returns {LegalMove[]} */
  get legalMoves() {
    return this.movingSeat === null ? [] : (this.view?.legal_moves ?? []);
  }

  /** Whether a round has ended and this client can start the next round before the server does. */
  get mayBeginRound() {
    const { table } = this;
    return this.view?.round_end !== undefined && this.seats.length > 0 && !!table && !table.ending && !table.paused && !this.isInPast;
  }

  /** Whether this client plays and waits for its turn. It can then set premoves, except in games of chance. */
  get mayPremove() {
    const { table } = this;
    return !!table && this.seats.length === 1 && table.asked !== this.seats[0] && !table.ending && !this.isInPast && !table.movers.includes('chance');
  }

  /** The seat whose clock runs, or null. */
  get runningSeat() {
    const { table } = this;
    const runs = table && !table.ending && !table.paused && typeof table.turn === 'number';
    return runs ? /** @type {number} */ (table.turn) : null;
  }

  /**
   * Each seat's remaining time, in seconds.
   * @param {number} now in milliseconds
   */
  clocks(now) {
    const running = this.runningSeat;
    const passed = Math.max(0, now - this.clocksAt) / 1000;
    return (this.table?.clocks ?? []).map((left, index) =>
      left !== null && index + 1 === running ? Math.max(0, left - passed) : left);
  }

  /** The threshold for the low-time warning, in seconds: an eighth of the initial time, between 10 and 60. @param {number} seat */
  lowTime(seat) {
    const initial = clockOf(this.players[seat - 1]?.time_control ?? this.table?.time_control ?? '')?.initial ?? 0;
    return Math.min(60, Math.max(10, initial / 8));
  }

  /** The turn and the time left, for the tab title. @param {number} now in milliseconds */
  tabText(now) {
    const { table } = this;
    if (!table) return '';
    if (table.ending) return t('tab.over');
    if (typeof table.turn !== 'number') return '';
    const left = this.clocks(now)[table.turn - 1];
    const whole = typeof left === 'number' ? Math.ceil(left - 1e-6) : null;
    const time = whole === null ? '' : whole < 10 ? `0:0${whole}` : clockText(whole);
    const isOwn = this.seats.length === 1 && this.seats[0] === table.turn;
    return [time, isOwn ? t('say.your-move') : t('say.to-move', { seat: named(this.players[table.turn - 1].seat_name) })].filter(Boolean).join(' · ');
  }

  /** The last move number. */
  get moveCount() {
    return this.table ? moveRows(this.table.moves, this.table.movers, this.players.length).length : 0;
  }

  /** The move before the position after this many plies, with its number. @param {number} ply */
  labelOf(ply) {
    return this.table ? moveLabel(this.table.moves.slice(0, ply), this.table.movers, this.players.length) : '';
  }

  /**
   * The number of plies to take back until `seat` is to move again, including at least one move of that seat.
   * @param {number} seat
   */
  pliesToTakeBack(seat) {
    const movers = this.table?.movers ?? [];
    const last = movers.lastIndexOf(seat);
    return last < 0 ? 0 : movers.length - last;
  }

  /**
   * The takeback request, and the seat of this client that has not answered it. A request becomes void when the match
   * continues.
   */
  get takeBackQuestion() {
    const asked = this.takeBack;
    if (!asked || asked.ply !== this.ply) return null;
    const seat = this.seats.find((mine) => !asked.agreed.includes(mine)) ?? null;
    const what = t('match.last-move', { count: asked.plies });
    if (this.seats.includes(asked.by)) return { seat, sentence: t('match.have-asked', { what }) };
    return { seat, sentence: t('match.asks', { name: this.names[asked.by - 1], what }) };
  }

  /**
   * For each seat: moves, seconds, nodes, evaluations and cutoffs. Null if this client missed some moves.
   * @returns {{ moves: number, seconds: number | null, nodes: number | null, evaluations: number | null, cutoffs: number | null }[]}
   */
  get usage() {
    const movers = this.table?.movers ?? [];
    const isKnown = movers.every((_, index) => this.seconds.has(index + 1));
    return this.players.map((_, index) => {
      const plies = movers.flatMap((mover, at) => (mover === index + 1 ? [at + 1] : []));
      const sum = (/** @type {(ply: number) => number} */ of) => (isKnown ? plies.reduce((total, ply) => total + of(ply), 0) : null);
      const thought = (/** @type {'nodes' | 'evaluations' | 'cutoffs'} */ what) => sum((ply) => this.thoughts.get(ply)?.[what] ?? 0);
      return { moves: plies.length, seconds: sum((ply) => this.seconds.get(ply) ?? 0), nodes: thought('nodes'), evaluations: thought('evaluations'), cutoffs: thought('cutoffs') };
    });
  }
}

/** A seat's report before a move. @param {ThinkingReport} report @param {number} seat @param {number} seconds @returns {Thought} */
function thoughtOf(report, seat, seconds) {
  const { depth, nodes, evaluations = 0, cutoffs = 0 } = report;
  const score = scoreOf(report);
  const signed = score === null || seat === 1 ? score : -score;
  return { score: signed, depth, nodes, evaluations, cutoffs, seconds, seat };
}

/** The number of pieces on the board. @param {View} view */
const piecesOn = ({ diagram }) => diagram.squares.reduce((sum, { pieces }) => sum + pieces.length, 0);

/**
 * A score as a number in the game's units; proven results count as 100.
 * @param {ThinkingReport} line
 * @returns {number | null}
 */
export function scoreOf(line) {
  if (line.win_in !== undefined) return 100;
  if (line.loss_in !== undefined) return -100;
  return line.score ?? null;
}

/**
 * A score as text: "+0.34", "win in 5".
 * @param {Pick<Line, 'win_in' | 'loss_in' | 'score'>} line
 */
export function scoreText(line) {
  if (line.win_in !== undefined) return t('score.win-in', { count: line.win_in });
  if (line.loss_in !== undefined) return t('score.loss-in', { count: line.loss_in });
  if (line.score === undefined || line.score === null) return '–';
  return `${line.score < 0 ? '−' : '+'}${Math.abs(line.score).toFixed(2)}`;
}

/**
 * A score in words, from its side's point of view: "slightly better".
 * @param {number | null} score in the game's units
 */
export function scoreInWords(score) {
  if (score === null) return '';
  const size = Math.abs(score);
  const isBetter = score > 0;
  if (size < 0.15) return t('score.even');
  if (size >= 100) return score > 0 ? t('score.wins') : t('score.loses');
  if (size < 0.6) return isBetter ? t('score.little-better') : t('score.little-worse');
  if (size < 1.5) return isBetter ? t('score.better') : t('score.worse');
  if (size < 4) return isBetter ? t('score.much-better') : t('score.much-worse');
  return score > 0 ? t('score.winning') : t('score.losing');
}

/** Chance moves in a row as text: the dice "31", or a count for longer rows. @param {string[]} chance */
export const chanceText = (chance) => (chance.length > 2 ? t('match.draws', { count: chance.length }) : chance.join(' '));

/** @typedef {{ ply: number, text: string, chance: string[] }} Entry */

/**
 * The numbered rows of moves. Each row has one entry per seat, with the dice rolls before it. A row ends when a seat
 * moves again.
 * @param {string[]} moves @param {(number | 'chance')[]} movers @param {number} seats
 * @returns {(Entry | null)[][]}
 */
export function moveRows(moves, movers, seats) {
  /** @type {(Entry | null)[][]} */
  const rows = [];
  /** @type {string[]} */
  let chance = [];
  let before = Infinity;
  moves.forEach((text, index) => {
    const mover = movers[index];
    if (typeof mover !== 'number') {
      chance.push(text);
      return;
    }
    if (mover <= before) rows.push(Array.from({ length: seats }, () => null));
    rows[rows.length - 1][mover - 1] = { ply: index + 1, text, chance };
    before = mover;
    chance = [];
  });
  return rows;
}

/**
 * The last of these moves with its number: "12… Nf6". Chance moves have no number.
 * @param {string[]} moves @param {(number | 'chance')[]} movers @param {number} seats
 */
export function moveLabel(moves, movers, seats) {
  const [text, mover] = [moves[moves.length - 1], movers[moves.length - 1]];
  const number = moveRows(moves, movers, seats).length;
  return typeof mover === 'number' ? `${number}${mover === 1 || seats > 2 ? '.' : '…'} ${text}` : text;
}

/** The seconds in a part of a time control like "5m" or "30s". @param {string} text */
function secondsOf(text) {
  const [, number, unit] = /^(\d+)(m|s|ms)$/.exec(text) ?? [];
  return number === undefined ? NaN : Number(number) * { m: 60, s: 1, ms: 0.001 }[/** @type {'m' | 's' | 'ms'} */ (unit)];
}

/** The initial time and the increment of a clock, in seconds; null for other time controls. @param {string} control */
export function clockOf(control) {
  const [initial, increment] = control.split('+').map(secondsOf);
  return increment === undefined || Number.isNaN(initial + increment) ? null : { initial, increment };
}

/** Formats a time control as players write it: "5m+3s" as "5+3", "30s+0s" as "½+0", "14s+0s" as "0:14+0". @param {string} control */
export function controlText(control) {
  return control.split(' : ').map((part) => {
    const clock = clockOf(part);
    if (!clock) return part;
    const minutes = clock.initial / 60;
    const seconds = String(clock.initial % 60).padStart(2, '0');
    const text = { 0.25: '¼', 0.5: '½', 0.75: '¾' }[minutes] ?? (Number.isInteger(4 * minutes) ? String(minutes) : `${Math.floor(minutes)}:${seconds}`);
    return `${text}+${clock.increment}`;
  }).join(' : ');
}

/**
 * Formats the remaining time as on a clock: "4:12", "1:02:03", with tenths in the last ten seconds. Rounds up, so zero
 * means that the time is over.
 * @param {number} seconds
 */
export function clockText(seconds) {
  if (seconds < 10) return `0:0${(Math.ceil(seconds * 10 - 1e-6) / 10).toFixed(1)}`.replace('0:010.0', '0:10');
  const whole = Math.ceil(seconds - 1e-6);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/**
 * Whether the board is flipped for this seat, because its pieces are nearer to the top. The board is not flipped if it
 * has no pieces or if they are equally near.
 * @param {Diagram} diagram @param {number | undefined} seat
 */
export function isTurnedFor(diagram, seat) {
  const rows = (/** @type {boolean} */ own) => diagram.squares.flatMap((square) =>
    square.pieces.filter((piece) => piece.owner !== null && (piece.owner === seat) === own).map(() => square.row));
  const mean = (/** @type {number[]} */ list) => list.reduce((sum, row) => sum + row, 0) / list.length;
  const [own, others] = [rows(true), rows(false)];
  return own.length > 0 && others.length > 0 && mean(own) < mean(others) - 0.01;
}

/**
 * The result from the point of view of the client's seats.
 * @param {Ending} ending @param {number[]} seats @param {string[]} names of the seats
 */
export function resultText(ending, seats, names) {
  const { payoffs } = ending;
  if (!payoffs) return t('result.none');
  const best = Math.max(...payoffs);
  const winners = payoffs.flatMap((payoff, index) => (payoff === best ? [index + 1] : []));
  if (best < 0) return t('result.both-lose');
  if (winners.length === payoffs.length) return t('result.draw');
  if (seats.length === 1) return winners.includes(seats[0]) ? t('result.you-win') : t('result.you-lose');
  const all = winners.map((seat) => names[seat - 1]).join(t('and'));
  return t('result.wins', { count: winners.length, names: all });
}
