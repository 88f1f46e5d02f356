// The watch page: running matches come first. Finished matches are listed with their results and open as studies.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ADDRESS, begin, hasCount, launch, skip, visit } from './browser.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

/** The number of matches between programs: more than fit on one page of the list. */
const PLAYED = 12;

/** Lets programs play matches to the end. @param {import('playwright-core').Page} page */
async function play(page) {
  await page.goto(`${ADDRESS}/nowhere`);
  const form = { game: 'tic-tac-toe', seats: ['greedy', 'random'].map((player) => ({ kind: 'player', player })) };
  await page.evaluate(async ([what, count]) => {
    const { makeMatch } = await import(/** @type {any} */ ('/server.js'));
    for (let turn = 0; turn < count; turn += 1) await makeMatch(what);
  }, /** @type {const} */ ([form, PLAYED]));
  // Finished matches are written in the background.
  const kept = async () => (await (await page.request.get(`${ADDRESS}/api/matches?finished=${PLAYED}`)).json()).finished.length;
  for (let turn = 0; turn < 600 && (await kept()) < PLAYED; turn += 1) await page.waitForTimeout(100);
}

/** @param {import('playwright-core').Page} page */
const parts = (page) => ({ running: page.getByRole('region', { name: 'Ongoing matches' }), over: page.getByRole('region', { name: 'Finished matches' }), form: page.getByRole('region', { name: 'Start a match' }) });

/**
 * Waits until this many finished matches are listed.
 * @param {import('playwright-core').Page} page @param {number} count
 */
const listed = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll('[aria-label="Finished matches"] a').length === wanted, count, { timeout: 20_000 });

test('finished matches are listed ten at a time, stay listed when another match ends, and open as a study', { skip }, async () => {
  const { page, context, problems } = await visit(browser);
  await play(page);
  await page.goto(`${ADDRESS}/watch`);
  const { running, over } = parts(page);
  await listed(page, 10);
  assert.match(await over.getByRole('listitem').first().innerText(), /greedy – random\s+Tic-tac-toe · .* moves\s+(1-0|0-1|½-½)$/s);
  const more = over.getByRole('button', { name: 'Show more' });
  await more.click();
  await listed(page, PLAYED);
  assert.equal(await more.isVisible(), false);
  assert.equal(await over.getByRole('link').nth(10).evaluate((link) => link === document.activeElement), true, 'the first new one has the focus');

  const other = await visit(browser);
  await begin(other.page, 'checkers:english');
  await running.getByRole('link').waitFor();
  await other.page.getByRole('button', { name: 'Resign' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await listed(page, PLAYED);
  await page.waitForFunction(() => document.querySelector('[aria-label="Finished matches"] a')?.textContent?.includes('Checkers'), null, { timeout: 20_000 });
  await hasCount(running.getByRole('link'), 0);
  assert.equal(await more.isVisible(), true, 'the oldest one has made room');
  await other.context.close();

  await over.getByRole('link').nth(1).click();
  await page.waitForURL(/\/study\/\w+$/);
  await page.locator('game-board').first().waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('matches to watch appear before the form, or next to it if there is room', { skip }, async () => {
  const { page, context, problems } = await visit(browser);
  await page.goto(`${ADDRESS}/watch`);
  const { running, over, form } = parts(page);
  await form.getByRole('button', { name: 'Start', exact: true }).waitFor();
  const box = async (/** @type {import('playwright-core').Locator} */ part) => /** @type {{ x: number, y: number, width: number, height: number }} */ (await part.boundingBox());
  const toForm = page.locator('main').getByRole('button', { name: 'Start a match' });
  for (const width of [1280, 800, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const [first, second, third] = [await box(running), await box(over), await box(form)];
    assert.ok(first.y + first.height <= second.y, `${width}: running matches stand first`);
    if (width > 720) assert.ok(third.y === first.y && third.x >= first.x + first.width, `${width}: the form stands beside them`);
    else assert.ok(third.y >= second.y + second.height, `${width}: the form stands below them`);
    assert.equal(await toForm.isVisible(), width <= 720);
  }
  await toForm.click();
  assert.equal(await form.locator('select').first().evaluate((field) => field === document.activeElement), true);
  await page.waitForFunction(() => (document.activeElement?.getBoundingClientRect().top ?? Infinity) < 400);
  assert.deepEqual(problems, []);
  await context.close();
});
