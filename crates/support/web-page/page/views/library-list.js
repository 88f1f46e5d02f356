// The matches found, page by page. Each match opens as a study at the found ply, can be saved as a file, and can be
// deleted by its owner.

import { gameTitle, h, locale, setText, t } from '../dom.js';
import { dayOf, resultText, titleOf } from '../found-match.js';
import { PAGE_SIZE, isEverything, requestOf } from '../library-search.js';
import { keptMatches, request } from '../server.js';
import { saveMenu } from './menu.js';
import { confirmDeletion } from './my-games.js';
import { gameDetail } from './setup.js';

/** @typedef {import('../library-search.js').LibrarySearch} LibrarySearch */
/** @typedef {import('../found-match.js').FoundMatch} FoundMatch */

/** The formats that can contain only one match. */
const SINGLE_FORMATS = ['record', 'svg'];

/** @typedef {{ turn: (by: number) => void, clear: () => void }} ListHooks */

export class LibraryList {
  seesAll = false;
  mayImport = false;
  /** The number of searches so far, for dropping late responses. */
  #asked = 0;

  /** @param {ListHooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    this.words = h('p', { class: 'found-words', role: 'status' });
    this.said = h('p', { class: 'problem', role: 'status' });
    this.list = h('ul', { class: 'matches' });
    this.pages = h('div', { class: 'pages' });
    this.saves = h('div', { class: 'row' });
    this.node = h('section', { class: 'card found', 'aria-label': t('library.results') }, h('div', { class: 'between' }, this.words, this.pages), this.said, this.list, this.saves);
  }

  /** Starts a search. @param {LibrarySearch} search */
  async load(search) {
    const asked = (this.#asked += 1);
    this.search = search;
    setText(this.said, '');
    // A quick response replaces the matches without a message in between.
    const timer = setTimeout(() => asked === this.#asked && setText(this.words, t('library.searching')), 300);
    try {
      const found = await request('library/search', requestOf(search));
      if (asked === this.#asked) this.#fill(search, found);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#fill(search, { count: 0, has_more: false, matches: [] });
      this.list.replaceChildren();
      setText(this.words, '');
      setText(this.said, /** @type {Error} */ (error).message);
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param {LibrarySearch} search @param {{ count: number, has_more: boolean, matches: FoundMatch[] }} found */
  #fill(search, { count, has_more: hasMore, matches }) {
    const number = (/** @type {string} */ text) => text.replace(String(count), count.toLocaleString(locale));
    setText(this.words, number(hasMore ? t('library.more', { count }) : t('library.found', { count })));
    this.node.classList.toggle('short', count <= 4);
    this.list.replaceChildren(...(matches.length > 0 ? matches.map((found) => this.#row(found)) : [this.#nothing(search)]));
    const first = (search.page - 1) * PAGE_SIZE + 1;
    const button = (/** @type {string} */ text, /** @type {number} */ by, /** @type {boolean} */ isThere) => h('button', { type: 'button', text, disabled: !isThere, onclick: () => this.hooks.turn(by) });
    const hasOlder = hasMore || first - 1 + matches.length < count;
    const isOnePage = search.page === 1 && !hasOlder;
    this.pages.replaceChildren(...(isOnePage ? [] : [h('span', { class: 'soft', text: t('library.range', { from: first.toLocaleString(locale), to: (first - 1 + matches.length).toLocaleString(locale) }) }), button(t('library.newer'), -1, search.page > 1), button(t('library.older'), 1, hasOlder && matches.length > 0)]));
    this.#offerFile(search, count);
  }

  /** Advice for an empty result. @param {LibrarySearch} search */
  #nothing(search) {
    if (!isEverything(search)) return h('li', { class: 'soft' }, h('span', { text: t('library.nothing') }), h('button', { type: 'button', text: t('library.clear'), onclick: () => this.hooks.clear() }));
    return h('li', { class: 'soft' }, h('span', { text: this.seesAll || this.mayImport ? t('library.empty') : t('library.empty-public') }), h('a', { class: 'button', href: '/', text: t('missing.play') }));
  }

  /** @param {FoundMatch} found */
  #row(found) {
    const { id, game, ply, state } = found;
    const title = titleOf(found);
    const event = found.event && !/^[?\s]*$/.test(found.event) ? found.event : '';
    const facts = [gameTitle(game), dayOf(found), event, found.moves === null ? '' : t('moves', { count: found.moves }), ply ? t('library.at', { count: found.moves_before ?? ply }) : '', state === 'over' ? '' : state === 'played' ? t('library.played') : t('library.left')];
    const address = `/study?kept=${encodeURIComponent(id)}${ply === null ? '' : `&ply=${ply}`}`;
    const link = h('a', { href: address }, h('b', { text: title }), h('small', { text: facts.filter(Boolean).join(' · ') }));
    const own = keptMatches().find(({ match, seats }) => match === found.match && seats.length > 0);
    const remove = own && h('button', { type: 'button', text: t('delete'), 'aria-label': t('library.delete-one', { title }), onclick: () => confirmDeletion(own, this.said, () => this.search && this.load(this.search)) });
    const save = saveMenu(game, `/api/library/matches/${encodeURIComponent(id)}/file`, { text: t('library.save'), label: t('library.save-one', { title }) });
    return h('li', {}, link, h('span', { class: 'score-of', text: resultText(found) }), h('div', { class: 'row' }, save, remove));
  }

  /** Offers to save the results as one file. @param {LibrarySearch} search @param {number} count */
  async #offerFile(search, count) {
    this.saves.replaceChildren();
    if (!search.game || count === 0) return;
    const { formats } = await gameDetail(search.game).catch(() => ({ formats: /** @type {string[]} */ ([]) }));
    if (search !== this.search) return;
    const offered = formats.filter((format) => !SINGLE_FORMATS.includes(format));
    this.saves.replaceChildren(...offered.map((format) => h('button', { type: 'button', text: t('library.save-found', { format: format.toUpperCase() }), onclick: () => this.#save(search, format) })));
  }

  /** @param {LibrarySearch} search @param {string} format */
  async #save(search, format) {
    try {
      const written = await request('library/file', { format, search: requestOf(search) });
      const address = URL.createObjectURL(new Blob([written.text], { type: 'text/plain' }));
      h('a', { href: address, download: `matches.${written.extension}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
      const rest = written.left_out > 0 ? t('library.left-out', { count: written.left_out }) : '';
      setText(this.words, [t('library.saved', { count: written.matches }), rest].filter(Boolean).join(' '));
    } catch (error) {
      setText(this.said, /** @type {Error} */ (error).message);
    }
  }
}
