// The parts of a tournament's page: tables, plots, the bracket of a knockout.

import { h, s, t } from '../dom.js';
import { curve, endingText, estimateText, faultsText, ratingPlaces, signed } from '../tournament-model.js';

/** @typedef {import('../tournament-model.js').Tournament} Tournament */
/** @typedef {import('../tournament-model.js').Row} Row */
/** @typedef {import('../tournament-model.js').Encounter} Encounter */

/** A part of a page with its title. @param {string} title @param {...(Node | null)} children */
export const part = (title, ...children) => h('section', { class: 'card part' }, h('h2', { text: title }), ...children);

/** Content that scrolls if it is wider than the page. @param {string} label @param {...Node} children */
export const wide = (label, ...children) => h('div', { class: 'wide', role: 'region', 'aria-label': label, tabindex: 0 }, ...children);

const cell = (/** @type {string | number} */ text, name = '') => h('td', { class: name || null, text: String(text) });
const corner = () => h('td', { class: 'place' });
const head = (/** @type {string} */ text, title = '', name = '') => h('th', { scope: 'col', class: name || null, title: title || null, text });

/** All players, best first. @param {Tournament} tournament */
export function standingsTable({ standings, settings, stakes }) {
  const { players } = standings;
  const has = {
    draws: players.some(({ draws }) => draws > 0),
    distinct: standings.distinct_games < standings.games,
    ties: players.length > 2 && settings.format !== 'knockout',
    swiss: settings.format === 'swiss',
    faults: players.some(({ faults }) => Object.keys(faults).length > 0),
  };
  const columns = /** @type {[string, string, (row: Row) => string | number][]} */ ([
    [t('table.points'), t('table.points-title'), (/** @type {Row} */ { points }) => points.toFixed(1)],
    [t('tournament.games'), '', (/** @type {Row} */ { games }) => games],
    has.distinct && [t('table.distinct'), t('table.distinct-title'), (/** @type {Row} */ row) => row.distinct_games],
    [t('table.won'), '', (/** @type {Row} */ { wins }) => wins],
    has.draws && [t('table.drawn'), '', (/** @type {Row} */ row) => row.draws],
    [t('table.lost'), '', (/** @type {Row} */ { losses }) => losses],
    stakes && [t('table.payoff'), t('table.payoff-title'), (/** @type {Row} */ row) => estimateText(row.payoff.mean, 2)],
    ['Elo', t('table.elo-title'), (/** @type {Row} */ { elo }) => estimateText(elo, 0)],
    has.ties && ['SB', t('table.sb-title'), (/** @type {Row} */ row) => row.sonneborn_berger.toFixed(1)],
    has.ties && ['Buchholz', t('table.buchholz-title'), (/** @type {Row} */ row) => row.buchholz.toFixed(1)],
    has.swiss && [t('table.rematches'), '', (/** @type {Row} */ row) => row.rematches],
    has.swiss && [t('table.byes'), '', (/** @type {Row} */ row) => row.byes],
  ].filter(Boolean));
  const rows = players.map((row, index) => h('tr', {}, cell(index + 1, 'place'), h('th', { scope: 'row', class: 'name', text: row.name }), ...columns.map(([, , text]) => cell(text(row))), has.faults && cell(faultsText(row), 'fault')));
  return h('table', {}, h('thead', {}, h('tr', {}, corner(), head(t('table.player'), '', 'name'), ...columns.map(([text, title]) => head(text, title)), has.faults && head(t('table.faults'), '', 'name'))), h('tbody', {}, ...rows));
}

/** The crosstable, with a button for each pairing. @param {Tournament} tournament @param {number[]} chosen @param {(players: number[]) => void} choose */
export function crossTable({ standings, order, cross = [] }, chosen, choose) {
  const names = standings.players.map(({ name }) => name);
  const score = (/** @type {number} */ row, /** @type {number} */ column) => {
    if (row === column) return h('td', { class: 'self' });
    const [one, other] = [order[row], order[column]];
    const found = cross[one]?.[other];
    if (!found) return cell('–', 'soft');
    const [points, games] = found;
    const text = `${points.toFixed(1)}/${games.toFixed(0)}`;
    const isChosen = chosen.length === 2 && chosen.includes(one) && chosen.includes(other);
    const button = h('button', { type: 'button', 'data-cell': `${one}-${other}`, 'aria-pressed': String(isChosen), 'aria-label': t('cross.cell', { one: names[row], other: names[column], score: text }), onclick: () => choose([one, other]) }, text);
    button.style.setProperty('--share', `${Math.round((100 * points) / games)}%`);
    return h('td', {}, button);
  };
  const rows = names.map((name, row) => h('tr', {}, cell(row + 1, 'place'), h('th', { scope: 'row', class: 'name', text: name }), ...names.map((_, column) => score(row, column))));
  return h('table', { class: 'cross' }, h('thead', {}, h('tr', {}, corner(), head(t('table.player'), '', 'name'), ...names.map((name, index) => head(String(index + 1), name)))), h('tbody', {}, ...rows));
}

/** The ratings with their error bars; null if there is nothing to compare. @param {Row[]} players */
export function ratingPlot(players) {
  const plot = ratingPlaces(players);
  if (!plot) return null;
  const percent = (/** @type {number} */ part) => `${(100 * part).toFixed(2)}%`;
  const rows = plot.rows.flatMap(({ name, value, error, at, from, to }) => {
    const bar = h('span', { class: 'whisker' });
    Object.assign(bar.style, { left: percent(from), width: percent(to - from) });
    const point = h('span', { class: 'point-at' });
    point.style.left = percent(at);
    const zero = h('span', { class: 'zero-at' });
    zero.style.left = percent(plot.zero);
    return [h('span', { class: 'plot-name', text: name }), h('span', { class: 'plot-row', role: 'img', 'aria-label': `Elo ${signed(value, 0)} ± ${error.toFixed(0)}` }, zero, bar, point)];
  });
  const axis = h('span', { class: 'plot-axis', 'aria-hidden': 'true' }, h('span', { text: signed(plot.low, 0) }), h('span', { text: signed(plot.high, 0) }));
  return h('div', { class: 'plot' }, ...rows, h('span'), axis);
}

const WIDTH = 600;
const HEIGHT = 150;

/**
 * The first player's Elo over time with its error band, and the test; null before the first pair.
 * @param {Tournament} tournament
 */
export function historyPlots({ history, standings, settings }) {
  if (history.length < 2) return null;
  const [first, second] = settings.players.map(({ name }) => name);
  const newest = /** @type {import('../tournament-model.js').HistoryPoint} */ (history.at(-1));
  const elo = curve(history.map(([games, value, error]) => [games, value, error ?? 0]), WIDTH, HEIGHT);
  const plots = [plot(t('plot.elo', { first, second, elo: `${signed(newest[1], 0)} ± ${(newest[2] ?? 0).toFixed(0)}` }), elo, [])];
  const { sprt } = standings;
  if (sprt) {
    const llr = curve(history.map(([games, , , value]) => [games, value ?? 0, 0]), WIDTH, HEIGHT, [sprt.low, sprt.high]);
    const verdict = { open: t('sprt.open'), h0: t('sprt.h0'), h1: t('sprt.h1') }[sprt.verdict] ?? sprt.verdict;
    plots.push(plot(t('plot.llr', { llr: sprt.llr.toFixed(2), low: sprt.low.toFixed(2), high: sprt.high.toFixed(2), verdict }), llr, [sprt.low, sprt.high]));
  }
  return h('div', { class: 'histories' }, ...plots);
}

/** @param {string} title @param {ReturnType<typeof curve>} drawn @param {number[]} bounds */
function plot(title, { line, band, low, high, last, y }, bounds) {
  const across = (/** @type {number} */ value, /** @type {string} */ name) => s('path', { d: `M0 ${y(value).toFixed(1)}H${WIDTH}`, class: name });
  const picture = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': title },
    s('polygon', { points: band, class: 'band' }), across(0, 'zero'), ...bounds.map((bound) => across(bound, 'bound')), s('polyline', { points: line, class: 'curve' }));
  const axis = h('span', { class: 'axis-y', 'aria-hidden': 'true' }, h('span', { text: signed(high, high - low < 20 ? 1 : 0) }), h('span', { text: signed(low, high - low < 20 ? 1 : 0) }));
  return h('figure', {}, h('figcaption', { text: title }), h('div', { class: 'drawing' }, axis, picture), h('span', { class: 'axis-x', 'aria-hidden': 'true', text: t('games', { count: last }) }));
}

/** The rounds of a knockout from left to right. @param {Tournament} tournament @param {(players: number[]) => void} choose */
export function bracket({ standings, settings }, choose) {
  const { knockout } = standings;
  if (!knockout) return null;
  const index = (/** @type {string | null} */ name) => settings.players.findIndex((player) => player.name === name);
  const most = Math.max(...knockout.rounds.map(({ encounters }) => encounters.length));
  const rounds = knockout.rounds.map(({ round, encounters }) => {
    const title = encounters.length === 1 && most > 1 ? t('bracket.final') : t('round', { round });
    return h('li', { class: 'bracket-round' }, h('h3', { text: title }), ...encounters.map((encounter) => duel(encounter, () => choose(encounter.players.map(index)))));
  });
  const { winner, decided_by: by } = knockout;
  const how = by === 'replay' ? t('bracket.replay') : by === 'seeding' ? t('bracket.seeding') : '';
  const victory = winner && h('li', { class: 'bracket-round' }, h('h3', { text: t('bracket.winner') }), h('p', { class: 'winner' }, h('b', { text: winner }), how));
  return h('ol', { class: 'bracket' }, ...rounds, victory);
}

/** @param {Encounter} encounter @param {() => void} choose */
function duel({ players, scores, winner, decided_by: by }, choose) {
  const total = (/** @type {number} */ side) => scores.map((pair) => pair[side].toFixed(1)).join(' + ');
  const side = (/** @type {number} */ number) => h('span', { class: players[number] === winner ? 'advances' : '' }, h('span', { class: 'name', text: players[number] ?? t('bracket.nobody') }), h('span', { text: total(number) || '–' }));
  const note = by === 'seeding' ? h('small', { text: t('bracket.drawn') }) : null;
  return h('button', { type: 'button', class: 'duel', disabled: scores.length === 0, onclick: choose }, side(0), side(1), note, h('span', { class: 'hidden', text: winner ? t('bracket.goes-on', { name: winner }) : t('bracket.show') }));
}

/** A table of how often games ended in each way. @param {Tournament} tournament */
export function endingsTable({ standings: { endings } }) {
  const all = endings.reduce((sum, { games }) => sum + games, 0);
  const rows = endings.map((ending) => h('tr', {}, h('th', { scope: 'row', class: 'name', text: endingText(ending) }), cell(ending.games), cell(`${((100 * ending.games) / all).toFixed(1)}%`)));
  return h('table', {}, h('thead', {}, h('tr', {}, head(t('table.reason'), '', 'name'), head(t('tournament.games')), head(t('table.share')))), h('tbody', {}, ...rows));
}
