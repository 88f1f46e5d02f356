// The program in the web API documentation plays whole matches.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { ADDRESS, skip } from './browser.mjs';

const page = readFileSync(new URL('../../docs/author/web-api.md', import.meta.url), 'utf8');
const [, source] = /```js\n([^]*?)```/.exec(page) ?? [];

/** @param {string} path @param {object} body */
async function post(path, body) {
  const answer = await fetch(ADDRESS + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return answer.json();
}

for (const game of ['tic-tac-toe', 'pig', 'dominoes']) {
  test(`the program of docs/author/web-api.md plays ${game} to its end`, { skip }, async () => {
    const play = new Function(`${source}; return play;`)();
    const made = await post('/api/matches', { game, seats: [{ kind: 'me' }, { kind: 'player', player: 'random' }], time_control: 'none' });
    const { seat, token } = made.seats[0];
    assert.equal(seat, 1);
    const ended = await play(ADDRESS, made.match, token);
    assert.equal(ended.event, 'match_ended');
    assert.equal(ended.payoffs.length, 2, JSON.stringify(ended));
    assert.equal(ended.failure, undefined, JSON.stringify(ended));
  });
}
