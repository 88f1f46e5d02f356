// The studies of this browser: each under a key of its own, with a list of them.

import { kept } from './dom.js';

/** @typedef {import('./study-tree.js').WireTree} WireTree */

/**
 * A study as it is kept: its tree, the place that is looked at, whether the board is turned, and the match that it is of.
 * @typedef {{ tree: WireTree, path: number[], isFlipped: boolean, match: string | null }} KeptStudy
 */

/** A study in the list. @typedef {{ id: string, title: string, game: string, at: number, match: string | null }} StudyItem */

/** How many studies are kept; then the oldest goes. */
const STUDIES_MAX = 50;

/** The studies of this browser, the newest first. @returns {StudyItem[]} */
export const keptStudies = () => kept('studies', []);

/** A study; null if it is not there. @param {string} id @returns {KeptStudy | null} */
export const keptStudy = (id) => kept(`study.${id}`, null);

/**
 * Keeps a study. Where the browser has no room, the oldest ones go.
 * @param {StudyItem} item @param {KeptStudy} study
 * @returns {boolean} whether it is kept
 */
export function keepStudy(item, study) {
  const others = keptStudies().filter(({ id }) => id !== item.id);
  for (const { id } of others.splice(STUDIES_MAX - 1)) write(`study.${id}`, null);
  while (!write(`study.${item.id}`, study) || !write('studies', [item, ...others])) {
    const oldest = others.pop();
    if (!oldest) return false;
    write(`study.${oldest.id}`, null);
  }
  return true;
}

/** Removes a study. @param {string} id */
export function removeStudy(id) {
  write('studies', keptStudies().filter((item) => item.id !== id));
  write(`study.${id}`, null);
}

/** @param {string} key @param {any} value null removes it */
function write(key, value) {
  try {
    if (value === null) localStorage.removeItem(`rival.${key}`);
    else localStorage.setItem(`rival.${key}`, JSON.stringify(value));
    return true;
  } catch {
    return value === null;
  }
}
