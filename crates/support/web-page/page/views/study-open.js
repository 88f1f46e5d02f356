// Opens a study: from the initial position of a game, a text, a file, a position that was set up, or a match in this
// browser.

import { gameTitle, h, keep, kept, locale, t } from '../dom.js';
import { keptMatches, request } from '../server.js';
import { keptStudies, removeStudy } from '../study-store.js';

/** @typedef {import('../study-tree.js').WireTree} WireTree */

/** The maximum length of a text that the server accepts, in bytes. */
const TEXT_BYTES_MAX = 1_000_000;

/**
 * The text of a file. A file that is not UTF-8 becomes a text with one character per byte. The server can then decode
 * each of its games by itself. The second value tells the two apart.
 * @param {ArrayBuffer} content @returns {[string, boolean]}
 */
export function contentOf(content) {
  const bytes = new Uint8Array(content);
  try {
    return [new TextDecoder('utf-8', { fatal: true }).decode(bytes), false];
  } catch {
    return [Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''), true];
  }
}

/** @typedef {{ open: (tree: WireTree) => void, setUp: (game: string) => void }} OpenHooks */

/** The start page for studies. */
export class StudyOpen {
  /** @param {OpenHooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    this.game = h('select', { onchange: () => keep('game', this.game.value) });
    this.text = h('textarea', { rows: 6, spellcheck: 'false', placeholder: t('study.placeholder') });
    this.file = h('input', { type: 'file', class: 'hidden', id: 'study-file', tabindex: -1, 'aria-hidden': 'true', accept: '.pdn,.pgn,.toml,.txt', onchange: () => this.#readFile(this.file.files[0]) });
    this.problem = h('p', { class: 'problem', role: 'alert' });
    this.several = h('div', { class: 'several' });
    const start = h('button', { type: 'button', class: 'main', text: t('study.start'), onclick: () => this.#start() });
    const setUp = h('button', { type: 'button', text: t('study.set-up'), onclick: () => hooks.setUp(this.game.value) });
    const paste = h('button', { type: 'button', class: 'main', text: t('study.open-it'), onclick: () => this.#read(this.text.value) });
    const choose = h('button', { type: 'button', text: t('study.choose'), onclick: () => this.file.click() });
    const from = h('section', { class: 'card', 'aria-label': t('study.open') },
      h('h2', { text: t('study.open') }),
      h('label', { class: 'field' }, h('span', { text: t('setup.game') }), this.game),
      h('div', { class: 'row' }, start, setUp),
      h('label', { class: 'field' }, h('span', { text: t('study.paste') }), this.text),
      h('div', { class: 'row' }, paste, choose, this.file, h('span', { class: 'soft', text: t('study.drop') })),
      this.problem, this.several);
    this.list = h('section', { class: 'card lists', 'aria-label': t('study.yours') });
    this.node = h('div', { class: 'page study-open' }, h('h1', { text: t('nav.study') }), h('p', { class: 'lead', text: t('study.lead') }), h('div', { class: 'two' }, from, this.list));
    this.node.addEventListener('dragover', (/** @type {DragEvent} */ event) => event.preventDefault());
    this.node.addEventListener('drop', (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) this.#readFile(file);
    });
    this.#fillList();
    this.#fillGames();
  }

  async #fillGames() {
    const { games } = await request('games').catch((error) => {
      this.#say(error);
      return { games: [] };
    });
    this.game.replaceChildren(...games.map((/** @type {any} */ { name }) => h('option', { value: name, text: gameTitle(name) })));
    const last = kept('game', 'checkers:english');
    if (games.some((/** @type {any} */ { name }) => name === last)) this.game.value = last;
  }

  /** @param {any} error */
  #say(error) {
    this.problem.textContent = error.message;
  }

  #start() {
    this.hooks.open({ game: this.game.value, start: null, players: [], time_control: null, tags: null, plies: [], variations: [], ending: null });
  }

  /** @param {File | undefined} file */
  async #readFile(file) {
    if (!file) return;
    this.file.value = '';
    if (file.size > TEXT_BYTES_MAX) {
      this.#say(new Error(t('study.too-large', { file: file.name })));
      return;
    }
    await this.#read(...contentOf(await file.arrayBuffer()), file.name);
  }

  /** @param {string} text @param {boolean} [bytes] whether the text has one character per byte @param {string} [name] of the file */
  async #read(text, bytes = false, name) {
    this.problem.textContent = '';
    this.several.replaceChildren();
    if (!text.trim()) {
      this.#say(new Error(t('study.paste-first')));
      return;
    }
    try {
      await this.#open({ text, bytes, game: this.game.value || null });
    } catch (error) {
      this.#say(new Error(`${name ? `${name}: ` : ''}${/** @type {Error} */ (error).message}`));
    }
  }

  /** @param {{ text: string, bytes: boolean, game: string | null, number?: number }} source */
  async #open(source) {
    const answer = await request('study/open', source);
    if (answer.found === 'tree') {
      this.hooks.open(answer.tree);
      return;
    }
    const choose = (/** @type {number} */ number) => this.#open({ ...source, number }).catch((error) => this.#say(error));
    const rows = answer.matches.map((/** @type {any} */ { number, title }) => h('li', {}, h('button', { type: 'button', text: `${number}. ${withGameTitle(title)}`, onclick: () => choose(number) })));
    this.several.replaceChildren(h('h3', { text: t('study.several', { count: rows.length }) }), h('ul', {}, ...rows));
    this.several.querySelector('button')?.focus();
  }

  #fillList() {
    const studies = keptStudies().slice(0, 12).map(({ id, title, game, at }) => h('li', {},
      h('a', { href: `/study/${id}` }, h('b', { text: title }), h('small', { text: `${gameTitle(game)} · ${new Date(at).toLocaleDateString(locale, { day: 'numeric', month: 'long' })}` })),
      h('button', { type: 'button', text: t('delete'), 'aria-label': t('study.delete-one', { title }), onclick: () => (removeStudy(id), this.#fillList()) })));
    const matches = keptMatches().filter(({ over }) => over).slice(0, 6).map(({ match, title, game, at }) => h('li', {},
      h('span', {}, h('b', { text: title || gameTitle(game) }), h('small', { text: new Date(at).toLocaleDateString(locale, { day: 'numeric', month: 'long' }) })),
      h('a', { class: 'button', href: `/study?match=${encodeURIComponent(match)}`, text: t('match.analyze') })));
    this.list.replaceChildren(
      h('h2', { text: t('study.your-studies') }), studies.length > 0 ? h('ul', { class: 'matches' }, ...studies) : h('p', { class: 'soft', text: t('study.none') }),
      h('h2', { text: t('study.to-analyze') }), matches.length > 0 ? h('ul', {}, ...matches) : h('p', { class: 'soft', text: t('study.no-match') }));
  }

  /** Opens a match, or shows the error. @param {string} match @returns {Promise<WireTree | null>} */
  async ofMatch(match) {
    try {
      return await request(`study/match/${encodeURIComponent(match)}`);
    } catch (error) {
      this.#say(error);
      return null;
    }
  }

  /** Opens a library match, or shows the error. @param {string} name @returns {Promise<WireTree | null>} */
  async ofLibrary(name) {
    try {
      return await request(`library/matches/${encodeURIComponent(name)}`);
    } catch (error) {
      this.#say(error);
      return null;
    }
  }

  /** Shows the reason why a study can't be opened. @param {string} why */
  refuse(why) {
    this.#say(new Error(why));
  }
}

/** The title of a match in a file, "chess:standard: Ann against Bob", with the title of its game. @param {string} title */
const withGameTitle = (title) => title.replace(/^[a-z][\w-]*(:[\w,=-]+)?(?=: )/, (game) => gameTitle(game));
