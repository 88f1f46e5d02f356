// Parts of the page with their own texts and styles, which keeps the play page small. A part is loaded before its first
// view is drawn.

import { h, language, learn, t } from './dom.js';

/** @typedef {'library' | 'puzzles' | 'study' | 'tournaments'} Part */

/** Loaded and loading parts. @type {Map<Part, Promise<unknown>>} */
const loads = new Map();

/**
 * Loads the texts and styles of parts, each part only once, with the styles disabled.
 * @param {Part[]} parts @throws {Error} if the server does not have them
 */
export async function loadParts(parts) {
  await Promise.all(parts.map(loadPart));
}

/** @param {Part} part */
function loadPart(part) {
  const load = loads.get(part) ?? Promise.all([loadTexts(part), loadStyles(part)]);
  loads.set(part, load);
  // The next view that needs the part retries.
  load.catch(() => loads.delete(part));
  return load;
}

/** @param {Part} part */
async function loadTexts(part) {
  const answer = await fetch(`/words-${part}/${language}.json`);
  if (!answer.ok) throw new Error(t('server.refused', { status: answer.status }));
  learn(await answer.json());
}

/** @param {Part} part */
function loadStyles(part) {
  /** @type {HTMLLinkElement} */
  const link = h('link', { rel: 'stylesheet', href: `/${part}.css`, 'data-part': part });
  const loaded = new Promise((resolve, reject) => {
    link.onload = () => {
      // These styles are not for the previous view.
      if (link.sheet) link.sheet.disabled = true;
      resolve(null);
    };
    link.onerror = () => {
      link.remove();
      reject(new Error(t('server.silent')));
    };
  });
  document.head.append(link);
  return loaded;
}
