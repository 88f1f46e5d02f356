// The tree of a study: the moves with their variations, marks and remarks. Nothing here draws or knows a rule.

import { reasonText, t } from './dom.js';

/** @typedef {number | 'chance'} Turn */

/**
 * What is known of a move, as the server sends and takes it; `points` are the expected points of the first seat after it, and
 * `sentence` says why it has its mark.
 * @typedef {{ move: string, turn?: Turn, seconds?: number, clock?: number, score?: number | null, win_in?: number, loss_in?: number, depth?: number, mark?: string, remark?: string, points?: number, sentence?: string }} Ply
 */

/** @typedef {{ after: number, plies: Ply[], variations: Variation[] }} Variation */
/** @typedef {{ player: string, name: string }} Player */
/** @typedef {{ reason: string, payoffs?: number[] | null, seat?: number, rule?: string, detail?: string }} Ending */
/** @typedef {{ game: string, start: string | null, players: Player[], time_control: string | null, tags: [string, string][] | null, plies: Ply[], variations: Variation[], ending: Ending | null, points?: number }} WireTree */

/** A place in the tree: the position after its move. The root has no move. */
export class TreeNode {
  /** How many moves were made up to here. */
  ply = 0;

  /** @param {Ply} data @param {TreeNode | null} parent */
  constructor(data, parent) {
    this.data = data;
    this.parent = parent;
    if (parent) this.ply = parent.ply + 1;
    /** What can follow: the main line first. @type {TreeNode[]} */
    this.children = [];
  }

  /** Whether nothing before it branches off from the main line. @returns {boolean} */
  get isMain() {
    return this.parent === null || (this.parent.children[0] === this && this.parent.isMain);
  }

  /** The nodes from the first move up to here. @returns {TreeNode[]} */
  get line() {
    const line = [];
    for (let node = /** @type {TreeNode} */ (this); node.parent; node = node.parent) line.push(node);
    return line.reverse();
  }

  /** The moves up to here. */
  get moves() {
    return this.line.map(({ data }) => data.move);
  }

  /** The last position of the line that goes on from here. @returns {TreeNode} */
  get end() {
    let node = /** @type {TreeNode} */ (this);
    while (node.children.length > 0) [node] = node.children;
    return node;
  }
}

/** Marks of bad moves. */
export const MISTAKES = ['?!', '?', '??'];

/** A match with variations, and the place that is looked at. */
export class StudyTree {
  /** @param {Partial<WireTree> & { game: string }} wire */
  constructor({ game, start = null, players = [], time_control = null, tags = null, plies = [], variations = [], ending = null, points }) {
    this.game = game;
    this.start = start;
    this.players = players;
    this.timeControl = time_control;
    this.tags = tags;
    this.ending = ending;
    this.root = new TreeNode({ move: '', points }, null);
    this.current = this.root;
    grow(this.root, plies, variations);
  }

  /** The tree as the server takes it, and as it is kept. @returns {WireTree} */
  get wire() {
    const { plies, variations } = lineFrom(this.root);
    return { game: this.game, start: this.start, players: this.players, time_control: this.timeControl, tags: this.tags, plies, variations, ending: this.ending, points: this.root.data.points };
  }

  /** The moves of the main line. */
  get mainLine() {
    return this.root.end.line;
  }

  /** Where the place that is looked at lies: at each node the index of the next one. @returns {number[]} */
  get path() {
    return this.current.line.map((node) => /** @type {TreeNode} */ (node.parent).children.indexOf(node));
  }

  /** Goes to a place, or as near to it as there is one. @param {number[]} path */
  goTo(path) {
    this.current = this.root;
    for (const index of path) {
      const next = this.current.children[index];
      if (!next) return;
      this.current = next;
    }
  }

  /**
   * The node of a move after `node`: the one that is there, or a new one.
   * @param {TreeNode} node @param {Ply} ply
   */
  add(node, ply) {
    const known = node.children.find(({ data }) => data.move === ply.move);
    if (known) return known;
    const added = new TreeNode(ply, node);
    node.children.push(added);
    return added;
  }

  /** Adds moves one after the other, and returns the node of the last one. @param {TreeNode} node @param {Ply[]} plies */
  addLine(node, plies) {
    return plies.reduce((last, ply) => this.add(last, ply), node);
  }

  /** Makes the line of a node the main one at the last place where it branches off. False if it is the main line. @param {TreeNode} node */
  promote(node) {
    let at = node;
    while (at.parent && at.parent.children[0] === at) at = at.parent;
    if (!at.parent) return false;
    const { children } = at.parent;
    children.splice(children.indexOf(at), 1);
    children.unshift(at);
    return true;
  }

  /** Removes a move with all that follows, and returns how many moves that were. @param {TreeNode} node */
  remove(node) {
    if (!node.parent) return 0;
    const { children } = node.parent;
    children.splice(children.indexOf(node), 1);
    if (this.current === node || this.current.line.includes(node)) this.current = node.parent;
    return count(node);
  }

  /** The move beside this one, further down or up; the node itself if there is none. @param {TreeNode} node @param {1 | -1} step */
  beside(node, step) {
    const siblings = node.parent?.children ?? [];
    return siblings[siblings.indexOf(node) + step] ?? node;
  }

  /**
   * Notes how good a move was, and adds the better line of a mistake.
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

  /** How the match ended, if that was not by the rules of the game and its end is looked at. @param {string[]} names of the seats */
  endText(names) {
    if (!this.ending || this.ending.reason === 'rules' || this.current !== this.root.end) return '';
    const { seat } = this.ending;
    const reason = reasonText(this.ending.reason).text;
    return seat ? `${names[seat - 1]}: ${reason}.` : t('study.ended', { reason });
  }

  /** The next mistake of the main line behind the place that is looked at, or the first one; null if there is none. */
  get nextMistake() {
    const mistakes = this.mainLine.filter(({ data }) => MISTAKES.includes(data.mark ?? ''));
    return mistakes.find(({ ply }) => ply > this.current.ply) ?? mistakes[0] ?? null;
  }
}

/** @param {TreeNode} node @returns {number} */
const count = (node) => 1 + node.children.reduce((sum, child) => sum + count(child), 0);

/** Adds a line with its variations behind a node. @param {TreeNode} from @param {Ply[]} plies @param {Variation[]} variations */
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

/** The line that goes on from a node, and the variations beside it. @param {TreeNode} node @returns {{ plies: Ply[], variations: Variation[] }} */
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
 * How the list of moves counts a move: the number of its row, and whether it is the first of the row.
 * @typedef {{ row: number, last: number, isFirst: boolean }} Count
 */

/** The count before the first move. @type {Count} */
export const NO_COUNT = { row: 0, last: Infinity, isFirst: true };

/**
 * The count of a move after another one. A row begins where the turn goes back to a seat that the row has already.
 * @param {Count} before @param {Turn | undefined} turn
 * @returns {Count}
 */
export function countMove(before, turn) {
  if (typeof turn !== 'number') return { ...before, isFirst: false };
  if (turn <= before.last) return { row: before.row + 1, last: turn, isFirst: true };
  return { row: before.row, last: turn, isFirst: false };
}

/**
 * The draws of chance that follow each other behind a node, as long as nothing branches off and nothing is remarked.
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

/** How a score is called below a size, in units of the game. */
const DEGREES = /** @type {const} */ ([
  { below: 0.6, better: 'study.little-better', worse: 'study.little-worse' }, { below: 1.5, better: 'study.better', worse: 'study.worse' },
  { below: 4, better: 'study.much-better', worse: 'study.much-worse' }, { below: Infinity, better: 'study.winning', worse: 'study.losing' },
]);

/**
 * A score from the first seat's side, as a number and in words; where there are more than two seats, from the mover's.
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

/** The first seat's expected points, 0 to 1, for a score from its side. As the server computes them. @param {number | null} value */
export const pointsOf = (value) => (value === null ? null : value >= 100 ? 1 : value <= -100 ? 0 : 1 / (1 + 3 ** -value));
