// The model of a tournament, from the server's messages. Nothing here draws.

import { decimal, duration, locale, reasonText, t } from './dom.js';

/** A number, with half of its 95 % interval. @typedef {{ value: number, error: number } | null} Estimate */
/** @typedef {{ name: string, points: number, games: number, distinct_games: number, wins: number, draws: number, losses: number, faults: Record<string, number>, payoff: { sum: number, per_game: number, mean?: Estimate }, elo: Estimate, rematches: number, byes: number, sonneborn_berger: number, buchholz: number }} Row */
/** @typedef {{ players: (string | null)[], scores: [number, number][], winner: string | null, decided_by: string | null }} Encounter */
/** @typedef {{ rounds: { round: number, encounters: Encounter[] }[], winner: string | null, decided_by: string | null }} Knockout */
/** @typedef {{ over: boolean, games: number, distinct_games: number, players: Row[], endings: { reason: string, rule: string, games: number }[], knockout?: Knockout, sprt?: { llr: number, low: number, high: number, verdict: string }, pairs?: any }} Standings */
/** @typedef {'running' | 'stopping' | 'elsewhere' | 'stopped' | 'over' | 'failed' | 'damaged'} Status */
/**
 * The number of games, the Elo difference, its error, and the log-likelihood ratio of a test.
 * @typedef {[number, number, number | null, number | null]} HistoryPoint
 */
/** @typedef {{ game: string, format: string, format_settings: Record<string, any>, pairs: number, seats: number, games_per_set: number, openings: string, seed: string | null, depth: number | null, nodes: number | null, time_control: string | null, move_limit: string | null, test: { elo0: number, elo1: number } | null, players: { name: string, player: string }[] }} Settings */
/** @typedef {{ tournament: string, title: string, status: Status, why: string | null, speed: { games_per_second: number, seconds_left: number } | null, finished: number, known: number, settings: Settings, standings: Standings, order: number[], stakes: boolean, summary: string | null, first_seat_text: string | null, knockout_text: string[], history: HistoryPoint[], cross?: ([number, number] | null)[][] }} Tournament */

/** Names of the statuses. @returns {Record<Status, string>} */
export const statusTexts = () => ({ running: t('status.running'), stopping: t('status.stopping'), elsewhere: t('status.elsewhere'), stopped: t('status.stopped'), over: t('status.over'), failed: t('status.failed'), damaged: t('status.damaged') });

/** Names of the formats. @returns {Record<string, string>} */
export const formatTexts = () => ({ 'round-robin': t('format.round-robin'), gauntlet: t('format.gauntlet'), swiss: t('format.swiss'), knockout: t('format.knockout'), groups: t('format.groups') });

/** Progress: "120 of 240 games · 3.2 per second · 38 s left". @param {Pick<Tournament, 'finished' | 'known' | 'speed' | 'settings' | 'status'>} tournament */
export function progressText({ finished, known, speed, settings, status }) {
  const isOpen = ['swiss', 'knockout', 'groups'].includes(settings.format) && status !== 'over';
  const parts = [isOpen ? t('tournament.so-far', { finished, known }) : t('tournaments.games-of', { finished, known })];
  if (speed) {
    const rate = speed.games_per_second;
    parts.push(rate >= 1 ? t('tournament.per-second', { rate: decimal(rate, 1) }) : t('tournament.per-minute', { rate: decimal(rate * 60, 1) }));
    const key = settings.test ? 'tournament.at-most' : isOpen ? 'tournament.round-left' : 'tournament.left';
    if (known > finished) parts.push(t(key, { time: longTime(speed.seconds_left) }));
  }
  return parts.join(' · ');
}

/** A duration in words, up to days. @param {number} seconds */
export function longTime(seconds) {
  if (seconds < 3600) return duration(Math.max(1, seconds)).replace(/[.,]\d s/, ' s');
  const hours = Math.round(seconds / 3600);
  return hours < 48 ? t('hours', { count: hours }) : t('days', { count: Math.round(hours / 24) });
}

/** The settings in one line. @param {Settings} settings */
export function factsText({ format, format_settings: numbers, pairs, seats, openings, seed, depth, nodes, time_control: time, move_limit: limit, test, players }) {
  const name = formatTexts()[format] ?? format;
  const more = [numbers.rounds && t('facts.rounds', { count: numbers.rounds }), numbers.heads > 1 && t('facts.heads', { count: numbers.heads }), numbers.groups && t('facts.groups', { count: numbers.groups })].filter(Boolean).join(', ');
  return [
    `${name}${more ? ` (${more})` : ''}`, t('facts.players', { count: players.length }), t(seats === 2 ? 'facts.pairs' : 'facts.sets', { count: pairs }), time ? t('facts.time', { time }) : t('facts.no-clock'),
    limit && t('facts.move-limit', { limit }), depth && t('facts.depth', { depth }), nodes && t('facts.nodes', { nodes }), t('facts.openings', { openings }), test && t('facts.test', test), seed && t('facts.seed', { seed }),
  ].filter(Boolean).join(' · ');
}

/** A number with its sign. @param {number} value @param {number} digits */
export const signed = (value, digits) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;

/** "+12 ± 34", or a dash. @param {Estimate | undefined} estimate @param {number} digits */
export const estimateText = (estimate, digits) => (estimate ? `${signed(estimate.value, digits)} ± ${estimate.error.toFixed(digits)}` : '–');

/** @param {Row} row */
export const faultsText = ({ faults }) => Object.entries(faults).map(([what, count]) => `${count} ${what}`).join(', ');

/** The name of an ending. @param {{ reason: string, rule: string }} ending */
export function endingText({ reason, rule }) {
  const words = (reason === 'rules' && rule ? [rule] : rule ? [reason, rule] : [reason]).map((word) => reasonText(word).text);
  return words.join(': ');
}

/**
 * Ratings and their errors, scaled to the range 0 to 1, with the lowest and the highest Elo; null if there is nothing
 * to compare.
 * @param {Row[]} rows
 */
export function ratingPlaces(rows) {
  const rated = rows.flatMap(({ name, elo }) => (elo ? [{ name, value: elo.value, from: elo.value - elo.error, to: elo.value + elo.error }] : []));
  const low = Math.min(0, ...rated.map(({ from }) => from));
  const high = Math.max(0, ...rated.map(({ to }) => to));
  if (rated.length < 2 || high - low < 1) return null;
  const place = (/** @type {number} */ elo) => (elo - low) / (high - low);
  return { low, high, zero: place(0), rows: rated.map(({ name, value, from, to }) => ({ name, value, error: (to - from) / 2, at: place(value), from: place(from), to: place(to) })) };
}

/**
 * A curve with a band around it, for a picture of this size: the points as SVG text, and the values at the edges.
 * @param {[number, number, number][]} points games, value, error @param {number} width @param {number} height @param
 * {number[]} [marks] values that the picture must include
 */
export function curve(points, width, height, marks = []) {
  const last = Math.max(1, ...points.map(([games]) => games));
  // The wide errors of the first few pairs would hide everything else.
  const settled = points.slice(Math.floor(points.length / 4));
  const ends = settled.flatMap(([, value, error]) => [value - error, value + error]);
  const [low, high] = [Math.min(...marks, ...ends, 0), Math.max(...marks, ...ends, 0)];
  const span = high - low || 1;
  const x = (/** @type {number} */ games) => (width * games) / last;
  const y = (/** @type {number} */ value) => height * (1 - (Math.max(low, Math.min(high, value)) - low) / span);
  const text = (/** @type {[number, number][]} */ list) => list.map(([games, value]) => `${x(games).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const line = text(points.map(([games, value]) => [games, value]));
  const upper = points.map(([games, value, error]) => /** @type {[number, number]} */ ([games, value + error]));
  const lower = points.map(([games, value, error]) => /** @type {[number, number]} */ ([games, value - error])).reverse();
  return { line, band: text([...upper, ...lower]), low, high, last, y };
}

/**
 * The field that a refusal is about: "players 2: …" is about the second player.
 * @param {string} message
 * @returns {{ field: string, index: number | null, text: string }}
 */
export function refusalOf(message) {
  const found = /^(game|name|players|format|pairs|openings|time_control|move_limit|nodes|depth|seed|test)(?: (\d+))?: ([\s\S]+)$/.exec(message);
  if (!found) return { field: '', index: null, text: message };
  return { field: found[1], index: found[2] ? Number(found[2]) - 1 : null, text: found[3].charAt(0).toUpperCase() + found[3].slice(1) };
}

/** An age in words. @param {number} at @param {number} now in milliseconds */
export function ago(at, now) {
  const minutes = Math.round((now - at) / 60_000);
  if (minutes < 1) return t('ago.now');
  if (minutes < 60) return t('ago.minutes', { count: minutes });
  if (minutes < 1440) return t('ago.hours', { count: Math.round(minutes / 60) });
  return t('ago.date', { date: new Date(at).toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' }) });
}

/** The place of a game in a tournament: "Round 2, game 5". @param {{ round: number, replay: number, number: number }} game */
export const placeText = ({ round, replay, number }) => (replay ? t('game.replay-place', { round, replay, number }) : t('game.place', { round, number }));
