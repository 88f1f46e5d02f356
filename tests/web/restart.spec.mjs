// The server is killed in the middle of a match and started again.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { launch, moves, myTurn, skip, square, visit } from './browser.mjs';
import { start, stopAll } from './server.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(async () => {
  stopAll();
  await browser?.close();
});

test('a match goes on after the server was killed, with every move', { skip }, async () => {
  const first = await start();
  const { page, context } = await visit(browser);
  await page.goto(`${first.address}/build`);
  const form = { game: 'checkers:english', seats: [{ kind: 'me' }, { kind: 'player', player: 'level:name=casual' }], time_control: '5m+3s' };
  const match = await page.evaluate(async (form) => (await import(/** @type {any} */ ('/server.js'))).makeMatch(form), form);
  await page.goto(`${first.address}/match/${match}`);
  await myTurn(page);
  await square(page, '11').click();
  await square(page, '15').click();
  await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 2);
  await myTurn(page);
  const before = await moves(page);
  stopAll();
  await page.waitForFunction(() => document.getElementById('banner')?.textContent, null, { timeout: 2000 });
  await start(first.port);
  const started = Date.now();
  await page.waitForFunction(() => document.getElementById('banner')?.textContent === '', null, { timeout: 10_000 });
  assert.ok(Date.now() - started <= 2500, `the page was back after ${Date.now() - started} ms`);
  assert.deepEqual(await moves(page), before);
  await myTurn(page);
  await page.locator('game-board button.can').first().click();
  await page.locator('game-board button.target').first().click();
  await page.waitForFunction((count) => document.querySelectorAll('.moves button').length >= count + 1, before.length);
  await context.close();
});
