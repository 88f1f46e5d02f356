// The studies in this browser: one storage key per study, plus a list.

import { kept } from './dom.js';

/** @typedef {import('./study-tree.js').WireTree} WireTree */

/**
 * A stored study: its tree, the current place, whether the board is flipped, and its match.
 * @typedef {{ tree: WireTree, path: number[], isFlipped: boolean, match: string | null }} KeptStudy
 */

/** A study in the list. @typedef {{ id: string, title: string, game: string, at: number, match: string | null }} StudyItem */

/** Maximum number of stored studies; the oldest ones are dropped first. */
const STUDIES_MAX = 50;

/** The studies in this browser, newest first. @returns {StudyItem[]} */
export const keptStudies = () => kept('studies', []);

/** A study; null if it is not stored. @param {string} id @returns {KeptStudy | null} */
export const keptStudy = (id) => kept(`study.${id}`, null);

/**
 * Stores a study. If the browser's storage is full, drops the oldest studies.
 * @param {StudyItem} item @param {KeptStudy} study
 * @returns {boolean} whether it was stored
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
