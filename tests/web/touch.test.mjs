// Making moves by touching squares.

import assert from 'node:assert/strict';
import test from 'node:test';
import { dragOver, drop, inEveryOrder, placeInColumn, targets, touch } from '../../crates/web-page/page/touch.js';

/** A quiet move, two captures with the same first and last squares, a single capture, and a stone. */
const MOVES = [
  { move: '1-2', squares: [1, 2] },
  { move: '3x9', squares: [3, 5, 9] },
  { move: '3x7x9', squares: [3, 7, 9] },
  { move: '4x6', squares: [4, 6] },
  { move: '8', squares: [8] },
];

const check = (picked, square, expected) =>
  assert.deepEqual(touch(MOVES, picked, square), { picked: [], play: null, choices: [], ...expected });

test('a move is made by its two ends or by its steps', () => {
  check([], 1, { picked: [1] });
  check([1], 2, { play: '1-2' });
  check([3], 5, { picked: [3, 5] });
  check([3, 5], 9, { play: '3x9' });
  check([], 8, { play: '8' });
});

test('routes that share their ends are offered as a choice', () => {
  check([3], 9, { picked: [3], choices: ['3x9', '3x7x9'] });
});

test('what was chosen is taken back or changed', () => {
  check([1], 1, {});
  check([3, 5], 5, { picked: [3] });
  check([1], 4, { picked: [4] });
  check([1], 7, {});
  check([], 7, {});
});

test('a promotion is offered as a choice', () => {
  const moves = ['a8=Q', 'a8=N'].map((move) => ({ move, squares: [8, 0] }));
  assert.deepEqual(touch(moves, [8], 0).choices, ['a8=Q', 'a8=N']);
});

test('a square where one move ends and another goes on is a choice', () => {
  const moves = [{ move: 'short', squares: [1, 2] }, { move: 'long', squares: [1, 2, 3] }];
  assert.deepEqual(touch(moves, [1], 2).choices, ['short', 'long']);
});

test('the squares that may be touched next are known', () => {
  assert.deepEqual([...targets(MOVES, [])].sort(), [1, 3, 4, 8]);
  assert.deepEqual([...targets(MOVES, [3])].sort(), [5, 7, 9]);
  assert.deepEqual([...targets(MOVES, [3, 7])], [9]);
  assert.equal(targets([{ move: 'pass', squares: [] }], []).size, 0);
});

test('dragging along a route chooses that route', () => {
  let path = [3];
  for (const square of [4, 7, 7, 8, 9]) path = dragOver(MOVES, path, square);
  assert.deepEqual(path, [3, 7, 9]);
  assert.equal(drop(MOVES, path, 9).play, '3x7x9');
});

test('a drag that goes over two routes takes the last one', () => {
  let path = [3];
  for (const square of [5, 7, 9]) path = dragOver(MOVES, path, square);
  assert.equal(drop(MOVES, path, 9).play, '3x7x9');
});

test('a piece that is put back is chosen', () => {
  assert.deepEqual(drop(MOVES, [1], 1), { picked: [1], play: null, choices: [] });
});

test('the parts of a move can be made in every order', () => {
  const moves = inEveryOrder([{ move: '24/23,13/11', squares: [12, 1, 23, 22] }], (square) => [12, 23].includes(square));
  assert.equal(touch(moves, [23, 22, 12], 1).play, '24/23,13/11');
  assert.equal(touch(moves, [12, 1, 23], 22).play, '24/23,13/11');
  assert.deepEqual(touch(moves, [], 23).picked, [23]);
});

test('a capture of several steps has one order', () => {
  const moves = [{ move: '1x17', squares: [1, 8, 10, 17] }];
  assert.deepEqual(inEveryOrder(moves, (square) => square === 1), moves);
});

test('the same part twice is one order', () => {
  const moves = inEveryOrder([{ move: '6/4(2)', squares: [8, 6, 8, 6] }], () => true);
  assert.equal(moves.length, 1);
});

const column = (heights) => heights.flatMap((height, at) =>
  [0, 1, 2].map((row) => ({ number: at * 3 + row, column: at, row, pieces: row >= 3 - height ? [{}] : [] })));

test('a touch anywhere above the one place of a column means that place', () => {
  const places = [{ move: '1', squares: [1] }, { move: '2', squares: [5] }];
  assert.equal(placeInColumn(places, column([1, 0]), 0), 1);
  assert.equal(placeInColumn(places, column([1, 0]), 3), 5);
  assert.equal(placeInColumn(places, column([1, 0]), 2), null, 'a stone lies there');
});

test('where columns have several places or none, a touch means itself', () => {
  const squares = column([0, 0]);
  assert.equal(placeInColumn([{ move: 'a', squares: [1] }], squares, 0), null);
  assert.equal(placeInColumn([{ move: 'a', squares: [0] }, { move: 'b', squares: [1] }], squares, 2), null);
  assert.equal(placeInColumn([{ move: 'a', squares: [0, 1] }], squares, 2), null);
});
