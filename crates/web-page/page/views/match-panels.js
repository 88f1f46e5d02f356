// The parts around the board of a match: the seats above and below it, the list of moves, the graph of scores.

import { h, s, setText } from '../dom.js';
import { moveRows } from '../match-model.js';
import { heap } from '../pieces.js';

/** @typedef {import('../match-model.js').MatchModel} MatchModel */
/** @typedef {import('../match-model.js').Piece} Piece */
/** @typedef {import('../match-model.js').View} View */

/** A seat without anybody. */
export function seatNode() {
  const parts = { sign: h('span', { class: 'sign', 'aria-hidden': 'true' }), name: h('span', { class: 'player' }), what: h('span', { class: 'what' }), taken: h('span', { class: 'taken' }), clock: h('span', { class: 'clock', role: 'timer' }) };
  return { node: h('div', { class: 'seat' }, parts.sign, h('div', { class: 'who' }, parts.name, parts.what), parts.taken, parts.clock), ...parts };
}

/** Shows who sits there, whose turn it is and what was taken. @param {ReturnType<typeof seatNode>} parts @param {MatchModel} model @param {number[]} seats shown here, the first one with its clock @param {View | null} first */
export function fillSeat({ node, sign, name, what, taken }, model, seats, first) {
  const running = typeof model.table?.turn === 'number' && !model.table.ending ? model.table.turn : 0;
  const shown = seats.includes(running) ? running : seats[0];
  node.dataset.seat = String(shown);
  node.classList.toggle('turn', shown === running);
  const players = seats.map((seat) => model.players[seat - 1]).filter(Boolean);
  setText(name, seats.map((seat) => model.names[seat - 1]).join(', '));
  const isGone = players.some((player) => player.person && !player.connected);
  const isPerson = model.players[shown - 1]?.person;
  const seatName = model.players[shown - 1]?.seat_name ?? '';
  const state = isGone ? (players.some((player) => player.name === null) ? 'free' : 'not here') : shown === running ? (isPerson ? 'to move' : 'thinking') : '';
  setText(what, [name.textContent?.includes(seatName) ? '' : seatName, state].filter(Boolean).join(' · '));
  const piece = (first && pieceOf(first, shown)) ?? (model.view ? pieceOf(model.view, shown) : undefined);
  const key = piece ? `${piece.role} ${piece.color} ${piece.text} ${piece.owner}` : `${shown}`;
  if (sign.dataset.key !== key) {
    sign.dataset.key = key;
    sign.replaceChildren(...(piece ? [heap([piece], false)] : [String(shown)]));
  }
  const gone = first && model.view ? takenFrom(first, model.view, seats.length === 1 ? shown : 0) : [];
  const list = gone.map((each) => each.name).join();
  if (taken.dataset.key === list) return;
  taken.dataset.key = list;
  taken.replaceChildren(...(gone.length > 0 ? [heap(gone, false), h('span', { class: 'hidden', text: `has taken ${gone.length}` })] : []));
}

/** A common piece of a seat. @param {View} view @param {number} seat @returns {Piece | undefined} */
function pieceOf(view, seat) {
  const all = allPieces(view).filter((piece) => piece.owner === seat && piece.kind === 'piece');
  const count = (/** @type {Piece} */ piece) => all.filter((other) => other.text === piece.text).length;
  return all.sort((one, other) => count(other) - count(one))[0];
}

/** @param {View} view */
const allPieces = ({ diagram }) => [...diagram.squares, ...diagram.zones.flatMap((zone) => zone.squares)].flatMap((square) => square.pieces);

/** The pieces that this seat has taken: those that others had at the start and have no more. @param {View} first @param {View} now @param {number} seat @returns {Piece[]} */
function takenFrom(first, now, seat) {
  const [before, after] = [allPieces(first), allPieces(now)].map((list) => list.filter((piece) => piece.kind === 'piece' && piece.owner !== null));
  const lost = before.filter((piece) => piece.owner !== seat).length - after.filter((piece) => piece.owner !== seat).length;
  if (lost <= 0 || after.length >= before.length || seat === 0) return [];
  const left = after.map((piece) => piece.name);
  const gone = before.filter((piece) => {
    const index = left.indexOf(piece.name);
    if (index >= 0) left.splice(index, 1);
    return index < 0 && piece.owner !== seat;
  });
  return gone.slice(0, lost);
}

/**
 * Lists the moves in rows, the one that is shown in the middle.
 * @param {HTMLElement} node @param {MatchModel} model @param {(ply: number) => void} step
 */
export function showMoves(node, model, step) {
  const { moves, movers } = model.table ?? { moves: [], movers: [] };
  const now = model.shown ?? model.ply;
  const key = JSON.stringify([moves.length, moves.at(-1), now]);
  if (node.dataset.key === key) return;
  node.dataset.key = key;
  const seats = model.players.length;
  const rows = moveRows(moves, movers, seats);
  const cell = (/** @type {import('../match-model.js').Entry | null} */ entry) => {
    if (!entry) return h('span');
    const throws = entry.chance.length > 2 ? `${entry.chance.length} draws` : entry.chance.join(' ');
    const isNow = entry.ply === now;
    return h('button', { type: 'button', class: isNow ? 'now' : '', 'aria-current': isNow ? 'step' : null, tabindex: isNow ? 0 : -1, onclick: () => step(entry.ply) }, throws && h('small', { text: `${throws} ` }), entry.text);
  };
  const nodes = rows.flatMap((row, index) => [h('span', { class: 'number', text: `${index + 1}.` }), ...row.map(cell)]);
  const empty = h('p', { class: 'soft', text: 'The moves are listed here. Click one to see the position after it.' });
  node.style.setProperty('--seats', String(seats));
  node.replaceChildren(...(nodes.length > 0 ? nodes : [empty]));
  const current = /** @type {HTMLElement | null} */ (node.querySelector('.now'));
  if (current) node.scrollTop = current.offsetTop - node.clientHeight / 2;
}

/**
 * Draws the score after each move, from the first seat's side.
 * @param {HTMLElement} node @param {MatchModel} model
 */
export function showGraph(node, model) {
  const points = [...model.thoughts].filter(([, { score }]) => score !== null).sort(([one], [other]) => one - other);
  const last = Math.max(20, model.ply);
  const x = (/** @type {number} */ ply) => ((ply / last) * 400).toFixed(1);
  const y = (/** @type {number | null} */ score) => (32 - 28 * Math.tanh((score ?? 0) / 3)).toFixed(1);
  const line = points.map(([ply, { score }], index) => `${index ? 'L' : 'M'}${x(ply)} ${y(score)}`).join('');
  const now = model.shown ?? model.ply;
  const picture = s('svg', { viewBox: '0 0 400 64', preserveAspectRatio: 'none' }, s('path', { d: 'M0 32H400', class: 'zero' }), s('path', { d: `M${x(now)} 0V64`, class: 'here' }), s('path', { d: line || 'M0 32', class: 'curve' }));
  const better = model.names;
  node.replaceChildren(h('span', { class: 'axis', text: `${better[0] ?? ''} better` }), picture, h('span', { class: 'axis', text: points.length ? `${better[1] ?? ''} better` : 'The score of each move is drawn here' }), h('span', { class: 'axis end', text: `move ${last}` }));
}
