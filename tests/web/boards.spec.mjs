// Compares boards with the pictures in `boards/`. The pictures are small and have no text, so fonts and antialiasing on
// another machine make no difference. `RIVAL_BOARDS=keep` saves the current boards as the pictures. Check them
// afterwards.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { ADDRESS, launch, skip, visit } from './browser.mjs';
import { colorDifference, small } from './pictures.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

const FOLDER = new URL('boards/', import.meta.url);
const KEEPS = process.env.RIVAL_BOARDS === 'keep';

/** The share of a picture that may differ. A piece on a 10×10 board takes about half a percent. */
const MOST = 0.002;

/** Shows a game's initial position on the home page and compares the squares and pieces. */
const compare = (name, { game, look = {}, colorScheme = 'light' }) => async () => {
  const { page, context, problems } = await visit(browser, { colorScheme, reducedMotion: 'reduce' });
  await page.goto(`${ADDRESS}/nowhere`);
  await page.evaluate(([chosen, shown]) => {
    localStorage.setItem('rival.look', JSON.stringify(chosen));
    localStorage.setItem('rival.game', JSON.stringify(shown));
  }, [look, game]);
  await page.goto(ADDRESS);
  const surface = page.locator('.showpiece .surface');
  await surface.waitFor();
  await page.waitForFunction(() => document.querySelector('svg.drawings symbol'));
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    for (const text of document.querySelectorAll('.showpiece text')) /** @type {SVGElement} */ (text).style.visibility = 'hidden';
  });
  const drawn = await small(page, await surface.screenshot());
  const file = new URL(`${name}.png`, FOLDER);
  if (KEEPS) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, drawn.png);
  }
  const found = colorDifference(drawn, await small(page, readFileSync(file)));
  const seen = join(tmpdir(), `rival-board-${name}.png`);
  if (found > MOST) writeFileSync(seen, drawn.png);
  assert.ok(found <= MOST, `${(100 * found).toFixed(2)} % of the picture differs: compare ${seen} with boards/${name}.png`);
  assert.deepEqual(problems, []);
  await context.close();
};

const GAMES = ['checkers:english', 'checkers:international', 'chess:standard', 'othello', 'backgammon', 'connect-four'];
for (const game of GAMES) {
  const name = game.replace(':', '-');
  test(`${game} looks as it did`, { skip }, compare(name, { game }));
}
for (const board of ['green', 'slate', 'rose', 'paper']) {
  test(`chess on ${board} looks as it did`, { skip }, compare(`chess-${board}`, { game: 'chess:standard', look: { board } }));
}
test('flat pieces match the reference image', { skip }, compare('checkers-plain', { game: 'checkers:international', look: { pieces: 'plain' } }));
test('checkers in the dark theme matches the reference image', { skip }, compare('checkers-dark', { game: 'checkers:english', colorScheme: 'dark' }));

test('a missing piece is detected', { skip: skip || KEEPS }, async () => {
  const { page, context } = await visit(browser, { reducedMotion: 'reduce' });
  await page.goto(`${ADDRESS}/nowhere`);
  await page.evaluate(() => localStorage.setItem('rival.game', '"checkers:international"'));
  await page.goto(ADDRESS);
  const surface = page.locator('.showpiece .surface');
  await surface.waitFor();
  await page.waitForFunction(() => document.querySelector('svg.drawings symbol'));
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    for (const text of document.querySelectorAll('.showpiece text')) /** @type {SVGElement} */ (text).style.visibility = 'hidden';
    document.querySelector('.showpiece .piece')?.remove();
  });
  const drawn = await small(page, await surface.screenshot());
  assert.ok(colorDifference(drawn, await small(page, readFileSync(new URL('checkers-international.png', FOLDER)))) > MOST);
  await context.close();
});
