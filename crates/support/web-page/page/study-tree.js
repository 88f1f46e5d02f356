// The tree of a study: the moves with their variations, marks and remarks. Nothing here draws or knows the rules.

import { reasonText, t } from './dom.js';

/** @typedef {number | 'chance'} Turn */

/**
 * Data of a move in the server's format; `points` are the first seat's expected points after the move, and `sentence`
 * explains the mark.
 * @typedef {{ move: string, turn?: Turn, seconds?: number, clock?: number, score?: number | null, win_in?: number, loss_in?: number, depth?: number, mark?: string, remark?: string, points?: number, sentence?: string }} Ply
 */

/** @typedef {{ after: number, plies: Ply[], variations: Variation[] }} Variation */
/** @typedef {{ player: string, name: string }} Player */
/** @typedef {{ reason: string, payoffs?: number[] | null, seat?: number, rule?: string, detail?: string }} Ending */
/** @typedef {{ game: string, start: string | null, players: Player[], time_control: string | null, tags: [string, string][] | null, preface?: string, plies: Ply[], variations: Variation[], ending: Ending | null, points?: number, warnings?: string[] }} WireTree */

/** A place in the tree: the position after its move. The root has no move. */
export class TreeNode {
  /** The number of moves up to this node. */
  ply = 0;

  /** @param {Ply} data @param {TreeNode | null} parent */
  constructor(data, parent) {
    this.data = data;
    this.parent = parent;
    if (parent) this.ply = parent.ply + 1;
    /** The next nodes, main line first. @type {TreeNode[]} */
    this.children = [];
  }

  /** Whether it is on the main line. @returns {boolean} */
  get isMain() {
    return this.parent === null || (this.parent.children[0] === this && this.parent.isMain);
  }

  /** The nodes from the first move up to this one. @returns {TreeNode[]} */
  get line() {
    const line = [];
    for (let node = /** @type {TreeNode} */ (this); node.parent; node = node.parent) line.push(node);
    return line.reverse();
  }

  /** The moves up to this node. */
  get moves() {
    return this.line.map(({ data }) => data.move);
  }

  /** The last node of the line through this node. @returns {TreeNode} */
  get end() {
    let node = /** @type {TreeNode} */ (this);
    while (node.children.length > 0) [node] = node.children;
    return node;
  }
}

/** Marks of bad moves. */
export const MISTAKES = ['?!', '?', '??'];

/** A match with variations, and the current place. */
export class StudyTree {
  /** @param {Partial<WireTree> & { game: string }} wire */
  constructor({ game, start = null, players = [], time_control = null, tags = null, preface = '', plies = [], variations = [], ending = null, points }) {
    this.game = game;
    this.start = start;
    this.players = players;
    this.timeControl = time_control;
    this.tags = tags;
    this.preface = preface;
    this.ending = ending;
    this.root = new TreeNode({ move: '', points }, null);
    this.current = this.root;
    grow(this.root, plies, variations);
  }

  /** The tree in the format of the server and of the storage. @returns {WireTree} */
  get wire() {
    const { plies, variations } = lineFrom(this.root);
    return { game: this.game, start: this.start, players: this.players, time_control: this.timeControl, tags: this.tags, ...(this.preface && { preface: this.preface }), plies, variations, ending: this.ending, points: this.root.data.points };
  }

  /** The moves of the main line. */
  get mainLine() {
    return this.root.end.line;
  }

  /** The path to the current place, as the index of the next node at each step. @returns {number[]} */
  get path() {
    return this.current.line.map((node) => /** @type {TreeNode} */ (node.parent).children.indexOf(node));
  }

  /** Goes to a place, or to the nearest place that exists. @param {number[]} path */
  goTo(path) {
    this.current = this.root;
    for (const index of path) {
      const next = this.current.children[index];
      if (!next) return;
      this.current = next;
    }
  }

  /**
   * The node of a move after `node`, existing or new.
   * @param {TreeNode} node @param {Ply} ply
   */
  add(node, ply) {
    const known = node.children.find(({ data }) => data.move === ply.move);
    if (known) return known;
    const added = new TreeNode(ply, node);
    node.children.push(added);
    return added;
  }

  /** Adds consecutive moves and returns the node of the last move. @param {TreeNode} node @param {Ply[]} plies */
  addLine(node, plies) {
    return plies.reduce((last, ply) => this.add(last, ply), node);
  }

  /**
   * Promotes a node's line at its last branch. Returns `false` if it is already the main line.
   * @param {TreeNode} node
   */
  promote(node) {
    let at = node;
    while (at.parent && at.parent.children[0] === at) at = at.parent;
    if (!at.parent) return false;
    const { children } = at.parent;
    children.splice(children.indexOf(at), 1);
    children.unshift(at);
    return true;
  }

  /** Removes a move and its continuation, and returns the number of moves removed. @param {TreeNode} node */
  remove(node) {
    if (!node.parent) return 0;
    const { children } = node.parent;
    children.splice(children.indexOf(node), 1);
    if (this.current === node || this.current.line.includes(node)) this.current = node.parent;
    return count(node);
  }

  /** The next or previous alternative to this move; the node itself if there is none. @param {TreeNode} node @param {1 | -1} step */
  beside(node, step) {
    const siblings = node.parent?.children ?? [];
    return siblings[siblings.indexOf(node) + step] ?? node;
  }

  /**
   * Stores the appraisal of a move and, if it is a mistake, adds the better line.
   * @param {TreeNode} node
   * @param {Omit<Ply, 'move' | 'mark' | 'depth'> & { depth: number | null, mark: string | null, sentence: string, better: Ply[], better_score: object }} appraisal
   */
  appraise(node, { score, win_in, loss_in, depth, mark, sentence, better, better_score: best }) {
    const { data, parent } = node;
    for (const key of /** @type {const} */ (['score', 'win_in', 'loss_in', 'sentence'])) delete data[key];
    const known = { depth: depth ?? undefined };
    Object.assign(data, win_in !== undefined ? { win_in } : loss_in !== undefined ? { loss_in } : { score }, known);
    if (mark) Object.assign(data, { mark, sentence });
    else if (MISTAKES.includes(data.mark ?? '')) delete data.mark;
    if (!mark || better.length === 0 || !parent) return;
    const first = this.addLine(parent, better).line[parent.ply];
    if (first !== node) Object.assign(first.data, best, known);
  }

  /** The end of the match, if the rules of the game did not cause it and the last position is shown. @param {string[]} names of the seats */
  endText(names) {
    if (!this.ending || this.ending.reason === 'rules' || this.current !== this.root.end) return '';
    const { seat } = this.ending;
    const reason = reasonText(this.ending.reason).text;
    return seat ? `${names[seat - 1]}: ${reason}.` : t('study.ended', { reason });
  }

  /** The next mistake on the main line after the current place, or else the first mistake; null if there is none. */
  get nextMistake() {
    const mistakes = this.mainLine.filter(({ data }) => MISTAKES.includes(data.mark ?? ''));
    return mistakes.find(({ ply }) => ply > this.current.ply) ?? mistakes[0] ?? null;
  }
}

/** @param {TreeNode} node @returns {number} */
const count = (node) => 1 + node.children.reduce((sum, child) => sum + count(child), 0);

/**
 * Adds a line and its variations after a node.
 * @param {TreeNode} from @param {Ply[]} plies @param {Variation[]} variations
 */
function grow(from, plies, variations) {
  const nodes = [from];
  for (const ply of plies) {
    const node = new TreeNode(ply, nodes[nodes.length - 1]);
    nodes[nodes.length - 1].children.push(node);
    nodes.push(node);
  }
  for (const variation of variations) {
    const base = nodes[variation.after - from.ply];
    if (base) grow(base, variation.plies, variation.variations ?? []);
  }
}

/** The line from a node, and its variations. @param {TreeNode} node @returns {{ plies: Ply[], variations: Variation[] }} */
function lineFrom(node) {
  /** @type {Ply[]} */
  const plies = [];
  /** @type {Variation[]} */
  const variations = [];
  for (let at = node; at.children.length > 0; [at] = at.children) {
    const [first, ...others] = at.children;
    plies.push(first.data);
    for (const other of others) {
      const inner = lineFrom(other);
      variations.push({ after: at.ply, plies: [other.data, ...inner.plies], variations: inner.variations });
    }
  }
  return { plies, variations };
}

/**
 * The number of a move in the list: its row, and whether it is the first in the row.
 * @typedef {{ row: number, last: number, isFirst: boolean }} Count
 */

/** The count before the first move. @type {Count} */
export const NO_COUNT = { row: 0, last: Infinity, isFirst: true };

/**
 * The number of a move that follows another move. A row ends when a seat moves again.
 * @param {Count} before @param {Turn | undefined} turn
 * @returns {Count}
 */
export function countMove(before, turn) {
  if (typeof turn !== 'number') return { ...before, isFirst: false };
  if (turn <= before.last) return { row: before.row + 1, last: turn, isFirst: true };
  return { row: before.row, last: turn, isFirst: false };
}

/** A move with its number: "12… Nf6". @param {TreeNode} node @param {number} seats */
export function numbered({ line, data: { move, turn } }, seats) {
  const { row } = line.reduce((count, { data }) => countMove(count, data.turn), NO_COUNT);
  return typeof turn === 'number' ? `${row}${turn === 1 || seats > 2 ? '.' : '…'} ${move}` : move;
}

/**
 * The consecutive chance moves after a node, up to the first branch or comment.
 * @param {TreeNode} node
 */
export function drawsAfter(node) {
  /** @type {TreeNode[]} */
  const draws = [];
  for (let at = node; at.children.length === 1; [at] = at.children) {
    const { turn, remark, mark } = at.children[0].data;
    if (turn !== 'chance' || remark || mark) break;
    draws.push(at.children[0]);
  }
  return draws;
}

/** Names of scores by upper limit, in the game's units. */
const DEGREES = /** @type {const} */ ([
  { below: 0.6, better: 'study.little-better', worse: 'study.little-worse' }, { below: 1.5, better: 'study.better', worse: 'study.worse' },
  { below: 4, better: 'study.much-better', worse: 'study.much-worse' }, { below: Infinity, better: 'study.winning', worse: 'study.losing' },
]);

/**
 * A score as a number and in words, from the first seat's point of view; with more than two seats, from the mover's
 * point of view.
 * @param {{ score?: number | null, win_in?: number, loss_in?: number }} line @param {Turn | undefined} turn whose score it is
 * @param {string[]} names of the seats
 */
export function judged({ score, win_in: win, loss_in: loss }, turn, names) {
  const mover = typeof turn === 'number' ? turn : 1;
  const isForTwo = names.length === 2;
  const sign = isForTwo && mover === 2 ? -1 : 1;
  const nameOfBetter = (/** @type {number} */ value) => names[isForTwo ? (value > 0 ? 0 : 1) : mover - 1] ?? '';
  const plies = win ?? loss;
  if (plies !== undefined) {
    const value = (win !== undefined ? 100 : -100) * sign;
    const key = isForTwo || value > 0 ? 'study.wins-in' : 'study.loses-in';
    return { value, text: value > 0 ? t('study.won-in', { count: plies }) : t('study.lost-in', { count: plies }), words: t(key, { name: nameOfBetter(value), count: plies }) };
  }
  if (score === undefined || score === null) return { value: null, text: '–', words: t('study.no-score') };
  const value = score * sign;
  const isBetter = isForTwo || value > 0;
  const size = Math.abs(value);
  const text = `${value < 0 ? '−' : '+'}${size.toFixed(2)}`;
  if (size < 0.15) return { value, text, words: t('study.even') };
  const degree = DEGREES.find(({ below }) => size < below) ?? DEGREES[DEGREES.length - 1];
  return { value, text, words: t(isBetter ? degree.better : degree.worse, { name: nameOfBetter(value) }) };
}

/**
 * The first seat's expected points, 0 to 1, for a score from its point of view. The server uses the same formula.
 * @param {number | null} value
 */
export const pointsOf = (value) => (value === null ? null : value >= 100 ? 1 : value <= -100 ? 0 : 1 / (1 + 3 ** -value));
