// The user's own games: listing, saving as files and deleting them, and stepping through a finished game.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after, before } from 'node:test';
import { ADDRESS, begin, faults, hasCount, launch, myTurn, skip, square, visit } from './browser.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

/** Plays two moves and resigns. @param {import('playwright-core').Page} page */
async function playAndResign(page) {
  const match = await begin(page, 'checkers:english', { seats: [{ kind: 'me' }, { kind: 'player', player: 'alpha-beta:depth=4' }] });
  await myTurn(page);
  await square(page, '11').click();
  await square(page, '15').click();
  await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 2);
  await myTurn(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('heading', { name: 'You lose' }).waitFor();
  return match;
}

test('a game is saved as a file and permanently deleted', { skip }, async () => {
  const { page, context, problems } = await visit(browser);
  const match = await playAndResign(page);
  await page.goto(ADDRESS);
  await page.getByRole('link', { name: 'My games' }).click();
  await page.getByRole('heading', { level: 1, name: 'My games' }).waitFor();
  assert.deepEqual(await faults(page), []);
  for (const width of [768, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(content <= window, `${content} wide in ${window}`);
  }
  await page.getByLabel(/^Save Checkers/).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save as pdn' }).click()]);
  assert.match(readFileSync(await download.path(), 'utf8'), /11-15/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Delete Checkers/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await hasCount(page.getByRole('button', { name: /^Delete Checkers/ }), 1);
  await page.getByRole('button', { name: /^Delete Checkers/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Game deleted.').waitFor();
  await page.getByText('You have not played a game in this browser yet.').waitFor();
  assert.deepEqual(problems, []);
  const answer = await page.request.get(`${ADDRESS}/api/matches/${match}/file?format=pdn`);
  assert.equal(answer.status(), 404);
  await context.close();
});

test('at the end, the page shows each player’s statistics and replays the game', { skip }, async () => {
  const { page, context, problems } = await visit(browser);
  await page.clock.install();
  await playAndResign(page);
  const table = page.getByRole('table', { name: 'Player statistics' });
  await table.waitFor();
  const rows = await table.getByRole('row').allInnerTexts();
  assert.match(rows.join('\n'), /Moves\s+1\s+1/);
  for (const name of ['Time used', 'Nodes searched', 'Evaluations', 'Cutoffs']) assert.match(rows.join('\n'), new RegExp(`${name}.*[0-9]`));
  // From here on, time passes only when the test advances it.
  await page.clock.pauseAt(Date.now() + 60_000);
  const now = () => page.locator('.moves .now').innerText();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('4×');
  await page.getByRole('button', { name: 'Replay the game' }).click();
  await page.getByText('Start position.').waitFor();
  await page.clock.runFor(260);
  await page.getByText('After 1. 11-15.').waitFor();
  assert.match(await now(), /11-15/);
  await page.clock.runFor(260);
  await page.getByRole('button', { name: 'Replay the game' }).waitFor();
  assert.doesNotMatch(await now(), /11-15/);
  await page.getByRole('button', { name: 'Replay the game' }).click();
  await page.getByRole('button', { name: 'Pause the replay' }).click();
  await page.clock.runFor(2000);
  await page.getByText('Start position.').waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('a game between people can be deleted only after its end, and an open game only by its player', { skip }, async () => {
  const { page, context } = await visit(browser);
  const visitor = await visit(browser);
  await visitor.page.goto(ADDRESS);
  await begin(page, 'checkers:english', { seats: [{ kind: 'me' }, { kind: 'person' }], more: { listed: true } });
  await visitor.page.getByRole('button', { name: 'Join' }).waitFor();
  await page.goto(`${ADDRESS}/games`);
  await page.getByRole('button', { name: /^Delete Checkers/ }).waitFor();
  await visitor.page.getByText('No open games.').waitFor();
  await page.getByRole('link', { name: 'Resume' }).click();
  await visitor.page.getByRole('button', { name: 'Join' }).click();
  await myTurn(page);
  await page.goto(`${ADDRESS}/games`);
  await page.getByText('ongoing; you can delete it when it is over').waitFor();
  await hasCount(page.getByRole('button', { name: /^Delete/ }), 0);
  await page.getByRole('link', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('heading', { name: 'You lose' }).waitFor();
  await page.goto(`${ADDRESS}/games`);
  await page.getByRole('button', { name: /^Delete Checkers/ }).waitFor();
  await visitor.context.close();
  await context.close();
});
