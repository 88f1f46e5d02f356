// Checks the contrast of text (4.5) and marks (3) according to WCAG 2.2 in both themes and on every board, computed
// from the style sheet.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const page = new URL('../../crates/support/web-page/page/', import.meta.url);
const sheet = readFileSync(new URL('style.css', page), 'utf8');
const BOARDS = [...sheet.matchAll(/^:root(?:, :root)?\[data-board="(\w+)"\]/gm)].map(([, name]) => name);

/** The custom properties in blocks with `selector` in their selector. */
function properties(selector) {
  const blocks = [...sheet.matchAll(/^(:root[^{]*)\{([^}]*)\}/gm)].filter(([, found]) => found.split(',').some((one) => one.trim() === selector));
  return Object.fromEntries(blocks.flatMap(([, , body]) => [...body.matchAll(/(--[\w-]+):\s*([^;]+)/g)].map(([, name, value]) => [name, value.trim()])));
}

/** A board's custom properties in a color scheme, as colors. */
function colors(board, scheme) {
  const all = { ...properties(':root'), ...properties(`:root[data-board="${board}"]`) };
  const pick = (value) => value.match(/^light-dark\(([^,]+),\s*([^)]+)\)$/)?.[scheme === 'light' ? 1 : 2] ?? value;
  return (name) => {
    const value = pick(all[`--${name}`] ?? '');
    assert.match(value, /^#[0-9a-f]{6}$/, `--${name} on ${board} is a color`);
    return value;
  };
}

const channel = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

function luminance(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => channel(parseInt(color.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** `color` blended with `ground` at an opacity. */
function laid(color, ground, opacity) {
  const mix = [1, 3, 5].map((at) => Math.round(parseInt(color.slice(at, at + 2), 16) * opacity + parseInt(ground.slice(at, at + 2), 16) * (1 - opacity)));
  return `#${mix.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const TEXT = [
  ['ink', 'paper'], ['ink', 'sheet'], ['soft', 'paper'], ['soft', 'sheet'], ['accent-ink', 'accent'], ['accent-text', 'paper'],
  ['live', 'sheet'], ['live', 'paper'], ['bad', 'paper'], ['bad', 'sheet'], ['paper', 'ink'], ['paper', 'bad'], ['banner-ink', 'banner'],
  ['on-light', 'light'], ['on-dark', 'dark'], ['on-frame', 'frame'], ['on-felt', 'felt'], ['ivory-ink', 'ivory-top'],
];
const MARKS = [
  ['edge-line', 'sheet'], ['edge-line', 'paper'], ['live', 'sheet'], ['live', 'paper'], ['accent', 'paper'],
  ['mark-line', 'light'], ['mark-line', 'dark'], ['mark-line', 'mark'], ['ivory', 'felt'], ['pip', 'ivory-top'],
];

for (const board of BOARDS) {
  for (const scheme of ['light', 'dark']) {
    const color = colors(board, scheme);
    const get = (name) => color(name === 'pip' ? 'ivory-ink' : name);
    const check = (pairs, least) => {
      const low = pairs.map(([one, other]) => [one, other, contrast(get(one), get(other))]).filter(([, , found]) => found < least);
      assert.deepEqual(low, []);
    };
    test(`text can be read on ${board}, ${scheme}`, () => check(TEXT, 4.5));
    test(`marks can be seen on ${board}, ${scheme}`, () => check(MARKS, 3));
    test(`pieces stand out from their squares on ${board}, ${scheme}`, () => {
      for (const square of ['light', 'dark', 'bed']) {
        for (const side of ['white', 'black', 'seat1', 'seat2', 'seat3', 'seat4']) {
          const best = Math.max(...['a', 'o'].map((part) => contrast(color(`${side}-${part}`), color(square))));
          assert.ok(best >= 3, `${side} on ${square}: ${best.toFixed(2)}`);
        }
      }
    });
    test(`discs stand out on cloth and in holes on ${board}, ${scheme}`, () => {
      const best = (side, ground) => Math.max(...['a', 'o'].map((part) => contrast(color(`${side}-${part}`), color(ground))));
      for (const [side, ground] of [['white', 'cloth'], ['black', 'cloth'], ['seat1', 'hole'], ['seat2', 'hole']]) {
        assert.ok(best(side, ground) >= 3, `${side} on ${ground}: ${best(side, ground).toFixed(2)}`);
      }
      assert.ok(contrast(color('hole'), color('grid')) >= 2, 'a hole is seen in its grid');
      assert.ok(contrast(color('on-frame'), color('grid')) >= 4.5, `on-frame on grid: ${contrast(color('on-frame'), color('grid')).toFixed(2)}`);
    });
    test(`the names of squares can be read on the last move on ${board}, ${scheme}`, () => {
      for (const square of ['light', 'dark']) {
        const found = contrast(color(`on-${square}`), laid(color('mark'), color(square), 0.36));
        assert.ok(found >= 4.5, `${square}: ${found.toFixed(2)}`);
      }
    });
  }
}

for (const name of readdirSync(page).filter((file) => file.endsWith('.css'))) {
  test(`${name} lets no text fade, nor what is behind it: both are always those that are computed with`, () => {
    const fading = [...readFileSync(new URL(name, page), 'utf8').matchAll(/transition:\s*([^;}]*)/g)].map(([, what]) => what);
    assert.deepEqual(fading.filter((what) => /(?<![\w-])(all|color|background)(?!\w)/.test(what)), []);
  });
}

test('there are five skins, and each can be selected', () => {
  const chosen = readFileSync(new URL('../../crates/support/web-page/page/dom.js', import.meta.url), 'utf8').match(/board: \{([^}]*)\}/)?.[1] ?? '';
  assert.deepEqual([...chosen.matchAll(/(\w+): t\(/g)].map(([, name]) => name), BOARDS);
  assert.equal(BOARDS.length, 5);
});

for (const board of BOARDS) {
  test(`a black piece and a white one can be told apart without color on ${board}`, () => {
    const color = colors(board, 'light');
    assert.ok(contrast(color('white-a'), color('black-a')) >= 7);
    assert.ok(contrast(color('seat1-a'), color('seat2-a')) >= 2.4);
    assert.ok(contrast(color('back'), color('ivory-top')) >= 3, 'the back of a card or tile and its face');
  });
}

test('the contrast check uses the opacity of the last move', () => {
  assert.match(sheet, /\.picture \.last \{ fill: var\(--mark\); fill-opacity: \.36 \}/);
});
