// A library search in a URL fragment. The part after "#" is never sent to the server.

/** The kind of position match. @typedef {'position' | 'reversed' | 'material'} Kind */

/**
 * Search criteria; empty fields match everything.
 * @typedef {{ game: string, player: string, opponent: string, result: string, from: string, to: string, opening: string, position: { start: string | null, moves: string[] } | null, kind: Kind, page: number }} LibrarySearch
 */

/** Matches per page. */
export const PAGE_SIZE = 20;

/** The text fields. @type {('game' | 'player' | 'opponent' | 'result' | 'from' | 'to' | 'opening')[]} */
const TEXTS = ['game', 'player', 'opponent', 'result', 'from', 'to', 'opening'];

/** @type {Kind[]} */
const KINDS = ['position', 'reversed', 'material'];

/** @type {LibrarySearch} */
export const EVERYTHING = { game: '', player: '', opponent: '', result: '', from: '', to: '', opening: '', position: null, kind: 'position', page: 1 };

/** Parses a search from a URL fragment. @param {string} hash with or without its "#" @returns {LibrarySearch} */
export function searchOf(hash) {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const search = { ...EVERYTHING };
  for (const name of TEXTS) search[name] = query.get(name) ?? '';
  const [start, moves, page] = [query.get('start'), query.get('moves'), Number(query.get('page'))];
  if (search.game && (start !== null || moves !== null)) search.position = { start, moves: (moves ?? '').split(' ').filter(Boolean) };
  const kind = /** @type {Kind} */ (query.get('kind'));
  if (KINDS.includes(kind)) search.kind = kind;
  if (Number.isInteger(page) && page > 0) search.page = page;
  return search;
}

/** The fragment for a search. @param {Partial<LibrarySearch>} search */
export function hashOf(search) {
  const whole = { ...EVERYTHING, ...search };
  const query = new URLSearchParams();
  for (const name of TEXTS) if (whole[name]) query.set(name, whole[name]);
  if (whole.position) {
    if (whole.position.start !== null) query.set('start', whole.position.start);
    query.set('moves', whole.position.moves.join(' '));
    if (whole.kind !== 'position') query.set('kind', whole.kind);
  }
  if (whole.page > 1) query.set('page', String(whole.page));
  return query.toString();
}

/** Whether all criteria are empty. @param {LibrarySearch} search */
export const isEverything = (search) => search.position === null && TEXTS.every((name) => !search[name]);

/** The body of the request. @param {LibrarySearch} search */
export function requestOf({ position, kind, page, ...texts }) {
  const pattern = position && { kind: kind === 'material' ? 'material' : 'position', reversed: kind === 'reversed', game: texts.game, ...position };
  const filled = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text || null]));
  return { ...filled, pattern, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
}

/**
 * The known part of a date such as "1998.07.24".
 * @param {string | null} date @param {string} locale
 */
export function dateText(date, locale) {
  const [, year, month, day] = /^(\d{4})(?:\.(\d\d|\?\?))?(?:\.(\d\d|\?\?))?$/.exec(date ?? '') ?? [];
  if (!year) return '';
  const known = (/** @type {string | undefined} */ part) => part !== undefined && part !== '??' && Number(part) > 0;
  if (!known(month)) return year;
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, known(day) ? Number(day) : 1));
  return at.toLocaleDateString(locale, { timeZone: 'UTC', year: 'numeric', month: 'long', ...(known(day) && { day: 'numeric' }) });
}

/**
 * The percentages of a move's results, rounded so that they add up to 100; null without results.
 * @param {{ first_wins: number, draws: number, second_wins: number }} results
 */
export function shares({ first_wins: first, draws, second_wins: second }) {
  const all = first + draws + second;
  if (all === 0) return null;
  const [one, other] = [Math.round((100 * first) / all), Math.round((100 * second) / all)];
  // Both halves may have been rounded up.
  const over = Math.max(0, one + other - 100);
  return { first: one, draws: 100 - one - (other - over), second: other - over };
}
