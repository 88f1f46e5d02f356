// Making elements, and what all views share: the texts of the page, preferences, short texts for numbers.

/** The texts of the page in its language, by key: they come with the page. @type {Record<string, string>} */
const WORDS = JSON.parse(globalThis.document?.getElementById('words')?.textContent ?? '{}');

/** The languages of the page, each by its own name. */
export const LANGUAGES = { en: 'English', nl: 'Nederlands' };

/** The language of the page: "en", "nl". */
export const language = globalThis.document?.documentElement.lang || 'en';

/** How dates and numbers are written in it. */
export const locale = language === 'en' ? 'en-GB' : language;

/** A text of the page, or of a part of it. @typedef {keyof typeof import('./words/en.json') | keyof typeof import('./words-library/en.json') | keyof typeof import('./words-puzzles/en.json') | keyof typeof import('./words-study/en.json') | keyof typeof import('./words-tournaments/en.json')} TextKey */

/**
 * A text of the page in its language. `{name}` in it stands for a value; of two forms with "|" between them the first is for
 * a `count` of one.
 * @param {TextKey} key @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const forms = (WORDS[key] ?? key).split('|');
  const form = forms[values.count === 1 ? 0 : forms.length - 1];
  return form.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** Adds texts that a part of the page brings with it. @param {Record<string, string>} words */
export const learn = (words) => Object.assign(WORDS, words);

/** The name of a game, a level or a side in the language of the page; other names stay what the server says. @param {string} name */
export const named = (name) => WORDS[`name.${name.toLowerCase()}`] ?? name;

/** Translates what the server writes; null for what is not known. */
let translate = (/** @type {string} */ _text) => /** @type {string | null} */ (null);

/** @type {Promise<void> | null} */
let serverWords = null;

/** Loads the server's texts in the language of the page; those in English need nothing. They stay out of what is loaded with the page. */
export function loadServerWords() {
  if (language === 'en') return Promise.resolve();
  serverWords ??= import('./server-words.js').then(({ load }) => load()).then((loaded) => {
    translate = loaded;
    document.dispatchEvent(new Event('words'));
  }).catch(() => {
    serverWords = null;
  });
  return serverWords;
}

/** What the server writes in the language of the page, with the language of the text: English where that is not known. @param {string} text */
export function localized(text) {
  const found = translate(text);
  return { text: found ?? text, lang: found === null && language !== 'en' ? 'en' : null };
}

/**
 * Why a match ended, in the language of the page; null where this reason is unknown. Its numbers and the article of a rule book behind
 * it, in parentheses, are no part of what is looked up.
 * @param {string} reason
 */
export function reasonOf(reason) {
  const [, rule, article] = /** @type {RegExpMatchArray} */ (/^(.*?)( \([^()]*\))?$/s.exec(reason));
  const known = WORDS[`reason.${rule.replace(/\d+/g, '#')}`];
  const numbers = rule.match(/\d+/g) ?? [];
  return known === undefined ? null : known.replace(/#/g, () => numbers.shift() ?? '') + (article ?? '');
}

/** The same, with the language of the text. @param {string} reason @returns {{ text: string, lang: string | null }} */
export function reasonText(reason) {
  const text = reasonOf(reason);
  return text === null ? localized(reason) : { text, lang: null };
}

/** A number with so many digits behind its point. @param {number} number @param {number} digits */
export const decimal = (number, digits) => number.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });

/**
 * An HTML element. Properties that begin with "on" are listeners, `text` is its text; null and false are left out.
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

/** Sets a text only where it changes, so that nothing is read out or laid out again. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** 2100000 as "2.1 M". @param {number} number */
export function shortNumber(number) {
  if (number >= 1e9) return `${decimal(number / 1e9, 1)} G`;
  if (number >= 1e6) return `${decimal(number / 1e6, 1)} M`;
  return number >= 1e4 ? `${Math.round(number / 1e3)} k` : String(number);
}

/** Seconds as "0.3 s", "12 s" or "3 min 20 s". @param {number} seconds */
export function duration(seconds) {
  if (seconds < 10) return `${decimal(seconds, 1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** The name of a game as a title in the language of the page: "checkers:english" as "Checkers · English". @param {string} game */
export function gameTitle(game) {
  const capital = (/** @type {string} */ word) => word.charAt(0).toUpperCase() + word.slice(1);
  return game.split(':').map((part) => capital(named(part))).join(' · ');
}

/** What can be chosen in the menu of the look, the first of each by default. */
export const LOOKS = {
  theme: { auto: t('look.auto'), light: t('look.light'), dark: t('look.dark') },
  board: { wood: t('look.wood'), green: t('look.green'), slate: t('look.slate'), rose: t('look.rose'), paper: t('look.paper') },
  pieces: { turned: t('look.turned'), plain: t('look.plain') },
  sound: { off: t('look.off'), on: t('look.on') },
};

/** A value that is kept in this browser. @param {string} key @param {any} otherwise @returns {any} */
export function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`rival.${key}`) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps a value in this browser, if it allows that. @param {string} key @param {any} value */
export function keep(key, value) {
  try {
    localStorage.setItem(`rival.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may refuse: then the value lasts as long as the page.
  }
}

/** The look that was chosen. @returns {Record<keyof typeof LOOKS, string>} */
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

/** Plays a sound, if sounds are on: what makes them is loaded then. @param {import('./sounds.js').Sound} name */
export async function sound(name) {
  if (look().sound === 'on') (await import('./sounds.js')).play(name);
}

/** Which set of pieces is in the document. */
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
