// Sounds are off by default, and consist of short, quiet tones.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { SOUNDS } from '../../crates/support/web-page/page/sounds.js';
import { ADDRESS, begin, launch, myTurn, skip, square, visit } from './browser.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

for (const [name, tones] of Object.entries(SOUNDS)) {
  test(`the sound "${name}" is short and not loud`, () => {
    assert.ok(tones.length > 0);
    for (const { from, to, at, length, volume } of tones) {
      assert.ok(at + length <= 0.7 && volume <= 0.3 && [from, to].every((tone) => tone >= 80 && tone <= 1000));
    }
  });
}

/** Counts a page's tones during two moves. */
async function tones(isOn) {
  const { page, context, problems } = await visit(browser);
  /** @type {string[]} */
  const loaded = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    const seen = Object.assign(window, { tones: 0 });
    const { createOscillator } = AudioContext.prototype;
    AudioContext.prototype.createOscillator = function () {
      seen.tones += 1;
      return createOscillator.call(this);
    };
  });
  await page.goto(ADDRESS);
  if (isOn) {
    await page.getByLabel('Preferences').click();
    await page.getByRole('group', { name: 'Sound' }).getByRole('radio', { name: 'On' }).check();
    await page.waitForFunction(() => /** @type {any} */ (window).tones === 1);
  }
  await begin(page, 'checkers:english');
  await myTurn(page);
  await square(page, '11').click();
  await square(page, '15').click();
  await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 2);
  await myTurn(page);
  // Two moves, and two tones for the user's turn.
  if (isOn) await page.waitForFunction(() => /** @type {any} */ (window).tones >= 4);
  const count = await page.evaluate(() => /** @type {any} */ (window).tones);
  assert.deepEqual(problems, []);
  await context.close();
  return { count, isLoaded: loaded.includes('/sounds.js') };
}

test('no sound is played or loaded until sounds are turned on', { skip }, async () => {
  assert.deepEqual(await tones(false), { count: 0, isLoaded: false });
});

test('moves and the start of the user’s turn have sounds', { skip }, async () => {
  const { count, isLoaded } = await tones(true);
  assert.ok(count >= 4 && isLoaded, `${count}`);
});
