// The winning line is marked on the board and named for screen readers, at the end of the match and in its study.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ADDRESS, begin, hasCount, launch, skip, square, visit } from './browser.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

/** The names of the squares in the winning line. @param {import('playwright-core').Page} page */
const won = (page) => page.locator('game-board .cells button').evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? '').filter((label) => label.includes('winning line')).map((label) => label.split(',')[0]).sort());

test('the winning line is marked at the end and in the study', { skip }, async () => {
  const { page, context, problems } = await visit(browser);
  const match = await begin(page, 'tic-tac-toe', { seats: [{ kind: 'me' }, { kind: 'me' }], more: { moves: ['a1', 'a2', 'b1', 'b2'] } });
  assert.deepEqual(await won(page), []);
  await square(page, 'c1').click();
  await page.getByRole('button', { name: 'Rematch' }).waitFor();
  assert.deepEqual(await won(page), ['a1', 'b1', 'c1']);
  await hasCount(page.locator('game-board .mark.won'), 3);
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelectorAll('game-board .mark.won').length === 0);
  await page.goto(`${ADDRESS}/study?match=${match}`);
  await page.locator('.tree button', { hasText: 'c1' }).waitFor();
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelectorAll('game-board .mark.won').length === 3);
  assert.deepEqual(await won(page), ['a1', 'b1', 'c1']);
  assert.deepEqual(problems, []);
  await context.close();
});
