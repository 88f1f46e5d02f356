// A study's tree, links and scores.

import './english.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';
import { linkOf, nameOf, placeOf } from '../../crates/support/web-page/page/study-link.js';
import { NO_COUNT, StudyTree, countMove, drawsAfter, judged, pointsOf } from '../../crates/support/web-page/page/study-tree.js';

/** A three-move game with a nested variation on the second move. */
const wire = () => ({
  game: 'g', start: null, players: [], time_control: null, tags: null, ending: null,
  plies: [{ move: 'a', turn: 1 }, { move: 'b', turn: 2, remark: 'well' }, { move: 'c', turn: 1 }],
  variations: [{ after: 1, plies: [{ move: 'x', turn: 2 }, { move: 'y', turn: 1 }], variations: [{ after: 2, plies: [{ move: 'z', turn: 1 }], variations: [] }] }],
});
const moves = (node) => node.moves.join('');
const find = (tree, ...path) => path.reduce((node, move) => node.children.find(({ data }) => data.move === move), tree.root);

test('a tree survives a round trip', () => {
  const { points, ...found } = new StudyTree(wire()).wire;
  assert.deepEqual(found, wire());
  assert.equal(points, undefined);
});

test('consecutive chance draws share an entry unless there is a branch or a remark', () => {
  const draws = (turns, more = {}) => {
    const plies = turns.map((turn, index) => ({ move: `m${index}`, turn, ...more[index] }));
    return drawsAfter(new StudyTree({ game: 'g', plies }).root).map(({ data }) => data.move).join(' ');
  };
  assert.equal(draws(['chance', 'chance', 'chance', 1, 'chance']), 'm0 m1 m2');
  assert.equal(draws([1, 'chance']), '');
  assert.equal(draws(['chance', 'chance'], { 1: { remark: 'well' } }), 'm0');
  const tree = new StudyTree({ game: 'g', plies: [{ move: 'a', turn: 'chance' }, { move: 'b', turn: 'chance' }], variations: [{ after: 1, plies: [{ move: 'c', turn: 'chance' }], variations: [] }] });
  assert.equal(drawsAfter(tree.root).length, 1);
});

test('a node is found by its path', () => {
  const tree = new StudyTree(wire());
  tree.current = find(tree, 'a', 'x', 'z');
  assert.deepEqual(tree.path, [0, 1, 1]);
  const again = new StudyTree(tree.wire);
  again.goTo(tree.path);
  assert.equal(moves(again.current), 'axz');
  again.goTo([0, 7, 0]);
  assert.equal(moves(again.current), 'a', 'as near as there is a place');
});

test('a move follows the line or begins a variation', () => {
  const tree = new StudyTree(wire());
  const a = find(tree, 'a');
  assert.equal(tree.add(a, { move: 'b', turn: 2 }), find(tree, 'a', 'b'));
  const last = tree.addLine(a, [{ move: 'x' }, { move: 'w' }, { move: 'v' }]);
  assert.equal(moves(last), 'axwv');
  assert.deepEqual(find(tree, 'a', 'x').children.map(({ data }) => data.move), ['y', 'z', 'w']);
  assert.equal(tree.wire.variations[0].variations.length, 2);
});

test('promoting a variation makes it the main line step by step', () => {
  const tree = new StudyTree(wire());
  const z = find(tree, 'a', 'x', 'z');
  assert.equal(z.isMain, false);
  assert.equal(tree.promote(z), true);
  assert.deepEqual(find(tree, 'a', 'x').children.map(({ data }) => data.move), ['z', 'y']);
  assert.equal(z.isMain, false, 'the line around it is a variation still');
  assert.equal(tree.promote(z), true);
  assert.equal(z.isMain, true);
  assert.equal(tree.promote(z), false);
  assert.deepEqual(tree.mainLine.map(({ data }) => data.move), ['a', 'x', 'z']);
});

test('deleting a move deletes the rest of the line and selects the previous position', () => {
  const tree = new StudyTree(wire());
  tree.current = find(tree, 'a', 'x', 'z');
  assert.equal(tree.remove(find(tree, 'a', 'x')), 3);
  assert.equal(moves(tree.current), 'a');
  assert.equal(tree.remove(tree.root), 0);
  assert.equal(tree.wire.variations.length, 0);
});

test('alternatives to a move are found in both directions', () => {
  const tree = new StudyTree(wire());
  const [b, x] = find(tree, 'a').children;
  assert.equal(tree.beside(b, 1), x);
  assert.equal(tree.beside(x, 1), x);
  assert.equal(tree.beside(x, -1), b);
  assert.equal(tree.beside(tree.root, 1), tree.root);
});

test('a review marks mistakes and adds the better line', () => {
  const tree = new StudyTree(wire());
  const b = find(tree, 'a', 'b');
  tree.appraise(b, { loss_in: 4, depth: 9, mark: '??', sentence: 'b is a blunder.', better: [{ move: 'q', turn: 2 }, { move: 'r', turn: 1 }], better_score: { score: 0.5 } });
  assert.deepEqual([b.data.mark, b.data.loss_in, b.data.sentence, b.data.remark], ['??', 4, 'b is a blunder.', 'well']);
  assert.deepEqual(find(tree, 'a', 'q').data, { move: 'q', turn: 2, score: 0.5, depth: 9 });
  assert.equal(tree.nextMistake, b);
  tree.current = b;
  assert.equal(tree.nextMistake, b, 'after the last one comes the first one');
  tree.appraise(b, { score: 0.1, depth: 9, mark: null, sentence: '', better: [], better_score: {} });
  assert.equal(tree.nextMistake, null);
  assert.equal('loss_in' in b.data || 'mark' in b.data, false);
});

test('a review without mistakes preserves existing marks', () => {
  const tree = new StudyTree({ game: 'g', plies: [{ move: 'a', mark: '!' }] });
  tree.appraise(tree.root.children[0], { score: 0, depth: 1, mark: null, sentence: '', better: [], better_score: {} });
  assert.equal(tree.root.children[0].data.mark, '!');
});

test('an ending outside the rules is shown at the final position', () => {
  const tree = new StudyTree({ ...wire(), ending: { reason: 'resigned', seat: 2, payoffs: [1, -1] } });
  assert.equal(tree.endText(['Black', 'White']), '');
  tree.current = tree.root.end;
  assert.equal(tree.endText(['Black', 'White']), 'White: resigned.');
  tree.ending = { reason: 'rules', rule: 'no legal move' };
  assert.equal(tree.endText(['Black', 'White']), '');
});

test('row numbers match the move list', () => {
  const turns = ['chance', 1, 2, 'chance', 1, 1, 2];
  let count = NO_COUNT;
  const rows = turns.map((turn) => {
    count = countMove(count, turn);
    return `${count.row}${count.isFirst ? '!' : ''}`;
  });
  assert.deepEqual(rows, ['0', '1!', '1', '1', '2!', '3!', '3']);
});

test('a link identifies a position in a line of any length', () => {
  const long = Array.from({ length: 900 }, (_, index) => (index % 2 ? '23x14' : '24/23,13/11'));
  for (const place of [
    { game: 'checkers:english', start: null, moves: [], ply: 0 },
    { game: 'chess:960,5', start: 'k7/8/8/8/8/8/8/K7 w - - 0 1', moves: ['Nf3+', 'O-O', 'e8=Q#'], ply: 1 },
    { game: 'backgammon', start: null, moves: long, ply: 450 },
  ]) assert.deepEqual(placeOf(linkOf(place)), place);
  assert.equal(placeOf('something'), null);
  assert.equal(placeOf('game=g&moves=a+b&ply=9').ply, 2, 'a place that there is not is the last one');
  assert.equal(placeOf('game=g&moves=a+b&ply=-1').ply, 2);
});

test('a text always has the same name', () => {
  assert.equal(nameOf('abc'), nameOf('abc'));
  assert.notEqual(nameOf('abc'), nameOf('abd'));
  assert.match(nameOf('a longer text, with ü'), /^[0-9a-z]+$/);
});

test('scores are shown from the first seat’s view', () => {
  const names = ['Black', 'White'];
  const check = (line, turn, expected) => assert.deepEqual(judged(line, turn, names), expected);
  check({ score: 0.3 }, 1, { value: 0.3, text: '+0.30', words: 'Black is slightly better' });
  check({ score: 0.3 }, 2, { value: -0.3, text: '−0.30', words: 'White is slightly better' });
  check({ score: -2 }, 2, { value: 2, text: '+2.00', words: 'Black is much better' });
  check({ score: 0.1 }, 2, { value: -0.1, text: '−0.10', words: 'Equal' });
  check({ score: 9 }, 2, { value: -9, text: '−9.00', words: 'White is winning' });
  check({ win_in: 5 }, 2, { value: -100, text: 'lost in 5', words: 'White wins in 5' });
  check({ loss_in: 4 }, 2, { value: 100, text: 'won in 4', words: 'Black wins in 4' });
  check({ score: null }, 1, { value: null, text: '–', words: 'No score' });
});

test('with more than two seats, a score is the mover’s', () => {
  const names = ['X', 'O', 'Z'];
  assert.deepEqual(judged({ score: -1 }, 2, names), { value: -1, text: '−1.00', words: 'O is worse' });
  assert.deepEqual(judged({ win_in: 3 }, 3, names), { value: 100, text: 'won in 3', words: 'Z wins in 3' });
});

test('points come from the server', () => {
  assert.equal(pointsOf(0), 0.5);
  assert.equal(pointsOf(1), 0.75);
  assert.equal(pointsOf(-100), 0);
  assert.equal(pointsOf(null), null);
});
