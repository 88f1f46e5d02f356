// Routes URLs to studies and connects the parts of a study.

import { gameTitle, go, setWhere, t } from '../dom.js';
import { nameOf, placeOf } from '../study-link.js';
import { keepStudy, keptStudies, keptStudy } from '../study-store.js';
import { NO_COUNT, StudyTree, countMove } from '../study-tree.js';
import { StudyBoard } from './study-board.js';
import { StudyEditor } from './study-editor.js';
import { StudyOpen } from './study-open.js';

/** @typedef {import('../study-tree.js').WireTree} WireTree */
/** @typedef {import('../match-model.js').View} View */

/** @param {HTMLElement} main @param {string | null} id of a study stored in this browser; null for the start page */
export function showStudy(main, id) {
  const page = new StudyPage(main);
  page.begin(id);
  return { title: page.title, where: page.where, end: () => page.end() };
}

class StudyPage {
  /** @type {StudyBoard | null} */
  board = null;
  hasEnded = false;
  title = t('nav.study');
  where = '';

  /** @param {HTMLElement} main */
  constructor(main) {
    this.main = main;
  }

  end() {
    this.hasEnded = true;
    this.board?.end();
  }

  /** @param {string | null} id */
  async begin(id) {
    if (this.hasEnded) return;
    const study = id === null ? null : keptStudy(id);
    if (id !== null && study) return this.#show(id, study);
    const open = this.#openPage();
    if (id !== null) return open.refuse(t('study.lost-study'));
    const query = new URLSearchParams(location.search);
    const [match, known] = [query.get('match'), query.get('kept')];
    if (match) return this.#openMatch(open, match);
    if (known) return this.#openKept(open, known, Number(query.get('ply')) || 0);
    if (location.hash.length > 1) return this.#openLink(open, location.hash.slice(1));
  }

  /** Sets the title and the header. @param {string} title @param {string} where */
  #name(title, where) {
    this.title = title;
    this.where = where;
    document.title = `${title} · Rival`;
    setWhere(where);
  }

  /** @param {Element} node */
  #fill(node) {
    if (!this.hasEnded) this.main.replaceChildren(node);
  }

  #openPage() {
    const open = new StudyOpen({ open: (tree) => this.#make(tree), setUp: (game) => this.#setUp(open, game, null) });
    this.#name(t('nav.study'), '');
    this.#fill(open.node);
    return open;
  }

  /** Saves a new study and opens it. @param {WireTree} tree @param {{ id?: string, match?: string | null, path?: number[], replaces?: boolean }} [more] */
  #make(tree, { id = crypto.getRandomValues(new Uint32Array(2)).reduce((text, part) => text + part.toString(36), ''), match = null, path = [], replaces = false } = {}) {
    const names = tree.players.map(({ name }) => name).filter(Boolean);
    const { row } = tree.plies.reduce((count, { turn }) => countMove(count, turn), NO_COUNT);
    const title = names.length > 1 ? names.join(' – ') : tree.plies.length > 0 ? t('study.game-of', { count: row || tree.plies.length }) : tree.start ? t('study.position') : t('study.start');
    const study = { tree, path, isFlipped: false, match };
    const isKept = keepStudy({ id, title, game: tree.game, at: Date.now(), match }, study);
    if (isKept && !replaces) return go(`/study/${id}`);
    if (isKept) history.replaceState(null, '', `/study/${id}`);
    this.#show(id, study);
  }

  /**
   * Updates and opens the existing study of a match, with the moves played since.
   * @param {StudyOpen} open @param {string} match
   */
  async #openMatch(open, match) {
    const fresh = await open.ofMatch(match);
    if (!fresh || this.hasEnded) return;
    const item = keptStudies().find((each) => each.match === match);
    const known = item && keptStudy(item.id);
    if (!item || !known) return this.#make(fresh, { match, replaces: true });
    const tree = new StudyTree(known.tree);
    const wasLast = tree.root.end.ply;
    const last = tree.addLine(tree.root, fresh.plies);
    while (tree.promote(last));
    tree.ending = fresh.ending;
    this.#make(tree.wire, { id: item.id, match, path: known.tree.plies.length === wasLast ? known.path : [], replaces: true });
  }

  /**
   * Opens a library match at a ply, in its existing study or in a new one.
   * @param {StudyOpen} open @param {string} name @param {number} ply
   */
  async #openKept(open, name, ply) {
    const tree = await open.ofLibrary(name);
    if (!tree || this.hasEnded) return;
    // Another library may contain a different match with this name.
    const id = nameOf(JSON.stringify(['kept', name, tree.players, tree.plies.map(({ move }) => move)]));
    const path = Array.from({ length: ply }, () => 0);
    this.#make(keptStudy(id)?.tree ?? tree, { id, path, replaces: true });
  }

  /** A link opens the same study each time. @param {StudyOpen} open @param {string} link */
  async #openLink(open, link) {
    const place = placeOf(link);
    if (!place) return open.refuse(t('study.bad-link'));
    const { game, start, moves, ply } = place;
    const id = nameOf(JSON.stringify([game, start, moves]));
    const path = Array.from({ length: ply }, () => 0);
    const known = keptStudy(id);
    if (known) return this.#make(known.tree, { id, path, replaces: true });
    const plies = moves.map((move) => ({ move }));
    this.#make({ game, start, players: [], time_control: null, tags: null, plies, variations: [], ending: null }, { id, path, replaces: true });
  }

  /** @param {string} id @param {import('../study-store.js').KeptStudy} study */
  #show(id, study) {
    if (this.hasEnded) return;
    const item = keptStudies().find((each) => each.id === id);
    this.board?.end();
    const title = item?.title ?? t('nav.study');
    this.board = new StudyBoard(id, study, { title, setUp: (game, view) => this.#setUp(null, game, view) });
    this.#fill(this.board.node);
    this.#name(title, gameTitle(study.tree.game));
    this.board.begin();
  }

  /**
   * Sets up a position.
   * @param {StudyOpen | null} open the content shown before; null for a study @param {string} game
   * @param {View | null} view
   */
  async #setUp(open, game, view) {
    const before = this.main.firstElementChild;
    const back = () => {
      if (before) this.#fill(before);
      this.board?.resume();
    };
    const editor = new StudyEditor({
      done: (named, position) => this.#make({ game: named, start: position, players: [], time_control: null, tags: null, plies: [], variations: [], ending: null }),
      cancel: back,
    });
    const refuse = (/** @type {string} */ why) => (open ? open.refuse(why) : this.board?.say(why));
    try {
      const why = await editor.begin(game, view);
      if (why) return refuse(why);
      this.board?.pause();
      this.#fill(editor.node);
    } catch (error) {
      refuse(/** @type {Error} */ (error).message);
    }
  }
}
