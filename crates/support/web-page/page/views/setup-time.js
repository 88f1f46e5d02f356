// The choice of a time control: a preset or a custom one, optionally with odds.

import { h, t } from '../dom.js';
import { clockOf, controlText } from '../match-model.js';
import { chips } from './setup.js';

/** The presets, from bullet to half an hour per side. */
const PRESETS = ['1m+0s', '2m+1s', '3m+0s', '3m+2s', '5m+0s', '5m+3s', '10m+0s', '10m+5s', '15m+10s', '30m+0s', '30m+20s'];

const MINUTES_MAX = 180;
const INCREMENT_MAX = 180;

/**
 * Formats these numbers as a time control for the server. Without minutes, the clock starts with one increment.
 * @param {number} minutes @param {number} increment in seconds
 */
export function controlOf(minutes, increment) {
  const seconds = minutes === 0 ? increment : Math.round(minutes * 60);
  const isValid = seconds > 0 && minutes <= MINUTES_MAX && Number.isInteger(increment) && increment >= 0 && increment <= INCREMENT_MAX;
  if (!isValid) throw new Error(t('setup.bad-time', { minutes: MINUTES_MAX, seconds: INCREMENT_MAX }));
  return `${seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`}+${increment}s`;
}

/** Fields for minutes and seconds. @param {string} legend */
function timeFields(legend) {
  const field = (/** @type {string} */ text, /** @type {number} */ max, /** @type {string | number} */ step) => {
    const input = h('input', { type: 'number', min: 0, max, step, inputmode: 'decimal' });
    return { input, node: h('label', { class: 'field' }, h('span', { text }), input) };
  };
  const minutes = field(t('setup.minutes'), MINUTES_MAX, 'any');
  const increment = field(t('setup.increment'), INCREMENT_MAX, 1);
  const node = h('fieldset', { class: 'time-fields', hidden: true }, h('legend', { text: legend }), minutes.node, increment.node);
  return {
    node,
    /** @param {string} control */
    fill: (control) => {
      const { initial, increment: added } = clockOf(control) ?? { initial: 600, increment: 0 };
      minutes.input.value = String(initial / 60);
      increment.input.value = String(added);
    },
    value: () => controlOf(Number(minutes.input.value), Number(increment.input.value)),
  };
}

/** The form fields for both sides' time. */
export class TimeChoice {
  #chosen = 'none';

  /** @param {[string, string]} sides names of the sides: "You", "Opponent" */
  constructor(sides) {
    const presets = Object.fromEntries(PRESETS.map((control) => [control, controlText(control)]));
    this.fields = sides.map((side) => timeFields(side));
    this.odds = h('input', { type: 'checkbox', onchange: () => this.#arrange() });
    this.oddsLabel = h('label', { class: 'check', hidden: true }, this.odds, h('span', { text: t('setup.odds') }));
    const group = chips(t('home.clock'), 'clock', { none: t('setup.no-clock'), ...presets, custom: t('setup.custom') }, this.#chosen, (value) => this.#choose(value));
    group.append(this.oddsLabel, ...this.fields.map(({ node }) => node));
    group.classList.add('time-choice');
    this.node = group;
    for (const { fill } of this.fields) fill('5m+3s');
  }

  /** @param {string} value */
  #choose(value) {
    this.#chosen = value;
    if (clockOf(value)) for (const { fill } of this.fields) fill(value);
    this.#arrange();
  }

  get #hasOdds() {
    return this.#chosen !== 'none' && this.odds.checked;
  }

  #arrange() {
    const [first, second] = this.fields;
    this.oddsLabel.hidden = this.#chosen === 'none';
    first.node.hidden = this.#chosen !== 'custom' && !this.#hasOdds;
    second.node.hidden = !this.#hasOdds;
    // Without odds, both sides share one row of fields.
    first.node.classList.toggle('of-both', !this.#hasOdds);
  }

  /**
   * The time control of each side.
   * @returns {[string, string]}
   * @throws {Error} if a time is out of range
   */
  get value() {
    const [first, second] = this.fields;
    if (this.#hasOdds) return [first.value(), second.value()];
    const control = this.#chosen === 'custom' ? first.value() : this.#chosen;
    return [control, control];
  }
}
