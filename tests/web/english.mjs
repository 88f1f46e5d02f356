// Loads the page's English strings with all parts, for modules that are tested without a page. Import this module
// before the tested modules.

import { readFileSync, readdirSync } from 'node:fs';

const page = new URL('../../crates/support/web-page/page/', import.meta.url);
const sets = readdirSync(page).filter((name) => /^words/.test(name) && name !== 'words-server');
const words = Object.assign({}, ...sets.map((set) => JSON.parse(readFileSync(new URL(`${set}/en.json`, page), 'utf8'))));
const textContent = JSON.stringify(words);
Object.assign(globalThis, { document: { getElementById: () => ({ textContent }), documentElement: { lang: 'en' } } });
