// The evaluation bar next to a board.

import { h } from '../dom.js';

export class ScoreBar {
  /** @param {HTMLElement} board */
  constructor(board) {
    this.fill = h('span');
    this.node = h('div', { class: 'score-bar unknown', 'aria-hidden': 'true' }, this.fill);
    // The bar is as tall as the squares, not including the zones above and below them.
    this.sizes = new ResizeObserver(() => {
      const { top, height } = board.getBoundingClientRect();
      const surface = board.querySelector('.surface')?.getBoundingClientRect() ?? { top, height };
      Object.assign(this.node.style, { height: `${surface.height}px`, marginTop: `${surface.top - top}px` });
    });
    this.sizes.observe(board);
  }

  /**
   * Sets the colors of the sides. The bar is hidden unless there are two sides.
   * @param {{ color: string | null }[]} seats
   */
  paint(seats) {
    this.node.hidden = seats.length !== 2;
    this.colors = seats.map(({ color }, index) => `var(--${color ?? `seat${index + 1}`}-a)`);
  }

  /** Shows the first seat's expected points. Unknown points leave the bar unchanged. @param {number | null} points @param {boolean} isFlipped */
  show(points, isFlipped) {
    const [first = '', second = ''] = this.colors ?? [];
    this.node.classList.toggle('unknown', points === null);
    this.node.style.background = isFlipped ? first : second;
    this.fill.style.background = isFlipped ? second : first;
    if (points !== null) this.fill.style.height = `${(100 * (isFlipped ? 1 - points : points)).toFixed(1)}%`;
  }

  end() {
    this.sizes.disconnect();
  }
}
