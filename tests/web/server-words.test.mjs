// The server's English strings can be translated into every other language: sentences, the rules' reasons, and
// descriptions.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

import { translator } from '../../crates/support/web-page/page/server-words.js';

const crates = new URL('../../crates/', import.meta.url);
const page = new URL('support/web-page/page/', crates);
const read = (name) => readFileSync(new URL(name, crates), 'utf8');
const languages = readdirSync(new URL('words-server/', page)).map((name) => name.replace('.json', ''));
const wordsOf = (set, language) => JSON.parse(readFileSync(new URL(`${set}/${language}.json`, page), 'utf8'));

/** The files in a crate or in one of its folders. A path that ends in ".rs" is a single file. */
function sources(path) {
  if (path.endsWith('.rs')) return [path];
  const names = readdirSync(new URL(`${path}/`, crates), { recursive: true }).map(String);
  return names.filter((name) => name.endsWith('.rs') && !/(^|\/)tests?(\/|\.rs)/.test(name)).map((name) => `${path}/${name}`);
}

/** Strings for developers: in logs, assertions and lint reasons. */
const UNSAID = /\b(?:expect|(?:debug_)?assert(?:_eq|_ne)?!|(?:warn|info|debug|error|trace|panic|unreachable|include_str)!)\s*\(|\breason = |\brule_book: $/;

/** The sentences and phrases in a source file, with "{}" for each value. */
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

/** Only error messages. */
const errors = (path) => [...read(path).matchAll(/#\[error\(\s*"((?:[^"\\]|\\[\s\S])*)"/g)].map(([, text]) => text.replace(/\\\n\s*/g, '').replace(/\\(.)/g, '$1').replace(/\{[^}]*\}/g, '{}')).filter((text) => /[a-z]{2,}/.test(text));

/** Sources with strings that can all reach the page: the server, the rules, the players and the table. */
const WHOLE = [
  'app/web-server/src', 'arena/arena/src/run_folder/hosted.rs', 'arena/arena/src/run_folder/places.rs', 'arena/arena/src/run_folder/tables.rs', 'study/match-view/src/sentences.rs', 'study/analysis/src/text.rs', 'study/analysis/src/advice.rs', 'study/analysis/src/endgame_tables.rs',
  'study/analysis/src/references.rs', 'study/analysis/src/result.rs', 'study/analysis/src/running.rs',
  'core/games-package/src/command.rs', 'core/games-package/src/control.rs', 'core/games-package/src/ending.rs', 'core/games-package/src/options.rs',
  'core/games-package/src/catalog_error.rs', 'core/games-package/src/line_of_play.rs', 'core/games-package/src/referee/commands.rs', 'core/games-package/src/suggestion.rs', 'core/games-package/src/table_game.rs',
  'games/backgammon/rules/src', 'games/breakthrough/rules/src', 'games/checkers/rules/src', 'games/hex-game/rules/src', 'games/chess/rules/src', 'games/connect-four/rules/src', 'games/dominoes/rules/src', 'games/kuhn-poker/rules/src', 'games/othello/rules/src',
  'games/pig/rules/src', 'games/tic-tac-toe/rules/src', 'core/board-engine/src', 'engine/game-family/src', 'engine/players/src/level.rs', 'games/backgammon/players/src/family.rs', 'games/breakthrough/players/src/family.rs', 'games/hex-game/players/src/family.rs',
  'games/checkers/players/src/classics.rs', 'games/checkers/players/src/family.rs', 'games/chess/players/src/family.rs', 'games/connect-four/players/src/family.rs',
  'games/dominoes/players/src/family.rs', 'games/kuhn-poker/players/src/family.rs', 'games/othello/players/src/family.rs', 'games/pig/players/src/family.rs',
  'games/tic-tac-toe/players/src/family.rs',
];

/** Sources with only error messages on the page. */
const ERRORS = ['core/games-package/src/setup.rs', 'core/notation/src/sheet.rs', 'core/games-package/src/time_control.rs', 'core/notation/src/json/command.rs', 'facade/match-library/src/searching.rs', 'core/notation/src/pdn.rs'];

/**
 * Strings that no page shows: headers, metrics, observation planes, rule citations, strings for developers, and
 * fragments of strings that are translated as a whole. */
const UNSHOWN = new Set([
  'face down', 'rank of a card', 'suit of a card', 'first end of a tile', 'second end of a tile', 'to move',
  'application/openmetrics-text; version=1.0.0; charset=utf-8', 'text/plain; charset=utf-8', 'attachment; filename="{}.{}"', 'accept-encoding, accept-language, cookie', '{}={}; Path=/; HttpOnly; SameSite=Strict{}',
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'", 'players {}', ' in {} plies', ', {} of them distinct; repeated games add no evidence', ', hash {}%', '{} thinks: depth {}{}, {}, {} nodes, {}/s{}: {}{}', 'The best move is {}{}{}{}{}', '{}{}  {}; better was {}: {}', ' or others', 'a player went out', 'no player can move', 'this game', 'Rival builds none', '{}, {} points', '{}, {}–{} in chips', '{}. {}, depth {}: {}', ' ({}, depth {})',
]);

/** Command line strings that no page shows: errors about an option. */
const OF_OPTIONS = 'client_address/proxy.rs';

/** The rules summaries, which only the terminal shows. */
const OF_RULES = '/summary.rs';

const isUnshown = (path, text) => UNSHOWN.has(text) || path.endsWith(OF_OPTIONS) || path.endsWith(OF_RULES) || text.startsWith('HTTP/1.1 ') || (path.endsWith('metrics.rs') && !text.includes('{'));

/** A string with a word substituted for each value. */
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

test('server messages are translated with their values, and unknown messages stay unchanged', () => {
  const page = wordsOf('words', 'nl');
  const known = (text) => page[`reason.${text}`] ?? page[`name.${text.toLowerCase()}`] ?? null;
  const translate = translator(wordsOf('words-server', 'nl'), known);
  const said = {
    'Black wins: no legal move.': 'Zwart wint: geen reglementaire zet.',
    'White offers a draw.': 'Wit biedt remise aan.',
    'That is not possible: 22x15 or 24x15 must be taken. Your move.': 'Dat kan niet: 22x15 of 24x15 is verplicht. Jij bent aan zet.',
    'two pieces must be taken: 22x15x8 or 24x15x6 or others': 'er moeten twee stukken geslagen worden: 22x15x8 of 24x15x6 of andere',
    'The best move is 9-14 (+0.12, depth 11): 9-14 22x15 11x18': 'De beste zet is 9-14 (+0.12, diepte 11): 9-14 22x15 11x18',
    '9-13 is a mistake (?): -0.40. Better was 9-14: won in 31 plies by tablebase.': '9-13 is een fout (?): -0.40. Beter was 9-14: gewonnen in 31 halve zetten volgens de tabellen.',
    'White: 1 inaccuracy, 2 mistakes, no blunder; average loss 0.040 points per move': 'Wit: 1 onnauwkeurigheid, 2 fouten, geen blunder; gemiddeld verlies 0.040 punten per zet',
    'players 2: there is no player "bob"': 'players 2: er is geen speler “bob”',
    'malformed move "zz" at column 1: expected a square from 1 to 32': 'ongeldige zet “zz” bij teken 1: verwacht werd een veld van 1 tot 32',
    'line 1, column 1: the match doesn\'t name its game': 'regel 1, teken 1: het spel staat er niet bij',
    'the bishop on e2 can\'t go to e5: a bishop moves diagonally': 'de loper op e2 kan niet naar e5: een loper gaat over de diagonalen',
    'd2 is occupied by a pawn of the same side': 'op d2 staat al een pion van dezelfde kant',
    'the knight on e2 is pinned': 'het paard op e2 is gepend',
    'the king can\'t castle: f1 is attacked': 'de koning kan niet rokeren: f1 wordt aangevallen',
    'Club against Expert, 12 pairs, 10 of them distinct; repeated games add no evidence\n  Elo    12.00 ± 30.00\n  nElo   1.00 ± 2.00\n  LOS    97.10 %\n  Ptnml  [0, 1, 2, 3, 4], 33.33 % of the pairs even': 'Clubspeler tegen Expert, 12 paren, waarvan 10 verschillend; herhaalde partijen bewijzen niets\n  Elo    12.00 ± 30.00\n  nElo   1.00 ± 2.00\n  LOS    97.10 %\n  Ptnml  [0, 1, 2, 3, 4], 33.33 % van de paren gelijk',
    'LLR    0.12 (-2.94, 2.94) [0, 5]: not decided': 'LLR    0.12 (-2.94, 2.94) [0, 5]: niet beslist',
    'White moves first and scores 54.2 % ± 3.1, Elo 29.12 ± 21.60 (500 pairs)': 'Wit begint en scoort 54.2 % ± 3.1, Elo 29.12 ± 21.60 (500 paren)',
    'no knight can go to e5, and the king is in check': 'geen paard kan naar e5, en de koning staat schaak',
  };
  for (const [english, dutch] of Object.entries(said)) assert.equal(translate(english), dutch);
  for (const unknown of ['Something else of a plugin.', 'the end of a plugin', 'x: y: z']) assert.equal(translate(unknown), null, unknown);
});
