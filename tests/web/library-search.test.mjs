// Library searches: in the URL, in the request, and in the results view.

import assert from 'node:assert/strict';
import test from 'node:test';
import { EVERYTHING, dateText, hashOf, isEverything, requestOf, searchOf, shares } from '../../crates/support/web-page/page/library-search.js';

test('a search survives a round trip through the address', () => {
  const search = { ...EVERYTHING, game: 'checkers:english', player: 'O’Grady & Co', result: '1-0', from: '1990-01-01', position: { start: null, moves: ['11-15', '23-19'] }, kind: /** @type {const} */ ('material'), page: 3 };
  assert.deepEqual(searchOf(`#${hashOf(search)}`), search);
  assert.deepEqual(searchOf(hashOf({ ...search, position: { start: 'W:W1:B2', moves: [] } })).position, { start: 'W:W1:B2', moves: [] });
  assert.deepEqual(searchOf(''), EVERYTHING);
  assert.equal(hashOf(EVERYTHING), '');
});

test('invalid parts of an address are ignored', () => {
  assert.deepEqual(searchOf('kind=other&page=-3&nonsense=1'), EVERYTHING);
  assert.equal(searchOf('moves=11-15').position, null, 'a position is one of a game');
});

test('an empty search finds everything', () => {
  assert.ok(isEverything(EVERYTHING) && isEverything({ ...EVERYTHING, page: 2 }));
  assert.ok(!isEverything({ ...EVERYTHING, player: 'a' }) && !isEverything({ ...EVERYTHING, position: { start: null, moves: [] } }));
});

test('the request contains only the given filters', () => {
  const search = { ...EVERYTHING, game: 'chess:standard', position: { start: null, moves: ['e4'] }, kind: /** @type {const} */ ('reversed'), page: 2 };
  assert.deepEqual(requestOf(search), { game: 'chess:standard', player: null, opponent: null, result: null, from: null, to: null, opening: null, pattern: { kind: 'position', reversed: true, game: 'chess:standard', start: null, moves: ['e4'] }, offset: 20, limit: 20 });
  assert.equal(requestOf(EVERYTHING).pattern, null);
});

test('a partial date shows only its known parts', () => {
  assert.equal(dateText('1998.07.24', 'en-GB'), '24 July 1998');
  assert.equal(dateText('1998.07.24', 'nl'), '24 juli 1998');
  assert.equal(dateText('1990.08.??', 'en-GB'), 'August 1990');
  assert.equal(dateText('1990.??.??', 'en-GB'), '1990');
  for (const unknown of ['????.??.??', null, '', 'long ago']) assert.equal(dateText(unknown, 'en-GB'), '');
});

test('result percentages sum to 100', () => {
  for (const [first, draws, second] of [[1, 0, 0], [1, 1, 1], [1, 0, 1], [1, 0, 7], [333, 1, 333], [0, 5, 0]]) {
    const found = shares({ first_wins: first, draws, second_wins: second });
    assert.ok(found);
    assert.equal(found.first + found.draws + found.second, 100, `${first} ${draws} ${second}`);
    assert.ok(Math.min(found.first, found.draws, found.second) >= 0);
  }
  assert.equal(shares({ first_wins: 0, draws: 0, second_wins: 0 }), null);
});
