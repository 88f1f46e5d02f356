// The page's accessibility: without color, with system colors, at 400 % zoom, and without animations.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ADDRESS, begin, hasCount, launch, skip, square, visit } from './browser.mjs';
import { difference, grey } from './pictures.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

/** Runs a test on a new visitor's page, and fails if the page reports an error. */
const at = (options, run) => async () => {
  const { page, context, problems } = await visit(browser, options);
  await run(page);
  assert.deepEqual(problems, []);
  await context.close();
};

/**
 * An element's grayscale picture.
 * @param {import('playwright-core').Page} page @param {import('playwright-core').Locator} place
 */
const pictureOf = async (page, place) => grey(page, await place.screenshot({ animations: 'disabled' }));

/** The share of a square that must differ in grayscale to be visible. */
const SEEN = 0.03;

/** Games, each with a square for each side and an empty square of the same shade. */
const SIDES = [
  ['checkers:english', '4', '29', '14'], ['chess:standard', 'e2', 'd7', 'e4'], ['backgammon', '6', '19', '9'],
  ['othello', 'd4', 'e4', 'a1'],
];

for (const forcedColors of /** @type {const} */ (['none', 'active'])) {
  for (const [game, one, other, free] of SIDES) {
    test(`the sides of ${game} can be told apart without color${forcedColors === 'active' ? ', in the colors of the system' : ''}`, { skip }, at({ forcedColors, reducedMotion: 'reduce' }, async (page) => {
      await begin(page, game, { seats: [{ kind: 'person' }, { kind: 'person' }] });
      const [first, second, empty] = await Promise.all([one, other, free].map((name) => pictureOf(page, square(page, name))));
      assert.ok(difference(first, second) > SEEN, `the sides: ${difference(first, second)}`);
      assert.ok(difference(first, empty) > SEEN, `the first side on its square: ${difference(first, empty)}`);
      assert.ok(difference(second, empty) > SEEN, `the second side on its square: ${difference(second, empty)}`);
    }));
  }
}

test('discs of red and yellow differ in gray', { skip }, at({ reducedMotion: 'reduce' }, async (page) => {
  await begin(page, 'connect-four', { seats: [{ kind: 'me' }, { kind: 'player', player: 'random' }] });
  await page.locator('game-board .can, game-board .dot').first().waitFor();
  await page.locator('game-board button.can').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 2);
  const discs = page.locator('game-board svg.picture .piece');
  await hasCount(discs, 2);
  const [first, second] = await Promise.all([0, 1].map((index) => pictureOf(page, discs.nth(index))));
  assert.ok(difference(first, second) > SEEN, `${difference(first, second)}`);
}));

test('movable pieces, the selection, its targets and the last move are visible without color', { skip }, at({ reducedMotion: 'reduce' }, async (page) => {
  await begin(page, 'checkers:english', { seats: [{ kind: 'me' }, { kind: 'person' }] });
  const other = await visit(browser);
  const [place, free] = [square(page, '11'), square(page, '15')];
  const before = [await pictureOf(page, place), await pictureOf(page, free)];
  await other.page.goto(await page.getByLabel('Invitation link').inputValue());
  await page.locator('game-board button.can').first().waitFor();
  const can = await pictureOf(page, place);
  await place.click();
  await page.mouse.move(2, 2);
  const [picked, target] = [await pictureOf(page, place), await pictureOf(page, free)];
  await free.click();
  await page.locator('.moves button').first().waitFor();
  await page.mouse.move(2, 2);
  const [left, came] = [await pictureOf(page, place), await pictureOf(page, free)];
  // A movable piece is marked only in a corner of its square, so compare only the corner.
  const corner = (picture) => ({ ...picture, values: picture.values.filter((_, index) => index % picture.width > picture.width * 0.72 && index < picture.values.length * 0.28) });
  assert.ok(difference(corner(before[0]), corner(can)) > SEEN, `can move: ${difference(corner(before[0]), corner(can))}`);
  for (const [name, one, two] of /** @type {const} */ ([['chosen', can, picked], ['a target', before[1], target], ['left', before[1], left], ['came', before[0], came]])) {
    assert.ok(difference(one, two) > SEEN, `${name}: ${difference(one, two)}`);
  }
  await other.context.close();
}));

test('the side to move has a sign next to its name, not only a color', { skip }, at({}, async (page) => {
  await begin(page, 'checkers:english');
  await page.locator('.seat.turn').first().waitFor();
  const width = (turn) => page.evaluate((selector) => getComputedStyle(/** @type {Element} */ (document.querySelector(selector)), '::before').borderLeftWidth, turn);
  assert.equal(await width('.seat.turn .player'), '8px');
}));

test('the selection is outlined in the system colors', { skip }, at({ forcedColors: 'active' }, async (page) => {
  await page.goto(ADDRESS);
  await page.locator('.game:has(:checked)').waitFor();
  const outline = (selector) => page.evaluate((found) => getComputedStyle(/** @type {Element} */ (document.querySelector(found))).outlineStyle, selector);
  assert.equal(await outline('.chip input:checked + span'), 'solid');
  assert.equal(await outline('.chip input:not(:checked) + span'), 'none');
  assert.equal(await outline('.game:has(:checked)'), 'solid');
  await begin(page, 'checkers:english');
  await page.getByRole('button', { name: 'Coach' }).click();
  await page.locator('[aria-pressed=true]').first().waitFor();
  assert.equal(await outline('[aria-pressed=true]'), 'solid');
}));

/** Controls that cover other controls, are covered, or have truncated text. */
const inTheWay = (page) => page.evaluate(() => {
  const found = [];
  const name = (node) => `${node.localName} ${node.getAttribute('aria-label') ?? node.textContent ?? ''}`.trim().slice(0, 40);
  const isCutOff = (node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflowX === 'hidden' && node.clientWidth > 0;
  const controls = [...document.querySelectorAll('a, button, input, select, textarea, summary')].filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !node.closest('[inert], .cells, .hidden') && !node.matches('.skip, .hidden, [type=radio]'));
  for (const node of controls) {
    node.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, right, top, bottom, width, height } = node.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    if (left < -1 || right > innerWidth + 1) found.push(`${name(node)} is outside the window`);
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    // An open menu covers the page behind it.
    if (hit?.closest('details[open] .sheet') && !hit.closest('details')?.contains(node)) continue;
    if (hit && hit !== node && !node.contains(hit) && !hit.contains(node) && !hit.closest('label')?.contains(node)) found.push(`${name(node)} is covered by ${name(hit)}`);
    if (node.matches('button, a, summary') && !node.matches('.moves *, .matches *') && isCutOff(node)) found.push(`${name(node)} is cut off`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push(`${document.documentElement.scrollWidth} wide in ${innerWidth}`);
  return found;
});

const ENLARGED = { viewport: { width: 320, height: 256 } };
for (const path of ['/', '/watch', '/study', '/study#game=checkers:english&moves=11-15+23-18', '/tournaments', '/tournaments/new']) {
  test(`at 400 % nothing of ${path} is lost or covered`, { skip }, at(ENLARGED, async (page) => {
    await page.goto(`${ADDRESS}${path}`);
    await page.locator('main button, main a').first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.deepEqual(await inTheWay(page), []);
  }));
}
for (const game of ['checkers:english', 'backgammon', 'kuhn-poker']) {
  test(`at 400 % nothing of a match of ${game} is lost or covered`, { skip }, at(ENLARGED, async (page) => {
    await begin(page, game);
    await page.locator('.seat.turn').first().waitFor();
    assert.deepEqual(await inTheWay(page), []);
    await page.getByText('More', { exact: true }).click();
    assert.deepEqual(await inTheWay(page), []);
  }));
}

/** Returns `true` if anything is animated within half a second of a move. */
const moves = (reducedMotion) => async (page) => {
  await begin(page, 'checkers:english', { seats: [{ kind: 'me' }, { kind: 'player', player: 'random' }] });
  await page.locator('game-board button.can').first().waitFor();
  await page.evaluate(() => {
    const seen = Object.assign(window, { animated: 0 });
    const look = () => {
      seen.animated = Math.max(seen.animated, document.getAnimations().length);
      requestAnimationFrame(look);
    };
    look();
  });
  await square(page, '11').click();
  await square(page, '15').click();
  await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 2);
  // With reduced motion, give an unwanted animation a moment to appear. Otherwise, wait for the animation.
  if (reducedMotion === 'reduce') await page.waitForTimeout(200);
  else await page.waitForFunction(() => /** @type {any} */ (window).animated > 0);
  const animated = await page.evaluate(() => /** @type {any} */ (window).animated);
  assert.equal(animated > 0, reducedMotion === 'no-preference', `${animated} animations`);
};
for (const reducedMotion of /** @type {const} */ (['no-preference', 'reduce'])) {
  test(`pieces ${reducedMotion === 'reduce' ? 'do not move where motion is to be reduced' : 'move to their places'}`, { skip }, at({ reducedMotion }, moves(reducedMotion)));
}
