// The move tree of a study as text: the main line, with variations indented below the moves that they replace.

import { h, t } from '../dom.js';
import { withoutCommands } from '../shapes.js';
import { NO_COUNT, countMove, drawsAfter } from '../study-tree.js';

/** @typedef {import('../study-tree.js').TreeNode} TreeNode */
/** @typedef {import('../study-tree.js').StudyTree} StudyTree */
/** @typedef {import('../study-tree.js').Count} Count */

const MARK_CLASSES = /** @type {Record<string, string>} */ ({ '?!': 'inaccuracy', '?': 'mistake', '??': 'blunder' });

/** The move marks with their names. @returns {Record<string, string>} */
export const markTexts = () => ({ '!!': t('study.brilliant'), '!': t('study.good'), '!?': t('study.interesting'), '?!': t('study.inaccuracy'), '?': t('study.mistake'), '??': t('study.blunder') });

/** Maximum number of consecutive chance moves to list individually. Longer runs, as in a deal, are one entry. */
const LISTED_DRAWS = 2;

/** Maximum number of indentation levels. Deeper variations are not indented further. */
const INDENTS_MAX = 4;

/** The move list. */
export class MoveTree {
  /** @type {Map<TreeNode, HTMLElement>} */
  #buttons = new Map();
  #seats = 2;

  /** @param {(node: TreeNode) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.node = h('div', { class: 'moves tree', role: 'group', 'aria-label': t('match.moves') });
  }

  /** Rebuilds the move list. @param {StudyTree} tree @param {number} seats */
  build(tree, seats) {
    this.#buttons.clear();
    this.#seats = seats;
    const empty = h('p', { class: 'soft', text: t('study.no-moves') });
    this.node.replaceChildren(...(tree.root.children.length > 0 ? this.#line(tree.root, NO_COUNT, 0) : [empty]));
    this.mark(tree.current);
  }

  /** Marks the current place. @param {TreeNode} current */
  mark(current) {
    const hasFocus = this.node.contains(document.activeElement);
    const first = this.#buttons.values().next().value;
    const now = this.#buttons.get(current);
    // Chance moves that share a button are one entry.
    for (const button of new Set(this.#buttons.values())) {
      const isNow = button === now;
      button.classList.toggle('now', isNow);
      button.tabIndex = isNow || (!current.parent && button === first) ? 0 : -1;
      if (isNow) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    }
    if (hasFocus) (now ?? first)?.focus({ preventScroll: true });
    if (!now) this.node.scrollTop = 0;
    else this.node.scrollTop += now.getBoundingClientRect().top - this.node.getBoundingClientRect().top - this.node.clientHeight / 2 + 14;
  }

  /**
   * The line from a node, with its branches.
   * @param {TreeNode} from @param {Count} before @param {number} depth
   * @returns {HTMLElement[]}
   */
  #line(from, before, depth) {
    /** @type {HTMLElement[]} */
    const nodes = [];
    let [at, count, isBroken] = [from, before, true];
    while (at.children.length > 0) {
      const draws = drawsAfter(at);
      if (draws.length > LISTED_DRAWS) {
        nodes.push(this.#deal(draws));
        [at, isBroken] = [draws[draws.length - 1], false];
        continue;
      }
      const [first, ...others] = at.children;
      const next = countMove(count, first.data.turn);
      nodes.push(...this.#move(first, next, isBroken));
      isBroken = withoutCommands(first.data.remark ?? '') !== '';
      for (const other of others) {
        nodes.push(this.#variation(other, countMove(count, other.data.turn), depth + 1));
        isBroken = true;
      }
      [at, count] = [first, next];
    }
    return nodes;
  }

  /**
   * Several chance moves as one entry, which leads to the position after the last of them.
   * @param {TreeNode[]} draws @returns {HTMLElement}
   */
  #deal(draws) {
    const button = h('button', { type: 'button', class: 'chance', text: t('match.draws', { count: draws.length }), onclick: () => this.choose(draws[draws.length - 1]) });
    for (const node of draws) this.#buttons.set(node, button);
    return button;
  }

  /** @param {TreeNode} node @param {Count} count @param {number} depth @returns {HTMLElement} */
  #variation(node, count, depth) {
    const moves = [...this.#move(node, count, true), ...this.#line(node, count, depth)];
    return h('div', { class: `variation${depth > INDENTS_MAX ? ' deep' : ''}`, role: 'group', 'aria-label': t('study.variation', { move: node.data.move }) }, ...moves);
  }

  /** @param {TreeNode} node @param {Count} count @param {boolean} isBroken whether the move starts a line, or follows a comment or a variation */
  #move(node, count, isBroken) {
    const { move, mark, turn } = node.data;
    const remark = withoutCommands(node.data.remark ?? '');
    const nodes = [];
    const number = count.row > 0 ? `${count.row}${turn === 1 || this.#seats > 2 ? '.' : '…'}` : '';
    if (number && (count.isFirst || (isBroken && turn !== 'chance'))) nodes.push(h('span', { class: 'number', text: number }));
    const sign = mark && h('span', { class: `sign-of ${MARK_CLASSES[mark] ?? ''}` }, h('span', { 'aria-hidden': 'true', text: mark }), h('span', { class: 'hidden', text: ` ${markTexts()[mark] ?? mark}` }));
    const button = h('button', { type: 'button', class: turn === 'chance' ? 'chance' : '', onclick: () => this.choose(node) }, move, sign);
    this.#buttons.set(node, button);
    nodes.push(button);
    if (remark) nodes.push(h('span', { class: 'remark', text: remark }));
    return nodes;
  }
}
