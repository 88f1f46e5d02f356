// Translates the server's English texts. Only pages in other languages load it.

/** @typedef {{ pattern: RegExp, text: string, weight: number }} Form */

/** A template with fewer letters would match too much, so its values must be single words or known texts. */
const WEIGHT_MIN = 9;

/** Longer texts do not originate from the server, and matching them would be slow. */
const LENGTH_MAX = 500;

const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Loads the texts of a language.
 * @param {string} language @param {(text: string) => string | null} known reasons and names for which the page has a
 * text
 * @returns {Promise<(text: string) => string | null>}
 */
export async function load(language, known) {
  const answer = await fetch(`/words-server/${language}.json`);
  return translator(await answer.json(), known);
}

/**
 * Converts a server text with placeholders, "{1}", "{2}", to a pattern.
 * @param {string} english @param {string} text @returns {Form}
 */
function form(english, text) {
  const pattern = new RegExp(`^${escaped(english).replace(/\\\{\d\\\}/g, '(.*?)')}$`, 's');
  return { pattern, text, weight: english.replace(/\{\d\}/g, '').length };
}

/**
 * Translates a text from the server. Tries the whole text, then a sentence without its capital letter and period, then
 * several sentences, then the part after a field name.
 * @param {Record<string, string>} words texts by the server's own, with "{1}" for the first value
 * @param {(text: string) => string | null} known other texts and names that the page has
 * @returns {(text: string) => string | null} null for a text that is not known
 */
export function translator(words, known = () => null) {
  const forms = Object.entries(words).filter(([english]) => /\{\d\}/.test(english)).map(([english, text]) => form(english, text));
  // The most specific template comes first, because "{1} of {2}" matches nearly everything.
  forms.sort((one, other) => other.weight - one.weight);

  /** "22x15 or 24x15 or others" @param {string} value */
  const listOf = (value) => {
    const parts = value.split(/ or |, (?=\S+$)/);
    const isList = parts.length > 1 && parts.every((part) => /^\S+$/.test(part)) && value.includes(' or ');
    return isList ? parts.map((part) => words[part] ?? part).join(words[' or '] ?? ' / ') : null;
  };

  /** @param {string} text @returns {string | null} */
  const phrase = (text) => {
    const exact = Object.hasOwn(words, text) ? words[text] : known(text);
    if (exact !== null) return exact;
    for (const { pattern, text: translated, weight } of forms) {
      const [, ...values] = pattern.exec(text) ?? [];
      if (values.length === 0) continue;
      const found = values.map((value) => sentence(value) ?? listOf(value));
      if (weight < WEIGHT_MIN && values.some((value, index) => found[index] === null && /\s/.test(value))) continue;
      return translated.replace(/\{(\d)\}/g, (_, number) => found[number - 1] ?? values[number - 1]);
    }
    return null;
  };

  /** @param {string} text @returns {string | null} */
  const sentence = (text) => {
    const whole = phrase(text);
    if (whole !== null) return whole;
    const [, body, stop] = /** @type {RegExpExecArray} */ (/^(.*?)(\.?)$/s.exec(text));
    const small = body.charAt(0).toLowerCase() + body.slice(1);
    const found = phrase(body) ?? phrase(small);
    return found === null ? null : (small === body ? found : found.charAt(0).toUpperCase() + found.slice(1)) + stop;
  };

  return (text) => {
    if (text.length > LENGTH_MAX) return null;
    const several = text.split(/(?<=[.!?]) (?=\S)/).map(sentence);
    if (!several.includes(null)) return several.join(' ');
    const whole = sentence(text);
    if (whole !== null) return whole;
    const [, field, why] = /^([a-z_]+(?: \d+)?): (.+)$/s.exec(text) ?? [];
    const found = why === undefined ? null : sentence(why);
    return found === null ? null : `${field}: ${found}`;
  };
}
