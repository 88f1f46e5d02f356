// The texts of the page: every language has all of them with the same places for values, none is unused, and no other text
// stands in the modules.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const page = new URL('../../crates/web-page/page/', import.meta.url);
const read = (path) => readFileSync(new URL(path, page), 'utf8');
const languages = readdirSync(new URL('words/', page)).map((name) => name.replace('.json', ''));
/** The texts that the page brings, and those that a part of it brings with it. */
const SETS = ['words', 'words-library'];
const setOf = (set, language) => JSON.parse(read(`${set}/${language}.json`));
const words = Object.fromEntries(languages.map((language) => [language, Object.assign({}, ...SETS.map((set) => setOf(set, language)))]));
const modules = readdirSync(page, { recursive: true }).map(String).filter((name) => name.endsWith('.js')).map((name) => ({ name, text: read(name) }));
const index = read('index.html');

/** The keys of texts that the page asks for. */
const asked = new Set([
  ...modules.flatMap(({ text }) => [...text.matchAll(/'([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*)'/g)].map(([, key]) => key)),
  ...[...index.matchAll(/\{\{([^}]+)\}\}/g)].map(([, key]) => key),
]);

test('there are English and Dutch', () => {
  assert.deepEqual(languages.sort(), ['en', 'nl']);
});

test('no text is in two sets', () => {
  const keys = SETS.flatMap((set) => Object.keys(setOf(set, 'en')));
  assert.equal(new Set(keys).size, keys.length);
});

for (const language of languages) {
  test(`${language} has every text, and a place for every value`, () => {
    for (const set of SETS) assert.deepEqual(Object.keys(setOf(set, language)).sort(), Object.keys(setOf(set, 'en')).sort());
    const places = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
    for (const [key, text] of Object.entries(words[language])) {
      assert.ok(text.trim(), key);
      assert.deepEqual(places(text), places(words.en[key]), key);
      const forms = text.split('|');
      assert.ok(forms.length === words.en[key].split('|').length && forms.length <= 2, `${key}: ${text}`);
      assert.ok(forms.length === 1 || text.includes('{count}') || key === 'result.wins', `${key}: ${text}`);
    }
  });
}

test('every text that is asked for is there', () => {
  const literal = modules.flatMap(({ name, text }) => [...text.matchAll(/(?<![\w.$])t\('([^']+)'/g)].map(([, key]) => ({ name, key })));
  assert.ok(literal.length > 300);
  for (const { name, key } of literal) assert.ok(key in words.en, `${name} asks for ${key}`);
  for (const [, key] of index.matchAll(/\{\{([^}]+)\}\}/g)) assert.ok(key in words.en || ['language', 'words'].includes(key), key);
});

test('no text is unused', () => {
  const unused = Object.keys(words.en).filter((key) => !/^(name|reason)\./.test(key) && !asked.has(key));
  assert.deepEqual(unused, []);
  for (const group of ['name', 'reason']) assert.ok(modules.some(({ text }) => text.includes(`WORDS[\`${group}.\${`)), group);
});

test('every reason for which rules end a game has a text', () => {
  const crates = new URL('../../crates/', import.meta.url);
  const games = ['backgammon', 'checkers', 'chess', 'connect-four', 'dominoes', 'kuhn-poker', 'othello', 'pig', 'tic-tac-toe', 'board-engine'];
  const files = games.flatMap((game) => readdirSync(new URL(`${game}/src/`, crates), { recursive: true }).map((name) => `${game}/src/${name}`));
  const sources = files.filter((name) => name.endsWith('.rs')).map((name) => readFileSync(new URL(name, crates), 'utf8').replace(/^\s*\/\/.*$/gm, ''));
  const outcomes = sources.flatMap((text) => [...text.matchAll(/Outcome::\w+\([^;]*?"([^"]+)"/g)].map(([, reason]) => reason));
  const limits = sources.flatMap((text) => [...text.matchAll(/"(\d+ moves of each player[^"]*|the third occurrence[^"]*|\w+ in a row)"/g)].map(([, reason]) => reason));
  assert.ok(outcomes.length >= 10 && limits.length >= 20, `${outcomes.length} ${limits.length}`);
  const keys = [...outcomes, ...limits].map((reason) => `reason.${reason.replace(/ \([^()]*\)$/, '').replace(/\d+/g, '#')}`);
  assert.deepEqual(keys.filter((key) => !(key in words.en)), []);
});

test('no sentence stands in a module', () => {
  const found = modules.flatMap(({ name, text }) => {
    const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
    const strings = [...code.matchAll(/(?:text|title|placeholder|'aria-label'): (?:'([^']*)'|`([^`]*)`)/g)].map(([, plain, made]) => plain ?? made.replace(/\$\{[^}]*\}/g, ''));
    return strings.filter((string) => !string.includes('${') && /[a-z]{2,}/i.test(string) && !/^(Rival| · Rival|Elo *± *)$/.test(string)).map((string) => `${name}: ${string}`);
  });
  assert.deepEqual(found, []);
});
