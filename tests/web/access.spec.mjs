// Checks every page, game and theme with axe at three widths. Nothing must be wider than the window.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ADDRESS, RULES, begin, faults, launch, skip, visit } from './browser.mjs';

const GAMES = ['checkers:english', 'checkers:international', 'checkers:frisian', 'tic-tac-toe', 'connect-four', 'othello', 'hex', 'breakthrough', 'chess:standard', 'backgammon', 'dominoes:round', 'kuhn-poker', 'pig'];
const PAGES = ['/', '/watch', '/study', '/study#game=checkers:english&moves=11-15+23-18', '/study#game=backgammon', '/study#game=dominoes:round', '/library', '/library#game=checkers:english&moves=11-15', '/tournaments', '/tournaments/new', '/nowhere'];

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

const check = async (page) => assert.deepEqual(await faults(page, RULES), []);

async function fits(page) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window, `${content} wide in ${window}`);
}

/** Opens the position editor. */
async function setUp(page) {
  await page.goto(`${ADDRESS}/study`);
  await page.getByRole('combobox', { name: 'Game' }).selectOption('chess:standard');
  await page.getByRole('button', { name: 'Set up a position' }).click();
  await page.getByRole('button', { name: 'Study this position' }).waitFor();
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const path of PAGES) {
    test(`${path} is accessible in ${colorScheme}`, { skip }, async () => {
      const { page, context, problems } = await visit(browser, { colorScheme });
      await page.goto(`${ADDRESS}${path}`);
      await page.waitForSelector('h1');
      await page.waitForLoadState('networkidle');
      await check(page);
      for (const width of [768, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await fits(page);
      }
      assert.deepEqual(problems, []);
      await context.close();
    });
  }
  test(`setting up a position is accessible in ${colorScheme}`, { skip }, async () => {
    const { page, context, problems } = await visit(browser, { colorScheme });
    await setUp(page);
    await check(page);
    for (const width of [768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await fits(page);
    }
    assert.deepEqual(problems, []);
    await context.close();
  });
  for (const game of GAMES) {
    test(`a match of ${game} is accessible in ${colorScheme}`, { skip }, async () => {
      const { page, context, problems } = await visit(browser, { colorScheme });
      await begin(page, game);
      await check(page);
      for (const width of [768, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await fits(page);
      }
      assert.deepEqual(problems, []);
      await context.close();
    });
  }
}
