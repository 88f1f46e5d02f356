// Creates elements. Also contains what all views share: texts, preferences, number formats.

/**
 * The texts of the page in its language, by key. They are embedded in the index page.
 * @type {Record<string, string>}
 */
const WORDS = JSON.parse(globalThis.document?.getElementById('words')?.textContent ?? '{}');

/** The languages of the page, each under its native name. */
export const LANGUAGES = { en: 'English', nl: 'Nederlands' };

/** The language of the page: "en", "nl". */
export const language = globalThis.document?.documentElement.lang || 'en';

/** The locale for dates and numbers. */
export const locale = language === 'en' ? 'en-GB' : language;

/**
 * The key of a text of the page or of one of its parts.
 * @typedef {keyof typeof import('./words/en.json') | keyof typeof import('./words-library/en.json') | keyof typeof import('./words-puzzles/en.json') | keyof typeof import('./words-study/en.json') | keyof typeof import('./words-tournaments/en.json')} TextKey
 */

/**
 * A text of the page in its language. `{name}` stands for a value. If a text has two forms separated by "|", the first is
 * for a `count` of one.
 * @param {TextKey} key @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const forms = (WORDS[key] ?? key).split('|');
  const form = forms[values.count === 1 ? 0 : forms.length - 1];
  return form.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** Adds the texts for a part of the page. @param {Record<string, string>} words */
export const learn = (words) => Object.assign(WORDS, words);

/** The name of a game, a level or a side in the language of the page. Other names stay unchanged. @param {string} name */
export const named = (name) => WORDS[`name.${name.toLowerCase()}`] ?? name;

/** Other names of a family of games, as search words. @param {string} family */
export const aliases = (family) => WORDS[`alias.${family}`] ?? '';

/** Translates a text from the server; null if the text is unknown. */
let translate = (/** @type {string} */ _text) => /** @type {string | null} */ (null);

/** @type {Promise<void> | null} */
let serverWords = null;

/**
 * Loads the translations of the server's texts, which are not part of the initial load. English needs no translations.
 */
export function loadServerWords() {
  if (language === 'en') return Promise.resolve();
  serverWords ??= import('./server-words.js').then(({ load }) => load(language, ofPage)).then((loaded) => {
    translate = loaded;
    document.dispatchEvent(new Event('words'));
  }).catch(() => {
    serverWords = null;
  });
  return serverWords;
}

/**
 * A text from the server in the language of the page, with its language. Unknown texts stay English.
 * @param {string} text
 */
export function localized(text) {
  const found = translate(text);
  return { text: found ?? text, lang: found === null && language !== 'en' ? 'en' : null };
}

/**
 * The reason why a match ended, in the language of the page; null if unknown. The lookup ignores numbers and the rule
 * book article in parentheses.
 * @param {string} reason
 */
function reasonOf(reason) {
  const [, rule, article] = /** @type {RegExpMatchArray} */ (/^(.*?)( \([^()]*\))?$/s.exec(reason));
  const known = WORDS[`reason.${rule.replace(/\d+/g, '#')}`];
  const numbers = rule.match(/\d+/g) ?? [];
  return known === undefined ? null : known.replace(/#/g, () => numbers.shift() ?? '') + (article ?? '');
}

/** A reason or a name for which the page has a text. @param {string} text */
function ofPage(text) {
  const name = named(text);
  return reasonOf(text) ?? (name === text ? null : name);
}

/**
 * Like `reasonOf`, with the language of the text.
 * @param {string} reason @returns {{ text: string, lang: string | null }}
 */
export function reasonText(reason) {
  const text = reasonOf(reason);
  return text === null ? localized(reason) : { text, lang: null };
}

/** Formats a number with this many decimals. @param {number} number @param {number} digits */
export const decimal = (number, digits) => number.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });

/**
 * An HTML element. Properties that begin with "on" are listeners, and `text` is the element's text. Null and false are
 * skipped.
 * @param {string} name @param {Record<string, any>} [properties] @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'text') element.textContent = value;
    else if (key === 'value' || key === 'checked') /** @type {any} */ (element)[key] = value;
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * An SVG element.
 * @param {string} name @param {Record<string, string | number>} [attributes] @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function s(name, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * Sets a text only if it changes, which avoids another announcement and layout.
 * @param {Element} element @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Goes to another page of this site, which `main.js` shows. @param {string} address */
export function go(address) {
  history.pushState(null, '', address);
  document.dispatchEvent(new Event('address'));
}

/** Shows a message above the page until another message replaces it. @param {string} text */
export function setBanner(text) {
  setText(/** @type {HTMLElement} */ (document.getElementById('banner')), text);
}

/** Shows the subject of the page on the right of the header. @param {string} text */
export function setWhere(text) {
  setText(/** @type {HTMLElement} */ (document.getElementById('where')), text);
}

/** Formats 2100000 as "2.1 M". @param {number} number */
export function shortNumber(number) {
  if (number >= 1e9) return `${decimal(number / 1e9, 1)} G`;
  if (number >= 1e6) return `${decimal(number / 1e6, 1)} M`;
  return number >= 1e4 ? `${Math.round(number / 1e3)} k` : String(number);
}

/** Formats seconds as "0.3 s", "12 s" or "3 min 20 s". @param {number} seconds */
export function duration(seconds) {
  if (seconds < 10) return `${decimal(seconds, 1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** The text with this key, with `{1}` for the first number. @param {string} key @param {string[]} numbers */
const withNumbers = (key, numbers) => WORDS[`game.${key}`]?.replace(/\{(\d)\}/g, (_, place) => numbers[place - 1] ?? '');

/**
 * The name of a game as a title in the language of the page: "checkers:english" as "Checkers · English", "chess:960,518"
 * as "Chess · Chess960, start 518". Without a string for the whole variant, each part is translated separately; a
 * number's key is its place.
 * @param {string} game
 */
export function gameTitle(game) {
  const capital = (/** @type {string} */ word) => word.charAt(0).toUpperCase() + word.slice(1);
  const [family, variant = ''] = game.split(/:(.*)/s);
  const numbersIn = (/** @type {string} */ text) => text.match(/\d+/g) ?? [];
  const whole = WORDS[`game.${game}`] ?? withNumbers(`${family}:${variant.replace(/\d+/g, '#')}`, numbersIn(variant));
  const part = (/** @type {string} */ text, /** @type {number} */ place) =>
    withNumbers(`${family}.${/^\d+$/.test(text) ? place : text.replace(/\d+/g, '#')}`, numbersIn(text)) ?? named(text).replace(/[=:]/g, ' ');
  return [named(family), whole ?? variant.split(',').map(part).join(', ')].filter(Boolean).map(capital).join(' · ');
}

/** A step through a game. @typedef {'first' | 'back' | 'on' | 'last'} Step */

const STEP_KEYS = /** @type {Record<string, Step>} */ ({ ArrowLeft: 'back', ArrowRight: 'on', ArrowUp: 'first', ArrowDown: 'last', Home: 'first', End: 'last' });

/** Elements that handle their keys themselves. */
export const KEY_OWNERS = 'input, select, textarea, dialog, details.menu[open]';

/** The minimum time between two wheel steps, in milliseconds. */
const WHEEL_PAUSE = 60;

/** The distance of a wheel step, in pixels. A notch of a mouse wheel is longer; touchpads send many small events. */
const WHEEL_STEP = 40;

/** The time after which a wheel step starts anew, in milliseconds. */
const WHEEL_REST = 500;

/** The height of a line for wheels that count lines, in pixels. */
const WHEEL_LINE = 16;

/**
 * Lets the user step through a game by key, wherever the focus is, and by the mouse wheel over the board.
 * @param {HTMLElement} board
 * @param {(step: Step, event: KeyboardEvent | WheelEvent) => boolean} take makes the step; returns `false` at the end of the game
 * @returns {() => void} removes the listeners
 */
export function listenForSteps(board, take) {
  let newest = 0;
  let turned = 0;
  let heard = 0;
  let isAtEnd = false;
  const key = (/** @type {KeyboardEvent} */ event) => {
    const step = STEP_KEYS[event.key];
    const isOwned = event.target instanceof Element && event.target.closest(KEY_OWNERS);
    if (!step || isOwned || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !board.isConnected) return;
    if (take(step, event)) event.preventDefault();
  };
  const wheel = (/** @type {WheelEvent} */ event) => {
    if (event.ctrlKey || event.shiftKey || event.deltaY === 0 || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    // Small events add up, unless the direction changes or the wheel rests.
    if (turned * event.deltaY < 0 || event.timeStamp - heard > WHEEL_REST) {
      turned = 0;
      isAtEnd = false;
    }
    heard = event.timeStamp;
    turned += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE : 1);
    const isSoon = event.timeStamp - newest < WHEEL_PAUSE;
    if (!isSoon && !isAtEnd && Math.abs(turned) >= WHEEL_STEP) {
      isAtEnd = !take(event.deltaY < 0 ? 'back' : 'on', event);
      turned = isAtEnd ? turned : 0;
      newest = event.timeStamp;
    }
    // At the end of the game, the wheel scrolls the page.
    if (!isAtEnd) event.preventDefault();
  };
  document.addEventListener('keydown', key);
  board.addEventListener('wheel', wheel, { passive: false });
  return () => {
    document.removeEventListener('keydown', key);
    board.removeEventListener('wheel', wheel);
  };
}

/** The position in a game after a step. @param {Step} step @param {number} here @param {number} last */
export const placeAfter = (step, here, last) => ({ first: 0, back: Math.max(0, here - 1), on: Math.min(last, here + 1), last })[step];

/** Choices in the Preferences menu; the first of each is the default. */
export const LOOKS = {
  theme: { auto: t('look.auto'), light: t('look.light'), dark: t('look.dark') },
  board: { wood: t('look.wood'), green: t('look.green'), slate: t('look.slate'), rose: t('look.rose'), paper: t('look.paper') },
  pieces: { turned: t('look.turned'), plain: t('look.plain') },
  sound: { off: t('look.off'), on: t('look.on') },
  past: { return: t('look.past-return'), stay: t('look.past-stay') },
  keys: { on: t('look.on'), off: t('look.off') },
};

/** A value stored in this browser. @param {string} key @param {any} otherwise @returns {any} */
export function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`rival.${key}`) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Stores a value in this browser if the browser allows it. @param {string} key @param {any} value */
export function keep(key, value) {
  try {
    localStorage.setItem(`rival.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may refuse storage; then the value lasts as long as the page.
  }
}

/** The selected look. @returns {Record<keyof typeof LOOKS, string>} */
export function look() {
  const chosen = kept('look', {});
  const names = /** @type {(keyof typeof LOOKS)[]} */ (Object.keys(LOOKS));
  const valid = names.map((name) => [name, chosen[name] in LOOKS[name] ? chosen[name] : Object.keys(LOOKS[name])[0]]);
  return Object.fromEntries(valid);
}

/** @param {() => string} text @param {string} [label] */
export function copyButton(text, label = t('copy')) {
  const button = h('button', { type: 'button', text: label, onclick: async () => {
    await navigator.clipboard?.writeText(text()).catch(() => {});
    setText(button, t('copied'));
    setTimeout(() => setText(button, label), 1500);
  } });
  return button;
}

/** Plays a sound if sounds are on. Loads the sound module on first use. @param {import('./sounds.js').Sound} name */
export async function sound(name) {
  if (look().sound === 'on') (await import('./sounds.js')).play(name);
}

/** The set of pieces in the document. */
let piecesShown = '';

/** Applies the look to the page. */
export async function applyLook() {
  const { theme, board, pieces } = look();
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.dataset.board = board;
  if (piecesShown === pieces) return;
  piecesShown = pieces;
  const answer = await fetch(pieces === 'plain' ? '/pieces-plain.svg' : '/pieces.svg').catch(() => null);
  if (!answer?.ok) return;
  const drawing = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
  drawing.setAttribute('class', 'drawings');
  drawing.setAttribute('aria-hidden', 'true');
  document.querySelector('svg.drawings')?.remove();
  document.body.append(drawing);
  document.dispatchEvent(new Event('look'));
}

/**
 * The next button in a direction: in the same row, or else the nearest button in the next row.
 * @param {HTMLElement} from @param {Element[]} all @param {number[]} step @returns {HTMLElement | null}
 */
export function nearest(from, all, [right, down]) {
  const box = from.getBoundingClientRect();
  const distances = all.filter((other) => other !== from).map((other) => {
    const { left, top, width, height } = other.getBoundingClientRect();
    const [x, y] = [left + width / 2 - box.left - box.width / 2, top + height / 2 - box.top - box.height / 2];
    return right ? { other, ahead: x * right, aside: Math.abs(y) } : { other, ahead: y * down, aside: Math.abs(x) };
  });
  const fits = distances.filter(({ ahead, aside }) => ahead > 2 && (!right || aside < box.height / 2));
  fits.sort((one, two) => Math.round(one.ahead) - Math.round(two.ahead) || one.aside - two.aside);
  return /** @type {HTMLElement | null} */ (fits[0]?.other ?? null);
}
