// The puzzle model, without a page.

import assert from 'node:assert/strict';
import test from 'node:test';

import { PuzzleModel, solvingAddress } from '../../crates/support/web-page/page/puzzle-model.js';

const view = (name) => ({ position: name, legal_moves: [{ move: `from ${name}`, squares: [0, 1] }] });
const step = (move) => ({ move, view: view(`after ${move}`) });
const puzzle = { puzzle: 7, game: 'chess', start: 'start', view: view('start'), solver: 1, move_count: 2, rating: { value: 1350, deviation: 350 }, attempts: 3 };
const answer = (verdict, moves, more = {}) => ({ verdict, steps: moves.map(step), over: false, solved: null, rating: null, about: null, ...more });

test('the solver sees their own move first, and continues after the reply', () => {
  const model = new PuzzleModel(puzzle);
  assert.deepEqual([model.mayMove, model.view.position, model.legalMoves.length], [true, 'start', 1]);
  model.take(answer('goes_on', ['Rd8+', 'Rxd8']));
  assert.deepEqual([model.ply, model.view.position, model.mayMove, model.legalMoves], [1, 'after Rd8+', false, []]);
  model.goTo(9);
  assert.deepEqual([model.ply, model.mayMove], [2, true]);
  assert.deepEqual(model.played, { attempts: 3, moves: ['Rd8+', 'Rxd8'] });
});

test('the first result of a puzzle counts', () => {
  const model = new PuzzleModel(puzzle);
  model.take(answer('wrong', [], { solved: false }));
  assert.deepEqual([model.isSolved, model.isOver, model.ply, model.mayMove], [false, false, 0, true]);
  const about = { solution: ['Rd8#'], motif: 'finish', win_in: 1, source: null };
  model.take(answer('solved', ['Rd8#'], { solved: true, over: true, about }));
  assert.deepEqual([model.isSolved, model.isOver, model.about, model.mayMove], [false, true, about, false]);
});

test('earlier positions can be viewed, but no moves can be tried there', () => {
  const model = new PuzzleModel(puzzle);
  model.take(answer('goes_on', ['a', 'b']));
  for (const [to, ply] of [[-3, 0], [1, 1], [2, 2], [5, 2]]) {
    model.goTo(to);
    assert.equal(model.ply, ply);
    assert.equal(model.mayMove, ply === 2);
  }
});

test('an address selects the puzzles to solve', () => {
  assert.equal(solvingAddress({}), '/puzzles/solve');
  assert.equal(solvingAddress({ game: 'chess:standard', motif: 'fork' }), '/puzzles/solve?game=chess%3Astandard&motif=fork');
});
