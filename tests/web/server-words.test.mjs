// What the server writes in English has a form in every other language: its sentences, the reasons of rules, and descriptions.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

import { translator } from '../../crates/web-page/page/server-words.js';

const crates = new URL('../../crates/', import.meta.url);
const page = new URL('web-page/page/', crates);
const read = (name) => readFileSync(new URL(name, crates), 'utf8');
const languages = readdirSync(new URL('words-server/', page)).map((name) => name.replace('.json', ''));
const wordsOf = (set, language) => JSON.parse(readFileSync(new URL(`${set}/${language}.json`, page), 'utf8'));

/** The files of a crate, or of a folder in it; a path that ends in ".rs" is one file. */
function sources(path) {
  if (path.endsWith('.rs')) return [path];
  const names = readdirSync(new URL(`${path}/`, crates), { recursive: true }).map(String);
  return names.filter((name) => name.endsWith('.rs') && !/(^|\/)tests?(\/|\.rs)/.test(name)).map((name) => `${path}/${name}`);
}

/** What a program says to developers, in the log, in guarantees and in the reasons of lints. */
const UNSAID = /\b(?:expect|(?:debug_)?assert(?:_eq|_ne)?!|(?:warn|info|debug|error|trace|panic|unreachable|include_str)!)\s*\(|\breason = |\brule_book: $/;

/** The texts of a source, with "{}" for each value, as far as they are sentences or phrases. */
function texts(path) {
  const source = read(path).split('#[cfg(test)]')[0].replace(/^\s*\/\/.*$/gm, '').replace(/(?<=[\s(\[,=&])'(?:\\.|[^\\'])'/g, "' '");
  const found = [];
  for (const match of source.matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g)) {
    const before = source.slice(0, match.index).split(/[;{}]\s*\n/).at(-1);
    const text = match[1].replace(/\\\n\s*/g, '').replace(/\\n/g, '\n').replace(/\\(.)/g, '$1').replace(/\{\{/g, '\u0001').replace(/\}\}/g, '\u0002');
    const template = text.replace(/\{[^}]*\}/g, '{}').replace(/\u0001/g, '{').replace(/\u0002/g, '}');
    if (/[a-z]\S* \S*[a-z]/.test(template.replaceAll('{}', 'x')) && /[a-z]{2,}/.test(template) && !UNSAID.test(before)) found.push(template);
  }
  return found;
}

/** Only the texts of errors. */
const errors = (path) => [...read(path).matchAll(/#\[error\(\s*"((?:[^"\\]|\\[\s\S])*)"/g)].map(([, text]) => text.replace(/\\\n\s*/g, '').replace(/\\(.)/g, '$1').replace(/\{[^}]*\}/g, '{}')).filter((text) => /[a-z]{2,}/.test(text));

/** What is read as a whole: the server, and what rules, players and the table say. */
const WHOLE = [
  'web-server/src', 'arena-run/src/hosted.rs', 'arena-run/src/places.rs', 'arena-run/src/tables.rs', 'arena-run/src/tables/endings.rs', 'match-view/src/sentences.rs', 'analysis/src/text.rs', 'analysis/src/advice.rs', 'analysis/src/endgame_tables.rs',
  'analysis/src/references.rs', 'analysis/src/result.rs', 'analysis/src/running.rs', 'analysis/src/summary.rs',
  'games-package/src/command.rs', 'games-package/src/control.rs', 'games-package/src/ending.rs', 'games-package/src/options.rs',
  'games-package/src/referee/commands.rs', 'games-package/src/suggestion.rs', 'games-package/src/table_game.rs',
  'backgammon/src', 'checkers/src', 'checkers-any-size/src', 'chess/src', 'connect-four/src', 'dominoes/src', 'kuhn-poker/src', 'othello/src',
  'pig/src', 'tic-tac-toe/src', 'board-engine/src', 'game-family/src', 'players/src/level.rs', 'backgammon-players/src/family.rs',
  'checkers-players/src/classics.rs', 'checkers-players/src/family.rs', 'chess-players/src/family.rs', 'connect-four-players/src/family.rs',
  'dominoes-players/src/family.rs', 'kuhn-poker-players/src/family.rs', 'othello-players/src/family.rs', 'pig-players/src/family.rs',
  'tic-tac-toe-players/src/family.rs', 'tic-tac-toe-players/src/family_for_three.rs',
];

/** Of these only errors reach the page. */
const ERRORS = ['games-package/src/setup.rs', 'games-package/src/sheet.rs', 'games-package/src/time_control.rs', 'match-json/src/command.rs', 'match-library/src/searching.rs', 'pdn/src/lib.rs'];

/** What no page shows: headers, metrics, sources of rules, what developers are told, and parts of texts that stand as a whole among the forms. */
const UNSHOWN = new Set([
  'application/openmetrics-text; version=1.0.0; charset=utf-8', 'text/plain; charset=utf-8', 'attachment; filename="{}.{}"', 'accept-encoding, accept-language, cookie',
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'players {}', 'not a message: {}', ', {} of them distinct: the others repeat them and are no evidence', ', table {} %', '{} thinks: depth {}{}, {}, {} nodes, {}/s{}: {}{}', 'The best move is {}{}{}{}{}', '{}{}  {}; better was {}: {}', ' or others', 'a player is out', 'nobody can play', '{}, {} points', '{}, {} : {} chips', '{}. {}, depth {}: {}', ' ({}, depth {})',
]);

const isUnshown = (path, text) => UNSHOWN.has(text) || (path.endsWith('metrics.rs') && !text.includes('{'));

/** Each text with a word in the place of each value. */
const sample = (text) => [...text.trimEnd().matchAll(/\{\}|[^{]+|\{/g)].map(([part], index) => (part === '{}' ? `x${index}` : part)).join('');

for (const language of languages) {
  const page = wordsOf('words', language);
  const known = (text) => page[`reason.${text.replace(/ \([^()]*\)$/, '').replace(/\d+/g, '#')}`] ?? page[`name.${text.toLowerCase()}`] ?? null;
  const translate = translator(wordsOf('words-server', language), known);

  test(`every text of the server has a form in ${language}`, () => {
    const found = [...WHOLE.flatMap((path) => sources(path).flatMap((file) => texts(file).map((text) => [file, text]))), ...ERRORS.flatMap((file) => errors(file).map((text) => [file, text]))];
    assert.ok(found.length > 500, `only ${found.length} texts were found`);
    const missing = found.filter(([path, text]) => !isUnshown(path, text) && translate(sample(text)) === null);
    assert.deepEqual(missing.map(([path, text]) => `${path}: ${text}`), []);
  });

  test(`the forms in ${language} have a place for every value`, () => {
    const places = (text) => (text.match(/\{\d\}/g) ?? []).sort();
    for (const [english, text] of Object.entries(wordsOf('words-server', language))) {
      assert.deepEqual(places(text), places(english), english);
      assert.deepEqual(english.match(/\{\d\}/g) ?? [], (english.match(/\{\d\}/g) ?? []).map((_, index) => `{${index + 1}}`), english);
    }
  });
}

test('what the server says is translated with its values, and what is unknown stays', () => {
  const page = wordsOf('words', 'nl');
  const known = (text) => page[`reason.${text}`] ?? page[`name.${text.toLowerCase()}`] ?? null;
  const translate = translator(wordsOf('words-server', 'nl'), known);
  const said = {
    'Black wins: no legal move.': 'Zwart wint: geen reglementaire zet.',
    'White offers a draw.': 'Wit biedt remise aan.',
    'That is not possible: 22x15 or 24x15 must be taken. Your move.': 'Dat kan niet: 22x15 of 24x15 is verplicht. Jij bent aan zet.',
    'two pieces must be taken: 22x15x8 or 24x15x6 or others': 'er moeten twee stukken geslagen worden: 22x15x8 of 24x15x6 of andere',
    'The best move is 9-14 (+0.12, depth 11): 9-14 22x15 11x18': 'De beste zet is 9-14 (+0.12, diepte 11): 9-14 22x15 11x18',
    '9-13 is a mistake (?): -0.40. Better was 9-14: won in 31 plies by the tables.': '9-13 is een fout (?): -0.40. Beter was 9-14: gewonnen in 31 halve zetten volgens de tabellen.',
    'White: 1 inaccuracy, 2 mistakes, no blunder; a move loses 0.040 points': 'Wit: 1 onnauwkeurigheid, 2 fouten, geen blunder; een zet verliest 0.040 punten',
    'players 2: there is no player "bob"': 'players 2: er is geen speler “bob”',
    'malformed move "zz" at column 1: expected a square from 1 to 32': 'zet “zz” is niet goed geschreven bij teken 1: verwacht werd een veld van 1 tot 32',
    'line 1, column 1: it doesn\'t say which game it is of': 'regel 1, teken 1: er staat niet bij van welk spel het is',
    'the piece on e2 can\'t go to e5': 'het stuk op e2 kan niet naar e5',
    'Club against Expert, 12 pairs, 10 of them distinct: the others repeat them and are no evidence\n  Elo    12.00 ± 30.00\n  nElo   1.00 ± 2.00\n  LOS    97.10 %\n  Ptnml  [0, 1, 2, 3, 4], 33.33 % of the pairs even': 'Clubspeler tegen Expert, 12 paren, waarvan 10 verschillend: de andere herhalen ze en bewijzen niets\n  Elo    12.00 ± 30.00\n  nElo   1.00 ± 2.00\n  LOS    97.10 %\n  Ptnml  [0, 1, 2, 3, 4], 33.33 % van de paren gelijk',
    'LLR    0.12 (-2.94, 2.94) [0, 5]: not decided': 'LLR    0.12 (-2.94, 2.94) [0, 5]: niet beslist',
    'White moves first and scores 54.2 % ± 3.1, Elo 29.12 ± 21.60 (500 pairs)': 'Wit begint en scoort 54.2 % ± 3.1, Elo 29.12 ± 21.60 (500 paren)',
    'no knight can go to e5, and the king is in check': 'geen paard kan naar e5, en de koning staat schaak',
  };
  for (const [english, dutch] of Object.entries(said)) assert.equal(translate(english), dutch);
  for (const unknown of ['Something else of a plugin.', 'the end of a plugin', 'x: y: z']) assert.equal(translate(unknown), null, unknown);
});
