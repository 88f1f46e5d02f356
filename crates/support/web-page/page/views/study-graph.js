// The graph of a reviewed game: expected points over its moves. Pointer and keyboard select a move.

import { h, s, setText, t } from '../dom.js';
import { MISTAKES, numbered } from '../study-tree.js';

/** @typedef {import('../study-tree.js').TreeNode} TreeNode */
/** @typedef {import('../study-tree.js').StudyTree} StudyTree */

const [WIDTH, HEIGHT] = [400, 64];

export class StudyGraph {
  /** @type {TreeNode[]} */
  #line = [];

  /** @param {(node: TreeNode) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.picture = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    this.slider = h('div', { class: 'slider', role: 'slider', tabindex: 0, 'aria-label': t('study.graph-move'), 'aria-valuemin': 0, 'aria-valuemax': 0, 'aria-valuenow': 0 }, this.picture);
    this.upper = h('span', { class: 'axis' });
    this.lower = h('span', { class: 'axis' });
    this.node = h('section', { class: 'graph study-graph', 'aria-label': t('study.graph') }, this.upper, this.slider, this.lower);
    const drag = (/** @type {PointerEvent} */ event) => event.buttons === 1 && this.#chooseAt(event.clientX);
    this.slider.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
      this.slider.setPointerCapture(event.pointerId);
      drag(event);
    });
    this.slider.addEventListener('pointermove', drag);
  }

  /** @param {number} x */
  #chooseAt(x) {
    const { left, width } = this.picture.getBoundingClientRect();
    const ply = Math.round(((x - left) / width) * (this.#line.length - 1));
    const node = this.#line[Math.max(0, Math.min(this.#line.length - 1, ply))];
    if (node) this.choose(node);
  }

  /** Draws the main line. @param {StudyTree} tree @param {string[]} names of the seats */
  show(tree, names) {
    this.#line = [tree.root, ...tree.mainLine];
    const last = Math.max(1, this.#line.length - 1);
    const x = (/** @type {number} */ ply) => ((ply / last) * WIDTH).toFixed(1);
    const y = (/** @type {number} */ points) => (HEIGHT - 3 - points * (HEIGHT - 6)).toFixed(1);
    const known = this.#line.filter(({ data }) => data.points !== undefined && data.points !== null);
    const points = known.map(({ ply, data }) => `${x(ply)} ${y(data.points ?? 0.5)}`);
    const now = tree.current.isMain ? tree.current.ply : this.#branch(tree.current).ply;
    const dots = known.filter(({ data }) => MISTAKES.includes(data.mark ?? '')).map(({ ply, data }) => s('path', { d: `M${x(ply)} ${y(data.points ?? 0.5)}h.01`, class: `mistake ${data.mark === '??' ? 'worst' : ''}` }));
    const area = known.length > 1 ? [s('path', { d: `M${x(known[0].ply)} ${HEIGHT / 2}L${points.join('L')}L${x(known[known.length - 1].ply)} ${HEIGHT / 2}Z`, class: 'area' })] : [];
    this.picture.replaceChildren(s('path', { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: 'zero' }), ...area, s('path', { d: points.length ? `M${points.join('L')}` : 'M0 32', class: 'curve' }), ...dots, s('path', { d: `M${x(now)} 0V${HEIGHT}`, class: 'here' }));
    const isEmpty = known.length === 0;
    setText(this.upper, isEmpty ? ' ' : t('match.better', { name: names[0] }));
    setText(this.lower, isEmpty ? t('study.graph-empty') : t('match.better', { name: names[1] ?? '' }));
    this.slider.setAttribute('aria-valuemax', String(this.#line.length - 1));
    this.slider.setAttribute('aria-valuenow', String(now));
    this.slider.setAttribute('aria-valuetext', now === 0 ? t('study.graph-start') : t('study.graph-move-of', { move: `${numbered(this.#line[now], names.length)} ${this.#line[now].data.mark ?? ''}`.trim() }));
  }

  /** The last main line node at or before this node. @param {TreeNode} node @returns {TreeNode} */
  #branch(node) {
    return node.isMain || !node.parent ? node : this.#branch(node.parent);
  }
}
