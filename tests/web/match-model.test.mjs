// A client's match model.

import './english.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';
import { MatchModel, clockText, isTurnedFor, moveRows, resultText, scoreInWords, scoreText, moveLabel } from '../../crates/support/web-page/page/match-model.js';

const view = (name) => ({ position: name, turn: 1, legal_moves: [{ move: name, squares: [] }], diagram: {}, squares: [] });
const table = (changes = {}) => ({
  game: 'g', players: ['human', 'level'], time_control: '1m+1s', start: 's', moves: [], movers: [], newest: null, redoable: 0,
  position: 's', turn: 1, asked: 1, prompt: null, draw_offer: null, clocks: [60, 60], paused: false, ending: null, ...changes,
});

/** A client that holds the first of two seats. */
function begun(changes) {
  const model = new MatchModel();
  const players = [{ seat_name: 'Black', player: 'human', name: 'Ann', person: true, connected: true }, { seat_name: 'White', player: 'level', name: 'Club', person: false, connected: true }];
  model.receive({ type: 'state', sequence: 5, seats: [1], director: true, players, table: table(changes), view: view('start'), say: 'Your move.' }, 1000);
  return model;
}

let sequence = 5;
const event = (name, fields) => ({ type: 'event', sequence: (sequence += 1), event: name, ...fields });
const played = (ply, turn, move, more = {}) => event('move_played', { ply, turn, move, position: move, seconds: 2, clock: 59, view: view(move), ...more });

test('the state contains the whole match', () => {
  const model = begun();
  assert.equal(model.movingSeat, 1);
  assert.equal(model.say, 'Your move.');
  assert.deepEqual(model.legalMoves, [{ move: 'start', squares: [] }]);
});

test('no clock runs before a chance move, and the server’s message about the round stays', () => {
  const model = begun();
  const say = 'The round is over: a player folded, 7–5 in chips.';
  model.receive(played(1, 1, 'a', { view: { ...view('a'), turn: 'chance' }, say }), 3000);
  assert.equal(model.runningSeat, null);
  assert.deepEqual(model.clocks(9000), [59, 60]);
  assert.deepEqual([model.turnSentence, model.said.text], [null, say]);
  const table = { ...model.table, asked: null };
  model.receive({ type: 'state', sequence: 99, seats: [1], director: true, players: model.players, table, view: model.view, say }, 9000);
  assert.deepEqual([model.turnSentence, model.said.text], [null, say]);
});

test('a player can begin the next round until it has begun, and a spectator cannot', () => {
  const model = begun();
  assert.equal(model.mayBeginRound, false);
  const ended = { ...view('a'), turn: 'chance', legal_moves: [], round_end: 'a player folded, 7–5 in chips' };
  model.receive(played(1, 1, 'a', { view: ended }), 0);
  assert.equal(model.mayBeginRound, true);
  model.seats = [];
  assert.equal(model.mayBeginRound, false, 'who watches has no seat');
  model.seats = [1];
  model.shown = 0;
  assert.equal(model.mayBeginRound, false, 'the past is shown');
  model.shown = null;
  model.receive(event('paused', {}), 0);
  assert.equal(model.mayBeginRound, false, 'the match is paused');
  model.receive(event('resumed', {}), 0);
  model.receive(event('chance_decided', { ply: 2, turn: 'chance', move: 'shuffle', position: 'b', seconds: 0, clock: null, view: { ...view('b'), turn: 'chance' } }), 0);
  assert.equal(model.mayBeginRound, false);
});

test('a move arrives with its view and changes the turn', () => {
  const model = begun();
  model.receive(played(1, 1, 'a'), 3000);
  assert.equal(model.ply, 1);
  assert.equal(model.view.position, 'a');
  assert.equal(model.movingSeat, null);
  assert.equal(model.before.position, 'start');
});

test('a duplicate event counts once', () => {
  const model = begun();
  const move = played(1, 1, 'a');
  model.receive(move, 0);
  model.receive(move, 0);
  model.receive({ ...move, sequence: 3 }, 0);
  assert.deepEqual(model.table.moves, ['a']);
});

test('a clock runs for the seat that is to move, and stops with the match', () => {
  const model = begun();
  assert.deepEqual(model.clocks(11_000), [50, 60]);
  model.receive(event('match_ended', { payoffs: [-1, 1], reason: 'resigned', seat: 1 }), 11_000);
  assert.deepEqual(model.clocks(99_000), [50, 60]);
});

test('the clock of a player who lost on time is at zero', () => {
  const model = begun();
  model.receive(event('match_ended', { payoffs: [-1, 1], reason: 'timed out', seat: 1 }), 60_900);
  assert.deepEqual(model.clocks(99_000), [0, 60]);
});

test('a paused clock stops and later resumes', () => {
  const model = begun();
  model.receive(event('paused', {}), 3000);
  assert.deepEqual(model.clocks(50_000), [58, 60]);
  assert.equal(model.movingSeat, null);
  model.receive(event('resumed', {}), 60_000);
  assert.deepEqual(model.clocks(61_000), [57, 60]);
});

test('the low-time warning starts at an eighth of the initial time, between 10 and 60 seconds', () => {
  const low = (control, own) => {
    const model = begun({ time_control: control });
    if (own) model.players[0].time_control = own;
    return model.lowTime(1);
  };
  assert.deepEqual([low('1m+0s'), low('5m+3s'), low('30m+0s'), low('2s'), low('30m+0s', '3m+0s')], [10, 37.5, 60, 10, 22.5]);
});

test('the tab title shows the turn and the remaining time', () => {
  const model = begun();
  assert.equal(model.tabText(1000), '1:00 · Your move');
  assert.equal(model.tabText(52_500), '0:09 · Your move');
  model.table.turn = 2;
  assert.equal(model.tabText(1000), '1:00 · White to move');
  model.table.clocks = [null, null];
  assert.equal(model.tabText(1000), 'White to move');
  model.receive(event('match_ended', { payoffs: [-1, 1], reason: 'resigned', seat: 1 }), 2000);
  assert.equal(model.tabText(9000), 'Game over');
});

test('only an authorized client can ask for hints', () => {
  const model = begun();
  assert.equal(model.mayAsk, false);
  model.receive({ type: 'state', sequence: 9, seats: [1], director: true, advice: true, players: model.players, table: table(), view: view('start'), say: '' }, 0);
  assert.equal(model.mayAsk, true);
});

test('a program without a name gets its seat’s name', () => {
  const model = begun({ players: ['', ''] });
  model.players[1].name = '';
  assert.deepEqual(model.names, ['Ann', 'White']);
});

test('the clock never shows less than nothing', () => {
  assert.deepEqual(begun().clocks(900_000), [0, 60]);
});

test('search output belongs to its move, from the first seat’s view', () => {
  const model = begun({ turn: 2, asked: null });
  model.receive(event('thinking_reported', { seat: 2, rank: 1, depth: 9, nodes: 70, seconds: 1, score: 0.5, line: ['b'] }), 0);
  model.receive(event('thinking_reported', { seat: 2, rank: 2, depth: 9, nodes: 70, seconds: 1, score: -4, line: ['c'] }), 0);
  model.receive(played(1, 2, 'b'), 0);
  assert.equal(model.thoughts.get(1).score, -0.5);
  assert.deepEqual(model.usage.map(({ nodes }) => nodes), [0, 70]);
});

test('a client that joined late does not know the time used', () => {
  const model = begun({ moves: ['a'], movers: [1], turn: 2, asked: null });
  assert.deepEqual(model.usage[0], { moves: 1, seconds: null, nodes: null, evaluations: null, cutoffs: null });
});

test('a player’s statistics are the sums over its moves', () => {
  const model = begun();
  model.receive(played(1, 1, 'a'), 0);
  for (const [ply, nodes] of [[2, 70], [4, 30]]) {
    model.receive(event('thinking_reported', { seat: 2, rank: 1, depth: 9, nodes, evaluations: nodes / 2, cutoffs: nodes / 10, seconds: 1, score: 0.5, line: ['b'] }), 0);
    model.receive(played(ply, 2, 'b'), 0);
    model.receive(played(ply + 1, 1, 'c'), 0);
  }
  assert.deepEqual(model.usage, [{ moves: 3, seconds: 6, nodes: 0, evaluations: 0, cutoffs: 0 }, { moves: 2, seconds: 4, nodes: 100, evaluations: 50, cutoffs: 10 }]);
});

test('a move, a capture, the start of the turn and the end have different sounds', () => {
  const on = (count) => ({ ...view('p'), diagram: { squares: [{ pieces: Array.from({ length: count }, () => ({})) }] } });
  const model = begun();
  model.view = on(4);
  const heard = (message) => {
    const plies = model.ply;
    model.receive(message, 0);
    return model.soundOf(message, plies);
  };
  const asked = () => event('input_requested', { seat: 1, question: '', refusal: null });
  assert.equal(heard(asked()), null, 'the first turn is no news');
  assert.equal(heard(played(1, 1, 'a', { view: on(4) })), 'move');
  assert.equal(heard(played(2, 2, 'b', { view: on(3) })), 'capture');
  assert.equal(heard(asked()), 'turn');
  assert.equal(heard(event('input_requested', { seat: 1, question: '', refusal: 'no' })), null, 'a refusal has its sentence');
  assert.equal(heard(event('match_ended', { payoffs: [1, -1], reason: 'rules' })), 'end');
});

test('a match has no table until all people have joined', () => {
  const model = new MatchModel();
  const free = [{ seat_name: 'Black', player: 'human', name: 'Ann', person: true, connected: true }, { seat_name: 'White', player: 'human', name: null, person: true, connected: false }];
  model.receive({ type: 'state', sequence: 0, seats: [1], director: false, players: free, table: null, view: view('start'), say: '' }, 0);
  assert.deepEqual(model.names, ['Ann', 'White']);
  assert.equal(model.movingSeat, null);
  model.receive({ type: 'event', sequence: 1, event: 'match_started', ...table(), view: view('start') }, 0);
  assert.equal(model.table.game, 'g');
  assert.equal(model.movingSeat, 1);
});

test('players with one name are told apart by their seats', () => {
  const model = begun({ players: ['club', 'club'] });
  model.players = ['Black', 'White'].map((seat_name) => ({ seat_name, player: 'level', name: 'club', person: false, connected: true }));
  assert.deepEqual(model.names, ['Club (Black)', 'Club (White)']);
});

test('a takeback returns to the seat’s last move', () => {
  const model = begun({ moves: ['a', '12', 'b', 'c', '34'], movers: [1, 'chance', 2, 2, 'chance'] });
  assert.equal(model.pliesToTakeBack(1), 5);
  assert.equal(model.pliesToTakeBack(2), 2);
  assert.equal(model.pliesToTakeBack(3), 0);
});

test('a table sent with an event replaces the old state', () => {
  const model = begun();
  model.receive(played(1, 1, 'a'), 0);
  model.past.set(1, view('old'));
  model.receive(event('move_taken_back', { ...table({ redoable: 1 }), view: view('start') }), 0);
  assert.equal(model.ply, 0);
  assert.equal(model.past.size, 0);
  assert.equal(model.table.redoable, 1);
});

test('no move can be made from an earlier position', () => {
  const model = begun();
  model.shown = 0;
  model.receive({ type: 'position', ply: 0, view: view('past') }, 0);
  assert.equal(model.shownView.position, 'past');
  assert.equal(model.movingSeat, null);
});

test('a premove can be set while the opponent thinks', () => {
  const model = begun({ turn: 2, asked: null });
  assert.equal(model.mayPremove, true);
  assert.equal(begun().mayPremove, false);
});

test('the turn is shown in the page’s language, and other server messages unchanged', () => {
  const model = begun();
  assert.equal(model.turnSentence, 'Your move: start is the only move.');
  model.receive({ ...played(1, 1, 'a'), view: { ...view('a'), legal_moves: [] } }, 0);
  model.receive(event('turn_started', { ply: 1, turn: 2, clocks: [], say: 'White (Club) is thinking.' }), 0);
  assert.equal(model.turnSentence, 'White (Club) is thinking.');
  model.players[1].name = 'master';
  assert.equal(model.turnSentence, 'White (Master) is thinking.', 'a level has its name in the language of the page');
  model.receive(event('clock_expired', { seat: 2, say: 'White ran out of time.' }), 0);
  assert.equal(model.turnSentence, null);
  assert.equal(model.say, 'White ran out of time.');
});

test('a client that joins late gets the search output of each move', () => {
  const model = begun();
  const reports = [null, { seconds: 2, thinking: { seat: 2, depth: 9, nodes: 70, evaluations: 30, cutoffs: 7, score: 0.5 } }, { seconds: 1 }];
  model.receive({ type: 'state', sequence: 9, seats: [1], players: model.players, table: table({ moves: ['a', 'b', 'c'], movers: [1, 2, 1] }), view: view('c'), reports, say: '' }, 0);
  assert.deepEqual(model.thoughts.get(2), { score: -0.5, depth: 9, nodes: 70, evaluations: 30, cutoffs: 7, seconds: 2, seat: 2 });
  assert.deepEqual([...model.seconds], [[2, 2], [3, 1]]);
  assert.equal(model.usage[1].nodes, null, 'the time of the first move is not known');
});

test('a refusal is announced', () => {
  const model = begun();
  model.receive({ type: 'refused', id: 1, why: '22x15 must be taken' }, 0);
  assert.equal(model.say, '22x15 must be taken');
  assert.equal(model.isRefusal, true);
  model.receive(event('turn_started', { ply: 0, turn: 1, clocks: [], say: 'Your move.' }), 0);
  assert.equal(model.isRefusal, false);
});

test('unknown events and messages change nothing', () => {
  const model = begun();
  model.receive(event('weather_changed', {}), 0);
  model.receive({ type: 'gossip' }, 0);
  assert.equal(model.ply, 0);
});

test('moves appear in rows, after their rolls', () => {
  const rows = moveRows(['31', 'a', '66', 'b', 'c'], ['chance', 2, 'chance', 1, 2], 2);
  assert.deepEqual(rows.map((row) => row.map((entry) => entry && `${entry.chance} ${entry.text} ${entry.ply}`)), [[null, '31 a 2'], ['66 b 4', ' c 5']]);
});

test('a seat that moves twice begins a row', () => {
  assert.deepEqual(moveRows(['a', 'b', 'c'], [1, 1, 2], 2).map((row) => row.map((entry) => entry?.text)), [['a', undefined], ['b', 'c']]);
});

test('clocks round up and show tenths at the end', () => {
  assert.deepEqual([300, 299.2, 3723, 59.01, 10, 9.95, 9.91, 0.04, 0].map(clockText), ['5:00', '5:00', '1:02:03', '1:00', '0:10', '0:10', '0:10', '0:00.1', '0:00.0']);
});

test('scores have a sign and a description in words', () => {
  assert.deepEqual([{ score: 0.344 }, { score: -1 }, { win_in: 5 }, { loss_in: 4 }, { score: null }].map(scoreText), ['+0.34', '−1.00', 'win in 5', 'loss in 4', '–']);
  assert.deepEqual([0, 0.34, -1, 3, -9, 100, null].map(scoreInWords), ['equal', 'slightly better', 'worse', 'much better', 'losing', 'wins', '']);
});

test('the board is flipped for the seat at the top', () => {
  const at = (row, owner) => ({ row, pieces: owner ? [{ owner }] : [] });
  const squares = [at(0, 1), at(3, 0), at(7, 2)];
  assert.equal(isTurnedFor({ squares }, 1), true);
  assert.equal(isTurnedFor({ squares }, 2), false);
  assert.equal(isTurnedFor({ squares: [at(0, 0)] }, 1), false);
  assert.equal(isTurnedFor({ squares: [at(0, 1), at(0, 2)] }, 1), false);
});

test('a result is shown from the client’s side', () => {
  const names = ['Ann', 'Bob'];
  assert.equal(resultText({ payoffs: [1, -1], reason: '' }, [1], names), 'You win');
  assert.equal(resultText({ payoffs: [1, -1], reason: '' }, [2], names), 'You lose');
  assert.equal(resultText({ payoffs: [1, -1], reason: '' }, [], names), 'Ann wins');
  assert.equal(resultText({ payoffs: [0, 0], reason: '' }, [1], names), 'Draw');
  assert.equal(resultText({ payoffs: null, reason: '' }, [1], names), 'No result');
});

test('the page detects games in which moves only place a piece', () => {
  const seen = (changes) => {
    const model = new MatchModel();
    const shown = { ...view('a'), legal_moves: [], diagram: { squares: [{ pieces: [{}] }, { pieces: [] }] }, ...changes };
    model.receive({ type: 'state', sequence: 1, seats: [2], director: false, players: [], table: table(), view: shown, say: '' }, 0);
    return model.isPlacing;
  };
  assert.equal(seen({}), false);
  assert.equal(seen({ diagram: { squares: [{ pieces: [] }] } }), true);
  assert.equal(seen({ squares: [4] }), true);
  assert.equal(seen({ squares: [4, 8] }), false);
  assert.equal(seen({ legal_moves: [{ move: 'd3', squares: [19] }, { move: 'pass', squares: [] }], squares: [4, 8] }), true);
});

test('a screen reader hears the moves since the user’s last move, with the dice', () => {
  const model = begun();
  assert.equal(model.newMoves, '');
  model.receive(played(1, 1, 'e4'), 0);
  assert.equal(model.newMoves, '', 'the own move is known');
  model.receive(played(2, 2, 'd5'), 0);
  assert.equal(model.newMoves, 'White: d5.');
  model.receive(played(3, 2, 'd4'), 0);
  assert.equal(model.newMoves, 'White: d5. White: d4.');
  model.receive(event('chance_decided', { ply: 4, turn: 'chance', move: '31', position: 'b', seconds: 0, clock: null, view: view('b') }), 0);
  assert.equal(model.newMoves, 'White: d5. White: d4. 31.');
  model.seats = [];
  assert.equal(model.newMoves, 'White: d4. 31.', 'a spectator hears the last move');
});

test('a draw offer and the answer to it leave the turn visible', () => {
  const model = begun();
  model.receive(event('draw_offered', { seat: 1, say: 'Black offers a draw.' }), 0);
  assert.equal(model.turnSentence, 'You offered a draw. Your move: start is the only move.');
  model.receive(played(1, 1, 'a'), 0);
  model.receive(event('turn_started', { turn: 2, clocks: [60, 60], say: 'White (Club) is thinking.' }), 0);
  assert.equal(model.turnSentence, 'You offered a draw. White (Club) is thinking.');
  model.receive(event('draw_declined', { seat: 2, say: 'White declines the draw.' }), 0);
  model.receive(played(2, 2, 'b'), 0);
  model.receive(event('turn_started', { turn: 1, clocks: [60, 60], say: 'Your move.' }), 0);
  assert.equal(model.turnSentence, 'White declined the draw. Your move: b is the only move.');
  model.receive(played(3, 1, 'c'), 0);
  model.receive(event('turn_started', { turn: 2, clocks: [60, 60], say: 'White (Club) is thinking.' }), 0);
  assert.equal(model.turnSentence, 'White (Club) is thinking.');
  model.receive(event('draw_offered', { seat: 2, say: 'White offers a draw.' }), 0);
  assert.equal(model.turnSentence, 'White offers a draw. White (Club) is thinking.');
});

test('new moves are announced at the start of a turn and at the end of the match', () => {
  const model = begun({ moves: ['e4', 'd5'], movers: [1, 2] });
  assert.equal(model.saysMoves, true);
  model.shown = 1;
  assert.equal(model.saysMoves, false, 'the past is shown');
  model.shown = null;
  model.receive({ type: 'refused', id: 1, why: 'no' }, 0);
  assert.equal(model.saysMoves, false, 'a refusal has its sentence');
  model.receive(event('match_ended', { payoffs: [-1, 1], reason: 'checkmate', say: 'White wins: checkmate.' }), 0);
  assert.equal(model.saysMoves, true);
});

test('a move is named with its number in the list', () => {
  const label = (moves, movers, seats = 2) => moveLabel(moves, movers, seats);
  assert.equal(label(['e4', 'e5', 'Nf3'], [1, 2, 1]), '2. Nf3');
  assert.equal(label(['e4', 'e5'], [1, 2, 1]), '1… e5');
  assert.equal(label(['31', '8/5,6/5', '42'], ['chance', 1, 'chance']), '42');
  assert.equal(label(['a', 'b', 'c'], [1, 2, 3], 3), '1. c');
});
