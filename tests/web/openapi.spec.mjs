// The OpenAPI description is correct: it contains all requests, and each response matches the description.

import Ajv2020 from 'ajv/dist/2020.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ADDRESS, skip } from './browser.mjs';
import { importPuzzles, ownerCookies, ownerHeader } from './server.mjs';

const source = new URL('../../crates/app/web-server/src/', import.meta.url);
const document = JSON.parse(readFileSync(new URL('api/openapi.json', source), 'utf8'));
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
ajv.addVocabulary(['components']);
ajv.addSchema({ $id: 'openapi', components: document.components }, 'openapi');

/** The requests made so far. @type {Set<string>} */
const made = new Set();

/** @param {object} schema */
const compiled = (schema) => ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')));

/**
 * Makes a request and checks its body and the response against the description.
 * @param {string} method @param {string} path as in the description @param {string} address @param {{ body?: object, token?: string }} [more]
 */
async function request(method, path, address, { body, token } = {}) {
  const described = document.paths[path]?.[method];
  assert.ok(described, `${method} ${path} is described`);
  made.add(`${method} ${path}`);
  if (body) {
    const check = compiled(described.requestBody.content['application/json'].schema);
    assert.ok(check(body), `body of ${method} ${path}: ${ajv.errorsText(check.errors)}`);
  }
  const headers = { ...ownerHeader(), 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(ADDRESS + address, { method: method.toUpperCase(), headers, body: body && JSON.stringify(body) });
  const response = described.responses[answer.status] ?? described.responses.default;
  const [[type, { schema }]] = /** @type {[string, any][]} */ (Object.entries(response.content));
  assert.ok(answer.headers.get('content-type')?.startsWith(type), `${method} ${path} is ${type}`);
  if (type === 'application/x-ndjson') return answer.body?.cancel();
  const content = type === 'application/json' ? await answer.json() : await answer.text();
  const check = compiled(schema);
  assert.ok(check(content), `${answer.status} of ${method} ${path}: ${ajv.errorsText(check.errors)}`);
  return content;
}

test('every request is documented', () => {
  const routes = [...readFileSync(new URL('api.rs', source), 'utf8').matchAll(/\.route\("([^"]*)"/g)].map(([, route]) => route.replace('{name}', route.includes('tournaments') ? '{tournament}' : '{match}'));
  assert.deepEqual(routes.filter((route) => !document.paths[route]), []);
  assert.deepEqual(Object.keys(document.paths).filter((path) => !routes.includes(path)), []);
});

test('every answer matches its documentation', { skip, timeout: 180_000 }, async () => {
  assert.deepEqual(await request('get', '/api/openapi.json', '/api/openapi.json'), document);
  const { games } = await request('get', '/api/games', '/api/games');
  for (const { name } of games) await request('get', '/api/games/{game}', `/api/games/${name}`);
  await request('get', '/api/games/{game}', '/api/games/chekers');
  const seats = [{ kind: 'me' }, { kind: 'person' }];
  const { match, seats: [mine] } = await request('post', '/api/matches', '/api/matches', { body: { game: 'checkers', seats, listed: true, name: 'Anna' } });
  await request('post', '/api/matches', '/api/matches', { body: { game: 'checkers', seats: [] } });
  await request('get', '/api/matches', '/api/matches');
  await request('post', '/api/matches/{match}/join', `/api/matches/${match}/join`, { body: { name: 'Ben' } });
  await request('get', '/api/matches', '/api/matches');
  await request('get', '/api/matches/{match}/events', `/api/matches/${match}/events`, { token: mine.token });
  const messages = `/api/matches/${match}/messages`;
  await request('post', '/api/matches/{match}/messages', messages, { token: mine.token, body: { type: 'command', id: 1, command: { command: 'resign' } } });
  await request('post', '/api/matches/{match}/messages', messages, { token: mine.token, body: { type: 'take_back', id: 2, plies: 9 } });
  const text = await request('get', '/api/matches/{match}/file', `/api/matches/${match}/file?format=pdn`);
  await request('post', '/api/files', '/api/files', { body: { text } });
  await request('post', '/api/files', '/api/files', { body: { text: 'nothing' } });
  const start = await request('post', '/api/study/position', '/api/study/position', { body: { game: 'checkers', moves: ['11-15'] } });
  await request('post', '/api/study/position', '/api/study/position', { body: { game: 'checkers', moves: ['11-11'] } });
  const tree = await request('get', '/api/study/match/{match}', `/api/study/match/${match}`);
  await request('post', '/api/study/open', '/api/study/open', { body: { text } });
  await request('post', '/api/study/open', '/api/study/open', { body: { text: text + text } });
  await request('post', '/api/study/file', '/api/study/file', { body: { format: 'pdn', tree } });
  const { pieces } = await request('get', '/api/study/pieces/{game}', '/api/study/pieces/checkers');
  const bare = start.view.diagram.squares.map((/** @type {unknown} */ _, /** @type {number} */ index) => (index < pieces.length ? index : null));
  for (const set of [bare, bare.map(() => null)]) await request('post', '/api/study/set-up', '/api/study/set-up', { body: { game: 'checkers', pieces: set, turn: 1 } });
  await visitLibrary(text);
  await solvePuzzles();
  await request('delete', '/api/matches/{match}', `/api/matches/${match}`, { token: mine.token });
  await request('delete', '/api/matches/{match}', `/api/matches/${match}`, { token: mine.token });
  await playTournament();
  await request('post', '/api/owner', '/api/owner', { body: { token: ownerCookies()[0].value } });
  await request('post', '/api/owner', '/api/owner', { body: { token: 'guessed' } });
  await request('get', '/healthz', '/healthz');
  await request('get', '/metrics', '/metrics');
  const all = Object.entries(document.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  assert.deepEqual(all.filter((name) => !made.has(name) && !name.endsWith('/socket')), []);
});

/** Imports a match into the library, and searches for it. @param {string} text of a file */
async function visitLibrary(text) {
  const path = '/api/library';
  await request('get', path, path);
  const sent = await fetch(`${ADDRESS}${path}/import?name=one.pdn`, { method: 'POST', headers: { ...ownerHeader(), 'content-type': 'application/octet-stream' }, body: text.replace('Anna', 'Library test') });
  assert.equal(sent.headers.get('content-type'), 'application/x-ndjson');
  assert.match(await sent.text(), /"type":"end".*"added":1/);
  made.add(`post ${path}/import`);
  await request('post', `${path}/moves`, `${path}/moves`, { body: { game: 'checkers', moves: [] } });
  await request('post', `${path}/moves`, `${path}/moves`, { body: { game: 'checkers', moves: ['11-11'] } });
  const search = { player: 'library test', game: 'checkers', pattern: { kind: 'position', reversed: true, game: 'checkers', moves: [] }, limit: 10 };
  const { matches: [found] } = await request('post', `${path}/search`, `${path}/search`, { body: search });
  await request('post', `${path}/search`, `${path}/search`, { body: {} });
  await request('post', `${path}/search`, `${path}/search`, { body: { from: 'yesterday' } });
  await request('post', `${path}/file`, `${path}/file`, { body: { format: 'pdn', search } });
  await request('get', `${path}/matches/{match}`, `${path}/matches/${found.id}`);
  await request('get', `${path}/matches/{match}/file`, `${path}/matches/${found.id}/file?format=pdn`);
}

/** Imports two puzzles, solves one, and gives up on the other. */
async function solvePuzzles() {
  const path = '/api/puzzles';
  const puzzle = (/** @type {string} */ position, /** @type {string} */ move) => `[[puzzle]]\ngame = "tic-tac-toe:3,3,3"\nposition = "${position}"\nsolution = "${move}"\nwin_in = 1\nmotif = "finish"\nrating = 900.0\nsource = "x against o"\n`;
  importPuzzles(`rival_puzzles = 1\n${puzzle('xx1/oo1/3 x', 'c3')}${puzzle('1xx/1oo/3 x', 'a3')}`);
  await request('get', path, path);
  const next = (/** @type {object} */ body) => request('post', `${path}/next`, `${path}/next`, { body });
  const { puzzle: first } = await next({ game: 'tic-tac-toe', motif: 'finish', skipped: [] });
  await next({ motif: 'nothing' });
  const own = `${path}/${first.puzzle}`;
  const [solution, other] = first.start.startsWith('xx1') ? ['c3', 'a1'] : ['a3', 'c1'];
  await request('post', `${path}/{puzzle}/hint`, `${own}/hint`, { body: { attempts: 0, moves: [] } });
  for (const move of [other, solution, 'nowhere']) await request('post', `${path}/{puzzle}/moves`, `${own}/moves`, { body: { attempts: 0, moves: [], move } });
  const { puzzle: second } = await next({ game: 'tic-tac-toe' });
  await request('post', `${path}/{puzzle}/solution`, `${path}/${second.puzzle}/solution`, { body: { attempts: 0 } });
  await request('post', `${path}/{puzzle}/solution`, `${path}/none/solution`, { body: { attempts: 0 } });
}

/** Starts, stops and resumes a tournament, and requests a game. */
async function playTournament() {
  const [path, players] = ['/api/tournaments', [{ player: 'greedy' }, { player: 'random' }]];
  const { tournament } = await request('post', path, path, { body: { game: 'tic-tac-toe', players, pairs: 200 } });
  await request('post', path, path, { body: { game: 'tic-tac-toe', players: [] } });
  const own = `${path}/${tournament}`;
  await request('post', `${path}/{tournament}/stop`, `${own}/stop`);
  // A tournament that hasn't stopped yet refuses to resume.
  for (let found = 0; found === 0; await setTimeout(50)) {
    await request('post', `${path}/{tournament}/resume`, `${own}/resume`);
    found = (await request('get', `${path}/{tournament}/games`, `${own}/games`)).total;
  }
  const { games: [first] } = await request('get', `${path}/{tournament}/games`, `${own}/games?players=0,1&from=0`);
  await request('get', `${path}/{tournament}/games/{game}`, `${own}/games/${first.game}`);
  await request('get', path, path);
}
