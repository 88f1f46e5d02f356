// The page on which one watches: matches that are over are listed with their results, and open as a study.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ADDRESS, begin, launch, skip, visit } from './browser.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

/** Two players of the program play a match to its end. @param {import('playwright-core').Page} page */
async function played(page) {
  await begin(page, 'tic-tac-toe', { seats: ['greedy', 'random'].map((player) => ({ kind: 'player', player })) });
  await page.waitForFunction(() => / wins|Draw|draw/.test(document.querySelector('main')?.textContent ?? ''), null, { timeout: 30_000 });
}

test('matches that are over are listed ten at a time and open as a study', { skip }, async () => {
  const { page, context, problems } = await visit(browser);
  await played(page);
  // What is over is written in the background.
  const isKept = async () => (await (await page.request.get(`${ADDRESS}/api/matches?finished=1`)).json()).finished.length > 0;
  for (let turn = 0; turn < 100 && !(await isKept()); turn += 1) await page.waitForTimeout(100);
  await page.goto(`${ADDRESS}/watch`);
  const over = page.getByRole('region', { name: 'Matches that are over' });
  const first = over.getByRole('link').first();
  await first.waitFor();
  assert.match(await first.innerText(), /greedy – random\s+(1-0|0-1|½-½) · Tic-tac-toe.* moves/s);
  const { finished, has_more: hasMore } = await (await page.request.get(`${ADDRESS}/api/matches?finished=10`)).json();
  assert.equal(await over.getByRole('link').count(), finished.length);
  const more = over.getByRole('button', { name: 'Show more' });
  assert.equal(await more.isVisible(), hasMore);
  if (hasMore) {
    await more.click();
    await page.waitForFunction((count) => document.querySelectorAll('[aria-label="Matches that are over"] a').length > count, finished.length);
  }
  await first.click();
  await page.waitForURL(/\/study\?kept=match-\d+/);
  await page.locator('game-board').first().waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});
