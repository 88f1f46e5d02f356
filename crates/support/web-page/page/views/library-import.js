// Imports a file into the library. The server streams the progress and the rejected matches.

import { gameTitle, h, setText, t, localized } from '../dom.js';
import { refusal } from '../server.js';

/** @typedef {{ sees_all: boolean, may_import: boolean, file_bytes_max: number }} LibraryState */
/** @typedef {{ type: 'progress' | 'fault' | 'end', bytes: number, bytes_done: number, added: number, duplicates: number, refused: number, salvaged: number, why: string | null }} ImportReport */

/** Maximum number of faults to show. */
const FAULTS_SHOWN = 100;

/** @typedef {{ done: () => void }} ImportHooks */

export class LibraryImport {
  /** The file being imported. @type {AbortController | null} */
  #running = null;

  /** @param {LibraryState | undefined} state @param {ImportHooks} hooks */
  constructor(state, hooks) {
    this.hooks = hooks;
    this.mayImport = state?.may_import ?? false;
    this.mebibytes = Math.floor((state?.file_bytes_max ?? 0) / (1 << 20));
    this.game = h('select', {}, h('option', { value: '', text: t('library.as-named') }));
    this.file = h('input', { type: 'file', class: 'hidden', id: 'library-file', tabindex: -1, 'aria-hidden': 'true', accept: '.pdn,.pgn,.mat,.toml,.txt', onchange: () => this.#take(this.file.files[0]) });
    this.choose = h('button', { type: 'button', class: 'main', text: t('library.choose-file'), onclick: () => this.file.click() });
    this.stop = h('button', { type: 'button', text: t('library.stop'), hidden: true, onclick: () => this.#running?.abort() });
    this.bar = h('progress', { max: 1, value: 0, hidden: true });
    this.words = h('p', { role: 'status' });
    this.faults = h('div', { hidden: true });
    const parts = [h('p', { class: 'soft', text: t('library.import-lead', { count: this.mebibytes }) }), h('label', { class: 'field' }, h('span', { text: t('library.import-game') }), this.game), h('div', { class: 'row' }, this.choose, this.stop, this.file, h('span', { class: 'soft', text: t('library.drop') })), this.bar, this.words, this.faults];
    this.node = h('section', { class: 'card import', 'aria-label': t('library.import') }, h('h2', { text: t('library.import') }), ...(this.mayImport ? parts : [h('p', { class: 'soft', text: t('library.not-here') })]));
  }

  /** Offers the games for matches that don't name their game. @param {{ name: string }[]} games */
  offer(games) {
    this.game.append(...games.map(({ name }) => h('option', { value: name, text: gameTitle(name) })));
  }

  /** Accepts files dropped on an element. @param {HTMLElement} node */
  acceptDrops(node) {
    if (!this.mayImport) return;
    node.addEventListener('dragover', (event) => event.preventDefault());
    node.addEventListener('drop', (event) => {
      event.preventDefault();
      this.#take(event.dataTransfer?.files[0]);
    });
  }

  end() {
    this.#running?.abort();
  }

  /** @param {File | undefined} file */
  async #take(file) {
    if (!file || this.#running) return;
    this.file.value = '';
    this.faults.hidden = true;
    if (file.size > this.mebibytes << 20) {
      setText(this.words, t('library.file-too-large', { file: file.name, count: this.mebibytes }));
      return;
    }
    const running = new AbortController();
    this.#running = running;
    this.#setRunning(true);
    setText(this.words, t('library.sending', { file: file.name }));
    this.bar.setAttribute('aria-label', t('library.importing', { file: file.name }));
    this.bar.removeAttribute('value');
    /** @type {string[]} */
    const faults = [];
    try {
      const end = await this.#send(file, running.signal, faults);
      const text = end.why ? t('library.stopped', { why: localized(end.why).text }) : t('library.imported', { file: file.name, added: end.added, duplicates: end.duplicates, refused: end.refused });
      setText(this.words, text);
      this.#showFaults(faults, end.refused + end.salvaged);
    } catch (error) {
      setText(this.words, running.signal.aborted ? t('library.import-stopped', { file: file.name }) : /** @type {Error} */ (error).message);
    }
    this.#running = null;
    this.#setRunning(false);
    this.hooks.done();
  }

  /** @param {boolean} isRunning */
  #setRunning(isRunning) {
    // Keep the focus even if the button that has it disappears.
    const had = document.activeElement;
    this.choose.disabled = isRunning;
    this.stop.hidden = !isRunning;
    this.bar.hidden = !isRunning;
    if (isRunning && had === this.choose) this.stop.focus();
    else if (!isRunning && had === this.stop) this.choose.focus();
  }

  /** @param {File} file @param {AbortSignal} signal @param {string[]} faults receives messages about rejected parts @returns {Promise<ImportReport>} the last report */
  async #send(file, signal, faults) {
    const query = new URLSearchParams({ name: file.name, ...(this.game.value && { game: this.game.value }) });
    const answer = await fetch(`/api/library/import?${query}`, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: file, signal });
    if (!answer.ok || !answer.body) {
      const { error } = await answer.json().catch(() => ({}));
      throw await refusal(answer.status, { error });
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = '', part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (text + part.value).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines.filter(Boolean)) {
        const report = /** @type {ImportReport} */ (JSON.parse(line));
        if (report.type === 'end') return report;
        if (report.type === 'fault') faults.push(report.why ?? '');
        else this.#advance(report);
      }
    }
    throw new Error(t('library.lost'));
  }

  /** @param {ImportReport} report */
  #advance({ bytes, bytes_done: done, added, duplicates, refused }) {
    this.bar.value = bytes > 0 ? done / bytes : 0;
    setText(this.words, t('library.so-far', { added, duplicates, refused }));
  }

  /** @param {string[]} faults @param {number} count of all faults */
  #showFaults(faults, count) {
    this.faults.hidden = faults.length === 0;
    const shown = faults.slice(0, FAULTS_SHOWN);
    const more = count > shown.length && h('p', { class: 'soft', text: t('library.more-faults', { count: count - shown.length }) });
    this.faults.replaceChildren(h('h3', { text: t('library.faults') }), h('ol', { class: 'faults', tabindex: 0, 'aria-label': t('library.faults') }, ...shown.map((text) => h('li', localized(text)))), ...(more ? [more] : []));
  }
}
