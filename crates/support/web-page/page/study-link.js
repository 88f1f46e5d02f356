// Links to a study, and the names of studies that links and matches open. Nothing here contains texts.

/**
 * A link to a place in a line, as a fragment after `#`. Fragments are not sent to a server, so the link may be long.
 * @param {{ game: string, start: string | null, moves: string[], ply: number }} place
 */
export function linkOf({ game, start, moves, ply }) {
  const fields = new URLSearchParams({ game });
  if (start !== null) fields.set('start', start);
  if (moves.length > 0) fields.set('moves', moves.join(' '));
  if (ply !== moves.length) fields.set('ply', String(ply));
  return fields.toString();
}

/**
 * The place that a link leads to; null if the link is invalid.
 * @param {string} text the text after the `#`
 */
export function placeOf(text) {
  const fields = new URLSearchParams(text);
  const game = fields.get('game');
  if (!game) return null;
  const moves = (fields.get('moves') ?? '').split(' ').filter(Boolean);
  const ply = fields.has('ply') ? Number(fields.get('ply')) : moves.length;
  const isPlace = Number.isInteger(ply) && ply >= 0 && ply <= moves.length;
  return { game, start: fields.get('start'), moves, ply: isPlace ? ply : moves.length };
}

/** A short, deterministic name for a text, like a hash. @param {string} text */
export function nameOf(text) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(36);
}
