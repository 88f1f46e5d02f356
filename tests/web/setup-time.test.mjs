// Choosing a time control.

import './english.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';
import { controlText } from '../../crates/support/web-page/page/match-model.js';
import { controlOf } from '../../crates/support/web-page/page/views/setup-time.js';

test('minutes and an increment form a time control', () => {
  assert.deepEqual([[5, 3], [0.5, 0], [1.25, 0], [180, 180], [0, 3]].map(([minutes, increment]) => controlOf(minutes, increment)), ['5m+3s', '30s+0s', '75s+0s', '180m+180s', '3s+3s']);
});

test('an invalid time is refused', () => {
  for (const [minutes, increment] of [[0, 0], [0, 0.5], [-1, 0], [NaN, 0], [181, 0], [5, 0.5], [5, -1], [5, 181]]) {
    assert.throws(() => controlOf(minutes, increment), /^Error: Choose a time of up to 180 minutes/, `${minutes} ${increment}`);
  }
});

test('time controls use the players’ notation', () => {
  assert.deepEqual(['5m+3s', '30s+0s', '75s+1s', '1m+0s : 5m+3s', '14s+0s', '100s+2s', '2s', '40/5m', 'none'].map(controlText), ['5+3', '½+0', '1.25+1', '1+0 : 5+3', '0:14+0', '1:40+2', '2s', '40/5m', 'none']);
});
