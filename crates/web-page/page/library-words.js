// What only the library needs, and is loaded with it: its texts and its styles.

import { h, language, learn } from './dom.js';

/** @type {Promise<unknown> | null} */
let loaded = null;

/** Loads the texts and the styles of the library, once. They stay out of the play page, which is light. */
export function loadLibraryParts() {
  loaded ??= Promise.all([loadTexts(), loadStyles()]);
  return loaded;
}

async function loadTexts() {
  const answer = await fetch(`/words-library/${language}.json`).catch(() => null);
  if (answer?.ok) learn(await answer.json());
  // Without them the keys stand in the page; the next one that needs them asks again.
  else loaded = null;
}

function loadStyles() {
  const link = h('link', { rel: 'stylesheet', href: '/library.css' });
  const done = new Promise((resolve) => (link.onload = link.onerror = resolve));
  document.head.append(link);
  return done;
}
