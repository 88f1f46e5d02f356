// The English texts, for modules of the page that are tested without one. It is imported before them.

import { readFileSync } from 'node:fs';

const textContent = readFileSync(new URL('../../crates/web-page/page/words/en.json', import.meta.url), 'utf8');
Object.assign(globalThis, { document: { getElementById: () => ({ textContent }), documentElement: { lang: 'en' } } });
