// Circles and arrows on a position, and their notation in comments.

import assert from 'node:assert/strict';
import test from 'node:test';
import { colorOf, shapesIn, toggled, withShapes, withText, withoutCommands } from '../../crates/support/web-page/page/shapes.js';

const CHESS = ['a1', 'd2', 'd4', 'e4'];
const DRAUGHTS = ['1', '9', '14', '18'];
const circle = { color: 'red', squares: [3] };
const arrow = { color: 'green', squares: [1, 2] };

test('shapes survive a round trip through PGN commands', () => {
  const comment = withShapes('a plan', [arrow, circle], CHESS);
  assert.equal(comment, 'a plan [%csl Re4] [%cal Gd2d4]');
  assert.deepEqual(shapesIn(comment, CHESS), [circle, arrow]);
  assert.equal(withoutCommands(comment), 'a plan');
  assert.equal(withShapes(comment, [], CHESS), 'a plan');
});

test('names of different lengths are separated', () => {
  const comment = withShapes('', [{ color: 'blue', squares: [1, 2] }, { color: 'yellow', squares: [3] }], DRAUGHTS);
  assert.equal(comment, '[%csl Y18] [%cal B9-14]');
  assert.deepEqual(shapesIn('[%cal B914]', DRAUGHTS), [{ color: 'blue', squares: [1, 2] }]);
});

test('other commands stay, and invalid shapes are ignored', () => {
  assert.equal(withShapes('[%eval 0.3] good [%csl Gd4]', [circle], CHESS), '[%eval 0.3] good [%csl Re4]');
  assert.deepEqual(shapesIn('[%csl Gz9,Xd4,,Gd4][%cal G]', CHESS), [{ color: 'green', squares: [2] }]);
});

test('a new comment preserves the commands', () => {
  const comment = '[%clk 1:30] good [%foo 007] [%csl Gd4]';
  assert.equal(withoutCommands(comment), 'good');
  assert.equal(withText(comment, 'bad [%foo 008]'), 'bad [%clk 1:30] [%foo 007] [%csl Gd4]');
});

test('modifier keys select the color', () => {
  const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
  const colors = [{}, { shiftKey: true }, { ctrlKey: true }, { altKey: true }, { shiftKey: true, altKey: true }].map((held) => colorOf({ ...none, ...held }));
  assert.deepEqual(colors, ['green', 'red', 'red', 'blue', 'yellow']);
});

test('drawing a shape again removes it or changes its color', () => {
  assert.deepEqual(toggled([arrow], circle), [arrow, circle]);
  assert.deepEqual(toggled([arrow, circle], circle), [arrow]);
  assert.deepEqual(toggled([arrow], { ...arrow, color: 'blue' }), [{ ...arrow, color: 'blue' }]);
  // An arrow in the opposite direction is a different arrow.
  assert.equal(toggled([arrow], { color: 'green', squares: [2, 1] }).length, 2);
});
