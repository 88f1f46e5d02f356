// The parts around the board of a match: the seats above and below it, the move list, the score graph.

import { duration, h, named, reasonText, s, setText, shortNumber, t, localized } from '../dom.js';
import { chanceText, moveRows, resultText, scoreInWords, scoreOf, scoreText } from '../match-model.js';
import { heap } from '../pieces.js';

/** @typedef {import('../match-model.js').MatchModel} MatchModel */
/** @typedef {import('../match-model.js').Piece} Piece */
/** @typedef {import('../match-model.js').View} View */

/** An empty seat. */
export function seatNode() {
  const parts = { sign: h('span', { class: 'sign', 'aria-hidden': 'true' }), name: h('span', { class: 'player' }), what: h('span', { class: 'what' }), taken: h('span', { class: 'taken' }), clock: h('span', { class: 'clock', role: 'timer' }) };
  return { node: h('div', { class: 'seat' }, parts.sign, h('div', { class: 'who' }, parts.name, parts.what), parts.taken, parts.clock), ...parts };
}

/**
 * Shows the player, the turn and the captured pieces.
 * @param {ReturnType<typeof seatNode>} parts @param {MatchModel} model
 * @param {number[]} seats shown here, the first of them with its clock @param {View | null} first
 */
export function fillSeat({ node, sign, name, what, taken }, model, seats, first) {
  const running = typeof model.table?.turn === 'number' && !model.table.ending ? model.table.turn : 0;
  const shown = seats.includes(running) ? running : seats[0];
  node.dataset.seat = String(shown);
  node.classList.toggle('turn', shown === running);
  const players = seats.map((seat) => model.players[seat - 1]).filter(Boolean);
  setText(name, seats.map((seat) => model.names[seat - 1]).join(', '));
  const isGone = players.some((player) => player.person && !player.connected);
  const isPerson = model.players[shown - 1]?.person;
  const seatName = named(model.players[shown - 1]?.seat_name ?? '');
  const state = isGone ? (players.some((player) => player.name === null) ? t('match.free') : t('match.away')) : shown === running ? (isPerson ? t('match.to-move') : t('match.thinking')) : '';
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
  taken.replaceChildren(...(gone.length > 0 ? [heap(gone, false), h('span', { class: 'hidden', text: t('match.taken', { count: gone.length }) })] : []));
}

/** A typical piece of a seat. @param {View} view @param {number} seat @returns {Piece | undefined} */
function pieceOf(view, seat) {
  const all = allPieces(view).filter((piece) => piece.owner === seat && piece.kind === 'piece');
  const count = (/** @type {Piece} */ piece) => all.filter((other) => other.text === piece.text).length;
  return all.sort((one, other) => count(other) - count(one))[0];
}

/** @param {View} view */
const allPieces = ({ diagram }) => [...diagram.squares, ...diagram.zones.flatMap((zone) => zone.squares)].flatMap((square) => square.pieces);

/**
 * The pieces that this seat has captured, that is, pieces that other seats have lost since the start.
 * @param {View} first @param {View} now @param {number} seat @returns {Piece[]}
 */
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
 * Buttons for going to the first position, one move back, one move on, and to the last position.
 * @param {(to: (here: number, last: number) => number) => void} step takes a function that maps the current and the
 * last place to the new place
 */
export function stepButtons(step) {
  const button = (/** @type {string} */ label, /** @type {string} */ drawing, /** @type {(here: number, last: number) => number} */ to) =>
    h('button', { type: 'button', class: 'icon', 'aria-label': label, title: label, onclick: () => step(to) }, s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: drawing })));
  return [
    button(t('match.first'), 'M7 5V19M18 5 10 12 18 19', () => 0),
    button(t('match.one-back'), 'M15 5 7 12 15 19', (here) => here - 1),
    button(t('match.one-on'), 'M9 5 17 12 9 19', (here) => here + 1),
    button(t('match.present'), 'M6 5 14 12 6 19M17 5V19', (_, last) => last),
  ];
}

/**
 * Lists the moves in rows, with the shown move in the middle.
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
    const throws = chanceText(entry.chance);
    const isNow = entry.ply === now;
    return h('button', { type: 'button', class: isNow ? 'now' : '', 'aria-current': isNow ? 'step' : null, tabindex: isNow ? 0 : -1, onclick: () => step(entry.ply) }, throws && h('small', { text: `${throws} ` }), entry.text);
  };
  const nodes = rows.flatMap((row, index) => [h('span', { class: 'number', text: `${index + 1}.` }), ...row.map(cell)]);
  const empty = h('p', { class: 'soft', text: t('match.no-moves') });
  node.style.setProperty('--seats', String(seats));
  node.replaceChildren(...(nodes.length > 0 ? nodes : [empty]));
  const current = /** @type {HTMLElement | null} */ (node.querySelector('.now'));
  if (current) node.scrollTop = current.offsetTop - node.clientHeight / 2;
}

/** The thinking of a match's programs, with one DOM node per program. @param {MatchModel} model */
export function thoughtNodes(model) {
  return model.players.flatMap((player, index) => {
    if (player.person) return [];
    const parts = { seat: index + 1, score: h('span', { class: 'score', text: '–' }), words: h('span', { class: 'words', text: t('match.not-thinking', { name: model.names[index] }) }), meta: h('span', { class: 'meta', title: t('match.meta') }), line: h('span', { class: 'line' }) };
    return [{ node: h('div', { class: 'think' }, parts.score, parts.words, parts.meta, parts.line), ...parts }];
  });
}

/** Updates the programs' thinking. @param {ReturnType<typeof thoughtNodes>} nodes @param {MatchModel} model */
export function showThoughts(nodes, model) {
  for (const { seat, score, words, meta, line } of nodes) {
    const thought = model.lines.get(seat);
    if (!thought) continue;
    setText(score, scoreText(thought));
    setText(words, [model.names[seat - 1], scoreInWords(scoreOf(thought))].filter(Boolean).join(': '));
    setText(meta, t('match.depth', { depth: thought.depth, nodes: shortNumber(thought.nodes) }));
    setText(line, thought.line.join(' '));
  }
}

/** Details of an ending besides its reason. @param {string} [detail] */
function detailNodes(detail) {
  return detail ? [': ', h('span', localized(detail))] : [];
}

/**
 * The end of a match, and what the user can do next.
 * @param {MatchModel} model @param {string} match @param {() => void} askRematch
 */
export function endingNodes(model, match, askRematch) {
  const { names, rematch, seats } = model;
  const ending = /** @type {import('../match-model.js').Ending} */ (model.table?.ending);
  const who = ending.seat ? `${names[ending.seat - 1]}: ` : '';
  const reason = reasonText(ending.reason);
  const hasAsked = rematch.some((seat) => seats.includes(seat));
  const again = seats.length > 0 && h('button', { type: 'button', class: 'main', disabled: hasAsked, text: hasAsked ? t('match.asked') : rematch.length > 0 ? t('match.accept') : t('match.rematch'), onclick: askRematch });
  const analyze = h('a', { class: 'button', href: `/study?match=${encodeURIComponent(match)}`, text: t('match.analyze') });
  const row = h('div', { class: 'row' }, again, analyze, h('a', { class: 'button', href: '/', text: t('match.new') }));
  return [h('h2', { class: 'result', text: resultText(ending, seats, names) }), h('p', { class: 'soft' }, who, h('span', reason), ...detailNodes(ending.detail)), usageTable(model), row];
}

/** Statistics of each player: moves, time, and nodes of searches. @param {MatchModel} model */
function usageTable(model) {
  const { names, usage } = model;
  const rows = /** @type {[string, (string | null)[]][]} */ ([
    [t('usage.moves'), usage.map(({ moves }) => String(moves))],
    [t('usage.time'), usage.map(({ seconds }) => seconds === null ? null : duration(seconds))],
    ...(usage.some(({ nodes }) => nodes) ? [[t('usage.positions'), usage.map(({ nodes }) => nodes ? shortNumber(nodes) : null)]] : []),
    ...(usage.some(({ evaluations }) => evaluations) ? [[t('usage.evaluations'), usage.map(({ evaluations }) => evaluations ? shortNumber(evaluations) : null)]] : []),
    ...(usage.some(({ cutoffs }) => cutoffs) ? [[t('usage.cutoffs'), usage.map(({ cutoffs }) => cutoffs ? shortNumber(cutoffs) : null)]] : []),
  ]);
  const known = rows.filter(([, values]) => values.some((value) => value !== null));
  const head = h('tr', {}, h('td'), ...names.map((text) => h('th', { scope: 'col', text })));
  return h('table', { class: 'usage', 'aria-label': t('usage') }, h('thead', {}, head), h('tbody', {}, ...known.map(([text, values]) => h('tr', {}, h('th', { scope: 'row', text }), ...values.map((value) => h('td', { text: value ?? '–' }))))));
}

/**
 * Draws the score after each move, from the first seat's point of view. Draws nothing if there are more than two seats.
 * @param {HTMLElement} node @param {MatchModel} model
 */
export function showGraph(node, model) {
  node.hidden = model.players.length > 2;
  const points = [...model.thoughts].filter(([, { score }]) => score !== null).sort(([one], [other]) => one - other);
  const last = Math.max(20, model.ply);
  const x = (/** @type {number} */ ply) => ((ply / last) * 400).toFixed(1);
  const y = (/** @type {number | null} */ score) => (32 - 28 * Math.tanh((score ?? 0) / 3)).toFixed(1);
  const line = points.map(([ply, { score }], index) => `${index ? 'L' : 'M'}${x(ply)} ${y(score)}`).join('');
  const now = model.shown ?? model.ply;
  const picture = s('svg', { viewBox: '0 0 400 64', preserveAspectRatio: 'none' }, s('path', { d: 'M0 32H400', class: 'zero' }), s('path', { d: `M${x(now)} 0V64`, class: 'here' }), s('path', { d: line || 'M0 32', class: 'curve' }));
  const better = model.names;
  node.replaceChildren(h('span', { class: 'axis', text: t('match.better', { name: better[0] ?? '' }) }), picture, h('span', { class: 'axis', text: points.length ? t('match.better', { name: better[1] ?? '' }) : t('match.graph-empty') }), h('span', { class: 'axis end', text: t('match.move-number', { ply: last > model.ply ? last / 2 : model.moveCount }) }));
}
