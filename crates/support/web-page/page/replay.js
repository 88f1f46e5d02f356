// A finished game: board, moves, scores, and the move with the largest loss. It needs no server, so a tournament report
// is a single file.

import { decimal, duration, h, listenForSteps, localized, named, placeAfter, s, t } from './dom.js';
import { isTurnedFor, moveLabel, moveRows } from './match-model.js';
import { SCORE_MAX, largestDrop, resultOf, scoreText, scoresOf, valueOf } from './replay-model.js';
import { Playback } from './playback.js';
import './board.js';

/** @typedef {import('./match-model.js').View} View */
/** @typedef {import('./replay-model.js').PlayedMove} PlayedMove */
/** `names` are the players' names and `seats` the seats' names, both in seat order. */
/** @typedef {{ names: string[], seats: string[], payoffs: number[], ending: string, moves: PlayedMove[], views: View[] }} Game */

const ICONS = { first: 'M6 6v12M18 6l-8 6 8 6z', back: 'M16 6l-8 6 8 6z', forward: 'M8 6l8 6-8 6z', last: 'M18 6v12M6 6l8 6-8 6z', flip: 'M8 4v14m0 0-3-3m3 3 3-3M16 20V6m0 0-3 3m3-3 3 3' };
const WIDTH = 400;
const HEIGHT = 72;

/** A game to step through. */
export class Replay {
  ply = 0;
  /** The seat whose side is at the bottom. */
  #bottom = 1;

  /**
   * @param {Game} game @param {(ply: number) => void} [onstep] called when another position is shown
   * @param {boolean} [isAlone] whether the game is the subject of its page so that keys step through it wherever the
   * focus is
   */
  constructor(game, onstep = () => {}, isAlone = false) {
    game = { ...game, moves: game.moves.map((move) => ({ ...move, value: valueOf(move.score, move.by) })) };
    this.game = game;
    this.onstep = onstep;
    this.isAlone = isAlone;
    this.board = /** @type {import('./board.js').GameBoard} */ (document.createElement('game-board'));
    this.top = h('p', { class: 'at-seat' });
    this.bottom = h('p', { class: 'at-seat' });
    this.said = h('p', { class: 'said', 'aria-live': 'polite' });
    this.moves = h('div', { class: 'moves', role: 'group', 'aria-label': t('match.moves'), tabindex: -1 });
    this.slider = h('input', { type: 'range', min: 0, max: game.moves.length, value: 0, 'aria-label': t('match.move'), oninput: () => this.step(Number(this.slider.value)) });
    this.graph = h('div', { class: 'scores' });
    const drop = largestDrop(game.moves);
    const blunder = drop && h('button', { type: 'button', class: 'blunder', onclick: () => this.step(drop.ply) }, t('replay.drop', { move: this.#label(drop.ply) }), h('small', { text: t('replay.lost', { name: game.names[drop.seat - 1], drop: decimal(drop.drop, 1) }) }));
    this.playback = new Playback(() => this.ply === game.moves.length, (toStart) => this.step(toStart ? 0 : this.ply + 1));
    const steps = h('div', { class: 'steps' }, this.#icon('first', t('match.first'), () => 0), this.#icon('back', t('match.one-back'), () => this.ply - 1), this.#icon('forward', t('replay.forward'), () => this.ply + 1), this.#icon('last', t('replay.last'), () => game.moves.length), this.playback.node, h('button', { type: 'button', class: 'icon', 'aria-label': t('replay.turn'), title: t('replay.turn'), onclick: () => this.#turn() }, picture('flip')));
    const stage = h('div', { class: 'replay-stage' }, this.top, this.board, this.bottom);
    const panel = h('div', { class: 'replay-panel' }, h('p', { class: 'replay-result' }, h('b', { text: resultOf(game.payoffs) }), ' ', h('span', localized(game.ending))), this.graph, this.slider, this.said, blunder, steps, this.moves);
    this.node = h('div', { class: 'replay' }, stage, panel);
    /** Removes the key listeners. */
    this.end = listenForSteps(this.board, (step, event) => this.#stepBy(step, event));
    this.#list();
  }

  /** Shows the position after this many moves. @param {number} ply */
  step(ply) {
    const { game } = this;
    this.playback.stop();
    this.ply = Math.max(0, Math.min(game.moves.length, ply));
    const view = game.views[this.ply];
    const flipped = isTurnedFor(game.views[0].diagram, 1) === (this.#bottom === 1);
    this.board.show({ view, flipped, bottom: this.#bottom, moves: [], premover: null, advice: [], inert: true });
    this.node.style.setProperty('--aspect', String(this.board.aspect || 1.2));
    const seats = game.seats.map((_, index) => index + 1);
    this.#name(this.top, seats.filter((seat) => seat !== this.#bottom));
    this.#name(this.bottom, [this.#bottom]);
    this.slider.value = String(this.ply);
    this.slider.setAttribute('aria-valuetext', this.ply === 0 ? t('replay.start') : this.#label(this.ply));
    this.said.textContent = this.#sentence();
    for (const button of this.moves.querySelectorAll('button')) {
      const isNow = Number(button.dataset.ply) === this.ply;
      button.classList.toggle('now', isNow);
      button.tabIndex = isNow || (this.ply === 0 && button.dataset.ply === '1') ? 0 : -1;
      if (isNow) {
        button.setAttribute('aria-current', 'step');
        this.moves.scrollTop = button.offsetTop - this.moves.clientHeight / 2;
      } else button.removeAttribute('aria-current');
    }
    this.#draw();
    this.onstep(this.ply);
  }

  /** A move with its number. @param {number} ply */
  #label(ply) {
    const { moves, seats } = this.game;
    const before = moves.slice(0, ply);
    return moveLabel(before.map(({ move }) => move), before.map(({ by }) => by), seats.length);
  }

  #turn() {
    this.#bottom = this.#bottom === 1 ? 2 : 1;
    this.step(this.ply);
  }

  /** @param {HTMLElement} node @param {number[]} seats */
  #name(node, seats) {
    const text = seats.map((seat) => this.game.names[seat - 1]).join(', ');
    const what = seats.map((seat) => named(this.game.seats[seat - 1])).join(', ');
    node.replaceChildren(h('b', { text }), h('small', { text: text === what ? '' : what }));
  }

  /** The report of the newest move's player. */
  #sentence() {
    const played = this.game.moves[this.ply - 1];
    if (!played) return t('replay.start-said');
    const parts = [typeof played.value === 'number' ? t('replay.score', { score: scoreText(played.value) }) : '', played.depth ? t('facts.depth', { depth: played.depth }) : '', played.seconds ? duration(played.seconds) : ''];
    const who = typeof played.by === 'number' ? this.game.names[played.by - 1] : t('replay.chance');
    return [`${who}: ${played.move}`, ...parts].filter(Boolean).join(' · ');
  }

  #list() {
    const { moves, seats } = this.game;
    const rows = moveRows(moves.map(({ move }) => move), moves.map(({ by }) => by), seats.length);
    const nodes = rows.flatMap((row, index) => [h('span', { class: 'number', text: `${index + 1}.` }), ...row.map((entry) => {
      if (!entry) return h('span');
      const throws = entry.chance.length > 2 ? t('match.draws', { count: entry.chance.length }) : entry.chance.join(' ');
      return h('button', { type: 'button', tabindex: -1, 'data-ply': entry.ply, onclick: () => this.step(entry.ply) }, throws && h('small', { text: `${throws} ` }), entry.text);
    })]);
    this.moves.style.setProperty('--seats', String(seats.length));
    this.moves.replaceChildren(...nodes);
  }

  /** The scores of both players, from the first seat's point of view. */
  #draw() {
    const { moves, seats, names } = this.game;
    const lines = seats.length > 2 ? [] : [scoresOf(moves, 1), scoresOf(moves, 2)];
    const values = lines.flat().map(([, value]) => Math.abs(value));
    if (values.length === 0) return;
    const top = Math.max(1, ...values);
    const x = (/** @type {number} */ ply) => ((WIDTH * ply) / Math.max(1, moves.length)).toFixed(1);
    const y = (/** @type {number} */ value) => ((HEIGHT / 2) * (1 - (0.94 * Math.min(SCORE_MAX, value)) / top)).toFixed(1);
    const curves = lines.map((line, index) => s('polyline', { class: `seat-line line${index + 1}`, points: line.map(([ply, value]) => `${x(ply)},${y(value)}`).join(' ') }));
    const drawing = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' }, s('path', { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: 'zero' }), s('path', { d: `M${x(this.ply)} 0V${HEIGHT}`, class: 'here' }), ...curves);
    drawing.addEventListener('pointerdown', (event) => {
      const { left, width } = drawing.getBoundingClientRect();
      this.step(Math.round(((event.clientX - left) / width) * moves.length));
    });
    this.graph.replaceChildren(h('span', { class: 'axis', text: t('match.better', { name: names[0] }) }), drawing, h('span', { class: 'axis', text: t('match.better', { name: names[1] }) }));
  }

  /** @param {keyof typeof ICONS} name @param {string} label @param {() => number} to */
  #icon(name, label, to) {
    return h('button', { type: 'button', class: 'icon', 'aria-label': label, title: label, onclick: () => this.step(to()) }, picture(name));
  }

  /** @param {import('./dom.js').Step} step @param {Event} event @returns {boolean} whether there is such a step */
  #stepBy(step, event) {
    const isOwn = event.type === 'keydown' && event.target instanceof Node && this.node.contains(event.target);
    if (!isOwn && !this.isAlone) return false;
    const to = placeAfter(step, this.ply, this.game.moves.length);
    if (to === this.ply) return false;
    const isInList = this.moves.contains(document.activeElement);
    this.step(to);
    if (isInList) /** @type {HTMLElement | null} */ (this.moves.querySelector('.now'))?.focus();
    return true;
  }
}

/** @param {keyof typeof ICONS} name */
const picture = (name) => s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: ICONS[name] }));
