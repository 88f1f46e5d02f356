// The page's strings: every language has all of them with the same placeholders, every string is used and is loaded
// only with the views that show it, and the modules contain no other text.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import test from 'node:test';

const page = new URL('../../crates/support/web-page/page/', import.meta.url);
const read = (path) => readFileSync(new URL(path, page), 'utf8');
const languages = readdirSync(new URL('words/', page)).map((name) => name.replace('.json', ''));
/** The page parts with their own strings. */
const parts = readdirSync(page).map((name) => /^words-(\w+)$/.exec(name)?.[1]).filter((part) => part && part !== 'server');
const SETS = ['words', ...parts.map((part) => `words-${part}`)];
const setOf = (set, language) => JSON.parse(read(`${set}/${language}.json`));
const words = Object.fromEntries(languages.map((language) => [language, Object.assign({}, ...SETS.map((set) => setOf(set, language)))]));
const modules = readdirSync(page, { recursive: true }).map(String).filter((name) => name.endsWith('.js')).map((name) => ({ name, text: read(name) }));
const index = read('index.html');

const code = new Map(modules.map(({ name, text }) => [name, text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')]));

/**
 * The string keys that a module looks up or stores next to a name for later use. A key without a dot could be any word.
 */
const asksFor = (name) => [...code.get(name).matchAll(/(\bt\()?'([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*)'/g)].filter(([, call, key]) => key in words.en && (call || key.includes('.'))).map(([, , key]) => key);

const inIndex = [...index.matchAll(/\{\{([^}]+)\}\}/g)].map(([, key]) => key);

/** A module with all its imports, static and dynamic. Pages loaded by `main.js` don't count. */
function withImports(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  const imported = [...code.get(name).matchAll(name === 'main.js' ? /from '(\.[^']+)'/g : /(?:from |^import |import\()'(\.[^']+)'/gm)];
  for (const [, path] of imported) withImports(posix.join(posix.dirname(name), path), found);
  return found;
}

/** The views, each with the page parts that it loads and the keys that it looks up. */
const views = [...code.get('main.js').matchAll(/\{ path: .*?, parts: \[(.*?)\][\s\S]*?import\('\.\/(.*?)'\)/g)].map(([, list, name]) => {
  const all = [...withImports(name)];
  return { name, parts: list.match(/\w+/g) ?? [], modules: all, keys: new Set(all.flatMap(asksFor)) };
});

/** The keys of strings that appear on every page. */
const everywhere = new Set([...inIndex, ...asksFor('main.js')]);

test('there are English and Dutch', () => {
  assert.deepEqual(languages.sort(), ['en', 'nl']);
});

test('no text is in two language files', () => {
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

test('every requested text exists', () => {
  const literal = [...code].flatMap(([name, text]) => [...text.matchAll(/(?<![\w.$])t\('([^']+)'/g)].map(([, key]) => ({ name, key })));
  assert.ok(literal.length > 300);
  for (const { name, key } of literal) assert.ok(key in words.en, `${name} asks for ${key}`);
  for (const key of inIndex) assert.ok(key in setOf('words', 'en') || ['language', 'words'].includes(key), key);
});

test('each part has its styles', () => {
  for (const part of parts) assert.ok(read(`${part}.css`).length > 0, part);
  assert.deepEqual([...new Set(views.flatMap((view) => view.parts))].sort(), parts.sort());
});

test('a view’s texts are loaded with the view', () => {
  assert.ok(views.length > 10);
  for (const view of views) {
    const loaded = Object.assign({}, ...['words', ...view.parts.map((part) => `words-${part}`)].map((set) => setOf(set, 'en')));
    assert.deepEqual([...view.keys].filter((key) => !(key in loaded)), [], view.name);
  }
});

test('no module of a part requests a text before the part is loaded', () => {
  const early = new Set(views.filter((view) => view.parts.length === 0).flatMap((view) => view.modules));
  const late = [...new Set(views.flatMap((view) => view.modules))].filter((name) => !early.has(name));
  assert.ok(late.length > 20);
  const isConstant = (statement) => /^(?:export )?const \w+ = (?!(?:async )?\(.*?\) =>)/s.test(statement);
  const found = late.flatMap((name) => code.get(name).split(/\n(?=\S)/).filter((statement) => isConstant(statement) && /\bt\('/.test(statement)).map((statement) => `${name}: ${statement}`));
  assert.deepEqual(found, []);
});

test('no text is unused, or loaded with views that never show it', () => {
  const ofPage = Object.keys(setOf('words', 'en')).filter((key) => !/^(name|reason|alias|game)\./.test(key) && !everywhere.has(key));
  const misplaced = ofPage.filter((key) => {
    const users = views.filter((view) => view.keys.has(key));
    // Either no view uses the string, or all its views load the same part.
    return users.length === 0 || parts.some((part) => users.every((view) => view.parts.includes(part)));
  });
  assert.deepEqual(misplaced, []);
  for (const part of parts) {
    const unused = Object.keys(setOf(`words-${part}`, 'en')).filter((key) => !views.some((view) => view.parts.includes(part) && view.keys.has(key)));
    assert.deepEqual(unused, [], part);
  }
  for (const group of ['name', 'reason', 'alias', 'game']) assert.ok(modules.some(({ text }) => text.includes(`WORDS[\`${group}.\${`)), group);
});

test('every reason that ends a game by the rules has a text', () => {
  const crates = new URL('../../crates/', import.meta.url);
  const games = ['backgammon', 'checkers', 'chess', 'connect-four', 'breakthrough', 'dominoes', 'hex-game', 'kuhn-poker', 'othello', 'pig', 'tic-tac-toe'];
  const folders = [...games.map((game) => `games/${game}/rules/src/`), 'core/board-engine/src/'];
  const files = folders.flatMap((folder) => readdirSync(new URL(folder, crates), { recursive: true }).map((name) => `${folder}${name}`));
  const sources = files.filter((name) => name.endsWith('.rs')).map((name) => readFileSync(new URL(name, crates), 'utf8').replace(/^\s*\/\/.*$/gm, ''));
  const outcomes = sources.flatMap((text) => [...text.matchAll(/Outcome::\w+\([^;]*?"([^"]+)"/g)].map(([, reason]) => reason));
  const limits = sources.flatMap((text) => [...text.matchAll(/"(\d+ moves each[^"]*|threefold repetition[^"]*|\w+ in a row)"/g)].map(([, reason]) => reason));
  assert.ok(outcomes.length >= 10 && limits.length >= 20, `${outcomes.length} ${limits.length}`);
  const keys = [...outcomes, ...limits].map((reason) => `reason.${reason.replace(/ \([^()]*\)$/, '').replace(/\d+/g, '#')}`);
  assert.deepEqual(keys.filter((key) => !(key in words.en)), []);
});

test('no module contains a sentence', () => {
  const found = [...code].flatMap(([name, text]) => {
    const strings = [...text.matchAll(/(?:text|title|placeholder|'aria-label'): (?:'([^']*)'|`([^`]*)`)/g)].map(([, plain, made]) => plain ?? made.replace(/\$\{[^}]*\}/g, ''));
    return strings.filter((string) => !string.includes('${') && /[a-z]{2,}/i.test(string) && !/^(Rival| · Rival|Elo *± *)$/.test(string)).map((string) => `${name}: ${string}`);
  });
  assert.deepEqual(found, []);
});
