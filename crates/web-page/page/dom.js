// Making elements, and what all views share: preferences, short texts for numbers.

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
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e4 ? `${Math.round(number / 1e3)} k` : String(number);
}

/** Seconds as "0.3 s", "12 s" or "3 min 20 s". @param {number} seconds */
export function duration(seconds) {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** The name of a game as a title: "checkers:english" as "Checkers · English". @param {string} game */
export function gameTitle(game) {
  const capital = (/** @type {string} */ word) => word.charAt(0).toUpperCase() + word.slice(1);
  return game.split(':').map(capital).join(' · ');
}

/** What can be chosen in the menu of the look, the first of each by default. */
export const LOOKS = {
  theme: { auto: 'As the system', light: 'Light', dark: 'Dark' },
  board: { wood: 'Wood', meadow: 'Meadow', slate: 'Slate', rose: 'Rose' },
  pieces: { turned: 'Turned', plain: 'Plain' },
  sound: { off: 'Off', on: 'On' },
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
