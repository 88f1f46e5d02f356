// Autoplay of a game at a selectable speed.

import { h, s, t } from './dom.js';

/** Milliseconds per position at normal speed. */
const PACE = 1000;

const SPEEDS = { 0.5: '½×', 1: '1×', 2: '2×', 4: '4×' };

/** The play button and the speed menu. */
export class Playback {
  #speed = 1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Whether autoplay made the step. */
  #isStepping = false;

  /**
   * @param {() => boolean} isAtEnd whether the last position is shown
   * @param {(toStart: boolean) => void} step shows the next position, or the first one
   */
  constructor(isAtEnd, step) {
    this.isAtEnd = isAtEnd;
    this.step = step;
    this.drawing = s('path');
    this.button = h('button', { type: 'button', class: 'icon', onclick: () => (this.#timer === undefined ? this.#play() : this.stop()) }, s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, this.drawing));
    const choose = (/** @type {string} */ value) => (this.#speed = Number(value));
    const select = h('select', { 'aria-label': t('replay.speed'), onchange: () => choose(select.value) }, ...Object.entries(SPEEDS).sort(([one], [other]) => Number(one) - Number(other)).map(([value, text]) => h('option', { value, text, selected: value === '1' })));
    this.node = h('span', { class: 'playback' }, this.button, select);
    this.#show();
  }

  #play() {
    this.#timer = setTimeout(() => this.#on(), PACE / this.#speed);
    if (this.isAtEnd()) this.#take(true);
    this.#show();
  }

  #on() {
    this.#take(false);
    this.#timer = this.isAtEnd() ? undefined : setTimeout(() => this.#on(), PACE / this.#speed);
    this.#show();
  }

  /** @param {boolean} toStart */
  #take(toStart) {
    this.#isStepping = true;
    this.step(toStart);
    this.#isStepping = false;
  }

  /** Stops. Also called when the user steps through the game. */
  stop() {
    if (this.#isStepping) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#show();
  }

  #show() {
    const plays = this.#timer !== undefined;
    const label = plays ? t('replay.pause') : t('replay.play');
    this.drawing.setAttribute('d', plays ? 'M8 5V19M16 5V19' : 'M7 5 18 12 7 19Z');
    this.button.setAttribute('aria-label', label);
    this.button.title = label;
  }
}
