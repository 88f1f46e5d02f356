// A match that the library has found: what is said of it in a list.

import { locale, t } from './dom.js';
import { dateText } from './library-search.js';

/** @typedef {{ id: string, match: string | null, game: string, players: { player: string, name: string }[], plies: number, result: string | null, state: 'played' | 'left' | 'over', date: string | null, event: string | null, began: number | null, ply: number | null }} FoundMatch */

/** The players of a match, in seat order. @param {FoundMatch} found */
export function titleOf({ players }) {
  const names = players.map(({ player, name }) => (name && !/^[?\s]*$/.test(name) ? name : player && player !== 'human' ? player : name ? t('match.unknown') : t('match.person')));
  return names.join(' – ');
}

/** When it was played, as far as that is known. @param {FoundMatch} found */
export const dayOf = ({ began, date }) => (began === null ? dateText(date, locale) : new Date(began).toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' }));

/** Its result, "½-½"; empty if there is none. @param {FoundMatch} found */
export const resultText = ({ result }) => (result ?? '').replaceAll('1/2', '½');
