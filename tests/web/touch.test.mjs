// Making moves step by step.

import assert from 'node:assert/strict';
import test from 'node:test';
import { choicesOn, placeAhead, playAhead, showAhead, squaresAhead, touchAhead } from '../../crates/support/web-page/page/premoves.js';
import { MoveInSteps, inAnyCase, placeInColumn, withoutEverywhere } from '../../crates/support/web-page/page/touch.js';

/** A quiet move, two captures with the same first and last squares, a single capture, and a stone placement. */
const ROUTES = [[1, 2], [3, 5, 9], [3, 7, 9], [4, 6], [8]];

/** The graph of moves along these squares. */
function graphOf(routes) {
  const nodes = [{}];
  routes.forEach((route, move) => {
    const steps = route.length === 1 ? [[null, route[0]]] : route.slice(1).map((to, index) => [route[index], to]);
    let at = 0;
    for (const [from, to] of steps) {
      nodes[at].steps ??= [];
      let step = nodes[at].steps.find((other) => other[0] === from && other[1] === to);
      if (!step) {
        step = [from, to, nodes.push({}) - 1];
        nodes[at].steps.push(step);
      }
      at = step[2];
    }
    nodes[at].moves = [...(nodes[at].moves ?? []), move];
  });
  return nodes;
}

/**
 * Two checkers: 8/5 and 6/5, or 8/7 and 6/3, in either order, and 8/4 by either point. A hit on 7 makes it a different
 * move. */
const checkers = (hits) => [
  { steps: [[8, 5, 1], [8, 7, 2, [[20, null]]], [6, 5, 3], [6, 3, 4]] },
  { steps: [[6, 5, 5], [5, 4, 7]] },
  { steps: [[6, 3, 6], [7, 4, hits ? 8 : 7]] },
  { steps: [[8, 5, 5]] },
  { steps: [[8, 7, 6]] },
  { moves: [0] },
  { moves: [1] },
  { moves: [2] },
  { moves: [3] },
];

/** Touches squares and compares the result kinds. */
function check(nodes, squares, kinds, passed) {
  const entry = new MoveInSteps(nodes);
  const results = squares.map((square) => entry.touch(square, passed));
  assert.deepEqual(results.map(({ kind }) => kind), kinds);
  return { entry, moves: results.at(-1).moves };
}

const routes = graphOf(ROUTES);

test('a move is made by its start and target or by its steps', () => {
  assert.deepEqual(check(routes, [1, 2], ['picked', 'move']).moves, [0]);
  assert.deepEqual(check(routes, [3, 5, 9], ['picked', 'stepped', 'move']).moves, [1]);
  assert.deepEqual(check(routes, [8], ['move']).moves, [4]);
});

test('dropping a piece on an illegal square does nothing', () => {
  const { entry } = check(routes, [3], ['picked']);
  assert.deepEqual([entry.touch(4, [4]).kind, entry.touch(8, [8]).kind, entry.made, entry.picked], ['nothing', 'nothing', [], 3]);
  assert.equal(entry.touch(4).kind, 'picked', 'a click selects the other piece');
});

test('two routes with different results are distinguished by the next square', () => {
  assert.deepEqual(check(routes, [3, 9, 7, 9], ['picked', 'unclear', 'stepped', 'move']).moves, [2]);
});

test('a step is undone, and another piece is selected', () => {
  const { entry } = check(routes, [3, 5, 5], ['picked', 'stepped', 'picked']);
  assert.deepEqual([entry.made, entry.picked], [[], null]);
  assert.equal(check(routes, [1, 1, 1, 4], ['picked', 'picked', 'picked', 'picked']).entry.picked, 4);
  const other = check(routes, [3, 5, 4, 0], ['picked', 'stepped', 'picked', 'nothing']).entry;
  assert.deepEqual([other.made, other.squares], [[], [4]]);
});

test('the targets belong to the selected piece', () => {
  assert.deepEqual([...new MoveInSteps(routes).targets].sort(), [1, 3, 4, 8]);
  assert.deepEqual([...check(routes, [3], ['picked']).entry.targets].sort(), [5, 7, 9]);
  assert.deepEqual([...check(checkers(false), [8], ['picked']).entry.targets].sort(), [4, 5, 7]);
  assert.deepEqual([...check(checkers(false), [8, 5, 6], ['picked', 'stepped', 'picked']).entry.targets], [5], 'the other die is used up');
});

test('pieces are moved in any order until the move is confirmed', () => {
  const { entry } = check(checkers(false), [6, 5, 8, 5], ['picked', 'stepped', 'picked', 'stepped']);
  assert.ok(entry.hasSeveralParts);
  assert.deepEqual([entry.ends, entry.next], [[0], []]);
  assert.ok(entry.undo());
  assert.deepEqual([entry.ends, entry.next.length], [[], 1]);
});

test('a selected piece is deselected before a step is undone', () => {
  const { entry } = check(checkers(false), [8, 5, 6, 6], ['picked', 'stepped', 'picked', 'picked']);
  assert.deepEqual([entry.made.length, entry.picked], [1, null]);
});

test('a piece reaches a square over several others if all routes have the same result', () => {
  const { entry } = check(checkers(false), [8, 4], ['picked', 'stepped']);
  assert.deepEqual([entry.ends, entry.made.length], [[2], 2]);
  check(checkers(true), [8, 4], ['picked', 'unclear']);
});

test('no route is requested if all routes make the only move', () => {
  const only = [{ steps: [[1, 2, 1], [1, 3, 2]] }, { steps: [[2, 4, 3]] }, { steps: [[3, 4, 4]] }, { moves: [0] }, { moves: [0] }];
  assert.deepEqual(check(only, [1, 4], ['picked', 'move']).moves, [0]);
});

test('dragging along a route selects that route', () => {
  assert.deepEqual(check(checkers(true), [8, 4], ['picked', 'stepped'], [8, 7, 6, 4]).entry.ends, [3]);
  assert.deepEqual(check(routes, [3, 9], ['picked', 'move'], [4, 7, 8, 9]).moves, [2]);
  check(routes, [3, 9], ['picked', 'unclear'], [5, 7, 9]);
});

test('the first step of a piece is made immediately', () => {
  const entry = new MoveInSteps(checkers(false));
  assert.equal(entry.playFirst(8).kind, 'stepped');
  assert.equal(entry.made[0][1], 5);
  assert.equal(entry.playFirst(8).kind, 'nothing');
});

const QUEEN = { kind: 'piece', text: 'q', name: 'queen' };
const KNIGHT = { kind: 'piece', text: 'n', name: 'knight' };
const PROMOTION = [{ steps: [[8, 0, 1, [[0, null]]]] }, { steps: [[null, 0, 2, [], QUEEN], [null, 0, 3, [], KNIGHT]] }, { moves: [0] }, { moves: [1] }];

const square = (number, ...names) => ({ number, pieces: names.map((name) => ({ name })) });
const viewOf = (squares, zones = []) => ({ squares: [], diagram: { squares, zones, captions: [] } });
const namesIn = (view) => view.diagram.squares.map(({ pieces }) => pieces.map(({ name }) => name));

test('the promotion piece is chosen after the step', () => {
  const { entry, moves } = check(PROMOTION, [8, 0], ['picked', 'several']);
  assert.deepEqual(moves, [0, 1]);
  const board = viewOf(Array.from({ length: 9 }, (_, number) => square(number, ...({ 0: ['rook'], 8: ['pawn'] }[number] ?? []))));
  assert.deepEqual([namesIn(entry.show(board))[0], namesIn(entry.show(board))[8]], [['pawn'], []]);
  entry.choose(1);
  assert.deepEqual(namesIn(entry.show(board))[0], ['knight']);
  assert.deepEqual(namesIn(board)[0], ['rook'], 'the view itself stays');
});

test('moves with identical squares are offered as text', () => {
  assert.deepEqual(check(graphOf([[8, 0], [8, 0]]), [8, 0], ['picked', 'several']).moves, [0, 1]);
});

test('a step moves other pieces and takes them off the table', () => {
  const nodes = [{ steps: [[0, 1, 1, [[1, 2], [3, null]]]] }, { moves: [0] }];
  const { entry } = check(nodes, [0, 1], ['picked', 'move']);
  const zones = [{ squares: [square(2), square(3, 'die')] }];
  const shown = entry.show(viewOf([square(0, 'own', 'top'), square(1, 'blot')], zones));
  assert.deepEqual(namesIn(shown), [['own'], ['top']]);
  assert.deepEqual(shown.diagram.zones[0].squares.map(({ pieces }) => pieces.length), [1, 0]);
  assert.deepEqual(shown.squares, [0, 1]);
});

test('a position without steps accepts no touch', () => {
  const { entry } = check([], [1], ['nothing']);
  assert.deepEqual([entry.undo(), entry.targets.size, entry.ends], [false, 0, []]);
});

test('several moves are queued and played in their order', () => {
  const premoves = { queue: [], picked: null };
  assert.deepEqual([touchAhead(premoves, 1, true), touchAhead(premoves, 2, false), touchAhead(premoves, 2, true), touchAhead(premoves, 3, false)], [false, true, false, true]);
  assert.deepEqual(premoves.queue, [[1, 2], [2, 3]]);
  const board = viewOf([square(0), square(1, 'own'), square(2), square(3, 'other')]);
  assert.deepEqual(namesIn(showAhead(premoves, board)), [[], [], [], ['own']]);
  assert.equal(playAhead(premoves, new MoveInSteps(routes)), 0);
  assert.equal(playAhead(premoves, new MoveInSteps(routes)), null, 'the second is not legal');
  assert.deepEqual(premoves.queue, []);
});

test('an impossible queued move cancels the others', () => {
  const premoves = { queue: [], picked: null };
  for (const number of [6, 7, 1, 2]) touchAhead(premoves, number, number !== 7 && number !== 2);
  assert.equal(premoves.queue.length, 2);
  const entry = new MoveInSteps(routes);
  assert.equal(playAhead(premoves, entry), null);
  assert.deepEqual([premoves.queue, entry.made, entry.picked], [[], [], null]);
});

test('a queued promotion defaults to the first piece', () => {
  const premoves = { queue: [], picked: null };
  touchAhead(premoves, 8, true);
  touchAhead(premoves, 0, false);
  const entry = new MoveInSteps(PROMOTION);
  assert.equal(playAhead(premoves, entry), 0);
  assert.equal(entry.made.length, 2);
});

test('a queued promotion shows and plays the chosen piece', () => {
  const premoves = { queue: [], picked: null };
  touchAhead(premoves, 8, true);
  touchAhead(premoves, 0, false);
  const [, knight] = PROMOTION.flatMap(({ steps = [] }) => steps.flatMap(([, , , , becomes]) => becomes ?? []));
  premoves.queue[0][2] = knight;
  assert.deepEqual(squaresAhead(premoves), [8, 0]);
  const entry = new MoveInSteps(PROMOTION);
  assert.equal(playAhead(premoves, entry), 1);
  assert.equal(entry.made.length, 2);
});

test('a queued joint move is shown with all of its pieces', () => {
  const [king, rook] = [{ name: 'king', text: 'K', owner: 1 }, { name: 'rook', text: 'R', owner: 1 }];
  const on = (...pieces) => pieces.map((piece, number) => ({ number, pieces: piece ? [piece] : [] }));
  const castling = (target, kingTo, rookTo) => ({ target, pieces: [{ piece: king, from: 0, to: kingTo }, { piece: rook, from: 3, to: rookTo }] });
  const shown = (target, joint, board) => namesIn(showAhead({ queue: [[0, target]], picked: null, joint: [joint] }, viewOf(board)));
  assert.deepEqual(shown(2, castling(2, 2, 1), on(king, null, null, rook)), [[], ['rook'], ['king'], []]);
  assert.deepEqual(shown(3, castling(3, 2, 1), on(king, null, null, rook)), [[], ['rook'], ['king'], []]);
  assert.deepEqual(shown(3, castling(3, 3, 0), on(king, null, null, rook)), [['rook'], [], [], ['king']], 'they change places');
  const between = { ...king, text: 'bishop' };
  assert.deepEqual(shown(2, castling(2, 2, 1), on(king, between, between, rook)), [[], ['rook'], ['king'], []], 'own pieces must leave first');
  assert.deepEqual(shown(3, castling(3, 2, 1), on(king, null, null, { ...rook, owner: 2 })), [[], [], [], ['king']], 'a capture');
  assert.deepEqual(shown(2, castling(2, 2, 1), on(king, null, null, null)), [[], [], ['king'], []]);
});

test('a piece that reaches a promotion square has a choice of pieces', () => {
  const [pawn, queen] = [{ text: 'P', owner: 1 }, { text: 'Q', owner: 1 }];
  const promotions = [{ piece: pawn, squares: [0, 1], becomes: [queen] }];
  assert.deepEqual(choicesOn(promotions, { ...pawn }, 1), [queen]);
  for (const [piece, to] of [[pawn, 2], [queen, 1], [{ ...pawn, owner: 2 }, 1], [undefined, 1]]) assert.deepEqual(choicesOn(promotions, piece, to), []);
});

test('premoves that place a piece wait on their squares', () => {
  const premoves = { queue: [], picked: null };
  assert.deepEqual([placeAhead(premoves, 8, true), placeAhead(premoves, 3, true), placeAhead(premoves, 3, true)], [true, true, true]);
  assert.deepEqual([premoves.queue, squaresAhead(premoves)], [[[null, 8]], [8]]);
  assert.equal(playAhead(premoves, new MoveInSteps(routes)), 4);
  placeAhead(premoves, 9, true);
  assert.equal(playAhead(premoves, new MoveInSteps(routes)), null, 'there is no such move');
  placeAhead(premoves, 8, true);
  assert.deepEqual([placeAhead(premoves, 2, false), premoves.queue, placeAhead(premoves, 2, false)], [true, [], false]);
});

test('a touch elsewhere cancels the queue', () => {
  const premoves = { queue: [], picked: null };
  for (const number of [1, 2]) touchAhead(premoves, number, number === 1);
  assert.equal(touchAhead(premoves, 5, false), true);
  assert.deepEqual([premoves.queue, touchAhead(premoves, 5, false)], [[], false]);
});

const column = (heights) => heights.flatMap((height, at) =>
  [0, 1, 2].map((row) => ({ number: at * 3 + row, column: at, row, pieces: row >= 3 - height ? [{}] : [] })));

test('a touch anywhere in a column means its only free square', () => {
  const places = [{ move: '1', squares: [1] }, { move: '2', squares: [5] }];
  assert.equal(placeInColumn(places, column([1, 0]), 0), 1);
  assert.equal(placeInColumn(places, column([1, 0]), 3), 5);
  assert.equal(placeInColumn(places, column([1, 0]), 2), null, 'a stone lies there');
});

test('if columns have several free squares or none, a touch means the touched square', () => {
  const squares = column([0, 0]);
  assert.equal(placeInColumn([{ move: 'a', squares: [1] }], squares, 0), null);
  assert.equal(placeInColumn([{ move: 'a', squares: [0] }, { move: 'b', squares: [1] }], squares, 2), null);
  assert.equal(placeInColumn([{ move: 'a', squares: [0, 1] }], squares, 2), null);
});

test('empty squares are marked only if not all of them are targets', () => {
  const squares = [square(0), square(1, 'stone'), square(2)];
  const marked = (...targets) => [...withoutEverywhere(new Set(targets), squares)];
  assert.deepEqual(marked(0, 2), []);
  assert.deepEqual(marked(0, 1, 2), [1]);
  assert.deepEqual(marked(0), [0]);
});

test('used dice and captions follow the steps', () => {
  const pieces = () => [{ kind: 'die', name: 'die showing 3' }];
  const diagram = { squares: [{ number: 0, pieces: [{ name: 'checker' }] }, { number: 1, pieces: [] }], zones: [{ name: 'dice', squares: [{ number: 2, pieces: pieces() }, { number: 3, pieces: pieces() }] }], captions: [{ seat: 1, text: '8 pips' }, { seat: 2, text: '9 pips' }] };
  const entry = new MoveInSteps([{ steps: [[0, 1, 1]] }, { moves: [0], captions: [{ seat: 1, text: '5 pips' }], spent: [2] }]);
  const shown = () => entry.show({ diagram }).diagram;
  assert.deepEqual(shown(), diagram);
  entry.touch(0);
  entry.touch(1);
  assert.deepEqual(shown().captions.map(({ text }) => text), ['5 pips', '9 pips']);
  assert.deepEqual(shown().zones[0].squares.map(({ pieces: { length }, spent }) => [length, spent]), [[1, true], [1, false]]);
});

test('a typed move is found in upper or lower case if it is unique', () => {
  const legal = ['Bb5', 'Bxc6+', 'bxc3', 'Bxc3', 'e4'].map((move) => ({ move, squares: [] }));
  const found = (text) => inAnyCase(text, legal);
  assert.deepEqual(['bb5', 'BC6', 'E4', 'bxc3', 'bc3', 'b4', ''].map(found), ['Bb5', 'Bxc6+', 'e4', 'bxc3', 'bc3', 'b4', '']);
});
