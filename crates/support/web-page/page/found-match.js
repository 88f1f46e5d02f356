// A match found in the library, as a list entry.

import { locale, named, t } from './dom.js';
import { dateText } from './library-search.js';

/** @typedef {{ id: string, match: string | null, game: string, players: { player: string, name: string }[], plies: number, moves: number | null, result: string | null, state: 'played' | 'left' | 'over', date: string | null, event: string | null, began: number | null, ply: number | null, moves_before: number | null }} FoundMatch */

/** The players of a match, in seat order. @param {FoundMatch} found */
export function titleOf({ players }) {
  return players.map(nameOf).join(' – ');
}

/** @param {FoundMatch['players'][number]} player */
function nameOf({ player, name }) {
  const isPerson = !player || player === 'human';
  // The name of a level is translated.
  if (name && !/^[?\s]*$/.test(name)) return isPerson ? name : named(name);
  return isPerson ? t(name ? 'match.unknown' : 'match.person') : player;
}

/** The known part of a match's date. @param {FoundMatch} found */
export const dayOf = ({ began, date }) => (began === null ? dateText(date, locale) : new Date(began).toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' }));

/** The result of a match, like "½-½"; empty if there is none. @param {FoundMatch} found */
export const resultText = ({ result }) => (result ?? '').replaceAll('1/2', '½');
