// The tournament view and the view of a replayed game.

import './english.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';
import { largestDrop, resultOf, scoresOf, valueOf, viewsOf } from '../../crates/support/web-page/page/replay-model.js';
import { curve, estimateText, factsText, longTime, progressText, ratingPlaces, refusalOf } from '../../crates/support/web-page/page/tournament-model.js';

const settings = { game: 'checkers:english', format: 'round-robin', format_settings: { name: 'round-robin' }, pairs: 2, seats: 2, games_per_set: 2, openings: 'random:4', seed: '7', depth: null, nodes: null, time_control: null, test: null, players: [{ name: 'Ada', player: 'greedy' }, { name: 'Bob', player: 'random' }] };

test('positions are decoded from differences and share unchanged parts', () => {
  const base = { squares: [{ pieces: ['a'] }, { pieces: [] }], laid: [] };
  const shared = { base, paths: [['squares', 0, 'pieces'], ['squares', 1, 'pieces'], []], values: [[], ['a'], { squares: [], laid: ['x'] }] };
  const views = viewsOf(shared, { steps: [[], [0, 0, 1, 1], [2, 2]], squares: [[], [0, 1], [1]] }, [{ by: 1, move: 'a' }, { by: 2, move: 'b' }]);
  assert.deepEqual(views.map(({ diagram }) => diagram), [base, { squares: [{ pieces: [] }, { pieces: ['a'] }], laid: [] }, { squares: [], laid: ['x'] }]);
  assert.equal(views[1].diagram.laid, base.laid);
  assert.deepEqual(views.map(({ squares, turn }) => [squares, turn]), [[[], 1], [[0, 1], 2], [[1], 2]]);
  assert.deepEqual(base.squares[0].pieces, ['a'], 'the start is as it was');
});

const scored = (...values) => values.map((value, index) => ({ by: (index % 2) + 1, move: `m${index + 1}`, value }));

test('the move with the largest loss is found, whichever player reported it', () => {
  // The first player's third move drops its score from 0.2 to −4, and the second player sees it immediately.
  assert.deepEqual(largestDrop(scored(0.1, 0.2, 0.1, 0.3, 0.2, -4, -4.1)), { ply: 5, seat: 1, drop: 4.2 });
  // Only the first player reports scores. Its own move was in between.
  assert.deepEqual(largestDrop(scored(0.1, null, 0.2, null, -3, null)), { ply: 3, seat: 1, drop: 3.2 });
  // The second player lost what the first player gained.
  assert.deepEqual(largestDrop(scored(0, 0, 5)), { ply: 2, seat: 2, drop: 5 });
  // The first player itself sees the loss of its previous move.
  assert.deepEqual(largestDrop(scored(0, 0, -3)), { ply: 1, seat: 1, drop: 3 });
  assert.equal(largestDrop(scored(0, 0.1, 0.2)), null, 'small changes are none');
  assert.equal(largestDrop(scored(null, null)), null);
  assert.equal(largestDrop([{ by: 3, move: 'x', value: 9 }, { by: 1, move: 'y', value: -9 }]), null);
  assert.equal(largestDrop([]), null);
});

test('a score is from the first seat’s view, and a proof is the maximum in a graph', () => {
  assert.deepEqual([['+0.12', 1], ['+0.12', 2], ['win in 5', 2], ['loss in 3', 2], ['−', 1], ['', 1], [null, 1], ['+99', 1], ['+1', 'chance']].map(([score, by]) => valueOf(score, by)), [0.12, -0.12, -10, 10, null, null, null, 10, null]);
});

test('a seat’s scores are the points in its graph', () => {
  assert.deepEqual(scoresOf(scored(1, null, 0, -2), 1), [[1, 1], [3, 0]]);
  assert.deepEqual(scoresOf(scored(1, null, 0, -2), 2), [[4, -2]]);
});

test('results use the standard notation', () => {
  assert.deepEqual([[1, -1], [-1, 1], [0, 0], [-1, -1], [3, -3], [2, -1, -1]].map(resultOf), ['1 – 0', '0 – 1', '½ – ½', '0 – 0', '+3 : −3', '+2 : −1 : −1']);
});

test('progress shows the number of games, the speed and the remaining time', () => {
  const run = { finished: 30, known: 120, speed: { games_per_second: 2.5, seconds_left: 36 }, settings, status: /** @type {const} */ ('running') };
  assert.equal(progressText(run), '30 of 120 games · 2.5 per second · 36 s left');
  assert.equal(progressText({ ...run, speed: null, status: 'stopped' }), '30 of 120 games');
  assert.equal(progressText({ ...run, settings: { ...settings, format: 'swiss' } }), '30 of 120 games so far · 2.5 per second · 36 s left in this round');
  assert.equal(progressText({ ...run, settings: { ...settings, test: { elo0: 0, elo1: 5 } }, speed: { games_per_second: 0.05, seconds_left: 1800 } }), '30 of 120 games · 3.0 per minute · at most 30 min 0 s left');
  assert.deepEqual([0.2, 9.9, 7200, 400_000].map(longTime), ['1 s', '9 s', '2 h', '5 days']);
});

test('the settings fit on one line', () => {
  assert.equal(factsText(settings), 'Round robin · 2 players · 2 game pairs per encounter · no clock · openings random:4 · seed 7');
  const swiss = { ...settings, format: 'swiss', format_settings: { name: 'swiss', rounds: 1 }, pairs: 1, time_control: '1s', seats: 3 };
  assert.equal(factsText(swiss), 'Swiss (1 round) · 2 players · 1 game set per encounter · time control 1s · openings random:4 · seed 7');
});

test('a refusal appears next to its field', () => {
  assert.deepEqual(refusalOf('players 2: no player "gredy"'), { field: 'players', index: 1, text: 'No player "gredy"' });
  assert.deepEqual(refusalOf('move_limit: expected a time'), { field: 'move_limit', index: null, text: 'Expected a time' });
  assert.deepEqual(refusalOf('pairs: expected a number'), { field: 'pairs', index: null, text: 'Expected a number' });
  assert.deepEqual(refusalOf('the server is already running one tournament; stop one'), { field: '', index: null, text: 'the server is already running one tournament; stop one' });
});

test('ratings are placed between the lowest and the highest interval end', () => {
  const row = (name, value, error) => ({ name, elo: value === null ? null : { value, error } });
  const plot = ratingPlaces(/** @type {any} */ ([row('a', 50, 50), row('b', -50, 50), row('c', null, 0)]));
  assert.deepEqual([plot.low, plot.high, plot.zero], [-100, 100, 0.5]);
  assert.deepEqual(plot.rows.map(({ name, from, at, to }) => [name, from, at, to]), [['a', 0.5, 0.75, 1], ['b', 0, 0.25, 0.5]]);
  assert.equal(ratingPlaces(/** @type {any} */ ([row('a', 50, 50)])), null);
  assert.equal(estimateText({ value: -3.2, error: 1 }, 1), '−3.2 ± 1.0');
  assert.equal(estimateText(null, 1), '–');
});

test('a curve keeps its marks in the picture and clips wide initial errors', () => {
  const drawn = curve([[2, 0, 900], [4, 10, 100], [6, 10, 50], [8, 20, 30]], 100, 100, [-60, 60]);
  assert.deepEqual([drawn.low, drawn.high, drawn.last], [-90, 110, 8]);
  assert.equal(drawn.line.split(' ').length, 4);
  assert.equal(drawn.y(110), 0);
  assert.ok(drawn.band.split(' ').every((point) => Number(point.split(',')[1]) >= 0 && Number(point.split(',')[1]) <= 100));
});
