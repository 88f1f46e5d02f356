// Puzzles in a browser: listed, solved by mouse, keyboard and text, missed, given up, and unrated for other visitors.
// These tests have their own server and library. The program rival fills the library with puzzles.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { RULES, faults, hasCount, launch, skip, square, visit } from './browser.mjs';
import { importPuzzles, start, stopAll } from './server.mjs';

const PUZZLES = `rival_puzzles = 1

[[puzzle]]
game = "chess:standard"
position = "2r3k1/5ppp/8/8/8/2q5/3R1PPP/3R2K1 w - - 0 1"
solution = "Rd8+ Rxd8 Rxd8#"
win_in = 3
motif = "finish"
rating = 1350.0
source = "Ada against Bob, 3 plies"

[[puzzle]]
game = "tic-tac-toe:3,3,3"
position = "xx1/oo1/3 x"
solution = "c3"
win_in = 1
motif = "finish"
rating = 900.0

[[puzzle]]
game = "tic-tac-toe:3,3,3"
position = "1xx/1oo/3 x"
solution = "a3"
win_in = 1
motif = "other"
rating = 950.0
`;

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string[]} */
const folders = [];
before(async () => {
  if (!skip) browser = await launch();
});
after(async () => {
  await browser?.close();
  stopAll();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Starts a server with these puzzles in its library and returns its address. @param {string} puzzles */
async function withPuzzles(puzzles) {
  const folder = mkdtempSync(join(tmpdir(), 'puzzles-'));
  folders.push(folder);
  if (puzzles) importPuzzles(puzzles, folder);
  return (await start(0, { XDG_STATE_HOME: folder })).address;
}

/**
 * Runs a test on a page with the puzzles, and fails if the page reports an error.
 * @param {string} path @param {(page: import('playwright-core').Page, address: string) => Promise<void>} run @param {{ puzzles?: string, isStranger?: boolean } & import('playwright-core').BrowserContextOptions} [options]
 */
const at = (path, run, { puzzles = PUZZLES, ...options } = {}) => async () => {
  const address = await withPuzzles(puzzles);
  const { page, context, problems } = await visit(browser, options);
  try {
    await page.goto(`${address}${path}`);
    await run(page, address);
    // The console reports each illegal move.
    assert.deepEqual(problems.filter((problem) => !problem.includes('status of 400')), []);
  } finally {
    await context.close();
  }
};

/** Waits for a message. @param {import('playwright-core').Page} page @param {string | RegExp} text */
const says = (page, text) => page.locator('[role=status].sentence', { hasText: text }).waitFor();
/** @param {import('playwright-core').Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });
/**
 * Returns `true` if a button is displayed as the main action.
 * @param {import('playwright-core').Page} page @param {string} name
 */
const isMain = (page, name) => button(page, name).evaluate((node) => node.classList.contains('main'));
/** The number in the line with the user's rating. @param {import('playwright-core').Page} page */
const ownRating = async (page) => Number(/rating: (\d+)/.exec(await page.locator('.own-rating').innerText())?.[1]);

/** @param {import('playwright-core').Page} page */
async function fits(page) {
  for (const width of [768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(content <= window, `${content} wide in ${window}`);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}

/** Drags a piece. @param {import('playwright-core').Page} page @param {string} from @param {string} to */
async function drag(page, from, to) {
  const [one, two] = [await square(page, from).boundingBox(), await square(page, to).boundingBox()];
  assert.ok(one && two);
  await page.mouse.move(one.x + one.width / 2, one.y + one.height / 2);
  await page.mouse.down();
  await page.mouse.move(two.x + two.width / 2, two.y + two.height / 2, { steps: 6 });
  await page.mouse.up();
}

test('the home page leads to the puzzles, which are listed by game', { skip }, at('/', async (page) => {
  await page.getByRole('navigation').getByRole('link', { name: 'Puzzles' }).click();
  await page.getByRole('heading', { level: 1, name: 'Puzzles' }).waitFor();
  await page.locator('.puzzles li b').first().waitFor();
  const games = await page.locator('.puzzles li b').allTextContents();
  assert.deepEqual(games.filter((game) => !/^(Checkers|Othello)/.test(game)), ['All games', 'Chess · Standard', 'Tic-tac-toe · 3 in a row on 3×3']);
  assert.match(await page.locator('.puzzles li', { hasText: 'Tic-tac-toe' }).innerText(), /2 puzzles · your rating \d+ ± \d+/);
  await page.getByRole('link', { name: /^Solve: Tic-tac-toe · 3 in a row on 3×3, Other \(1\)$/ }).click();
  await says(page, 'Find the winning move.');
  assert.equal(await page.getByRole('navigation').locator('[aria-current]').textContent(), 'Puzzles');
  assert.equal(new URL(page.url()).search, '?game=tic-tac-toe%3A3%2C3%2C3&motif=other');
}));

test('a new library has starter puzzles for five games', { skip }, at('/puzzles', async (page) => {
  const games = page.locator('.puzzles li', { hasText: /\d{3,} puzzles/ });
  await hasCount(games, 6);
  for (const name of ['All games', 'Chess', 'English', 'International', 'Russian', 'Othello']) {
    await hasCount(games.filter({ has: page.locator('b', { hasText: name }) }), 1, name);
  }
  assert.deepEqual(await faults(page, RULES), []);
  await page.goto(new URL('/puzzles/solve', page.url()).href);
  await says(page, 'Find the winning move.');
}, { puzzles: '' }));

test('a puzzle is solved by dragging and clicking, and the rating rises', { skip }, at('/puzzles/solve?game=chess', async (page) => {
  await says(page, 'White to move. Find the winning move.');
  const before = await ownRating(page);
  await drag(page, 'd2', 'd8');
  await says(page, 'Rd8+ is right. Black replies Rxd8. Keep going.');
  await page.locator('.puzzle-line [aria-current]', { hasText: 'Rxd8' }).waitFor();
  await square(page, 'd1').click();
  await square(page, 'd8').click();
  await says(page, /Rxd8# is right\. Puzzle solved\. Your rating changed from \d+ to \d+\./);
  assert.ok((await ownRating(page)) > before);
  await page.locator('.puzzle-about', { hasText: 'Finish · win in 3' }).waitFor();
  await page.getByText('Ada against Bob, 3 plies').waitFor();
  // The user can browse the played moves.
  await page.keyboard.press('Home');
  await page.locator('.puzzle-line [aria-current]', { hasText: 'Position' }).waitFor();
  assert.ok(await button(page, 'Hint').isDisabled());
  assert.ok(await isMain(page, 'Next puzzle'));
  await button(page, 'Next puzzle').click();
  await page.getByRole('heading', { name: 'No puzzles left for now' }).waitFor();
}));

test('a move that doesn’t win counts as one miss, and the solution is shown on request', { skip }, at('/puzzles/solve?game=chess', async (page, address) => {
  await says(page, 'Find the winning move.');
  const before = await ownRating(page);
  await page.getByLabel('Type a move').fill('Rd9');
  await page.keyboard.press('Enter');
  await page.locator('.sentence.refusal').waitFor();
  assert.equal(await ownRating(page), before, 'what is not legal costs nothing');
  await page.getByLabel('Type a move').fill('h3');
  await page.keyboard.press('Enter');
  await says(page, 'h3 is wrong. Try another move, or view the solution. This puzzle will return later. Your rating changed from');
  const missed = await ownRating(page);
  assert.ok(missed < before);
  await button(page, 'View the solution').click();
  await says(page, 'Solution: Rd8+ Rxd8 Rxd8#.');
  await page.locator('.puzzle-line [aria-current]', { hasText: 'Rxd8#' }).waitFor();
  assert.equal(await ownRating(page), missed);
  await page.getByRole('link', { name: 'Analyze in Study' }).click();
  await page.locator('.study .tree button', { hasText: 'Rxd8#' }).waitFor();
  // The puzzle is not due for ten minutes, so no puzzle is left after a reload.
  await page.goto(`${address}/puzzles/solve?game=chess`);
  await page.getByRole('heading', { name: 'No puzzles left for now' }).waitFor();
}));

test('a puzzle is solved with the keyboard alone and a hint', { skip }, at('/puzzles/solve?game=chess', async (page) => {
  await says(page, 'Find the winning move.');
  await button(page, 'Hint').focus();
  await page.keyboard.press('Enter');
  await says(page, 'The move starts on d2.');
  await hasCount(page.locator('game-board .mark.advice'), 1);
  await square(page, 'd2').focus();
  await page.keyboard.press('Enter');
  for (let up = 0; up < 6; up += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await says(page, 'Rd8+ is right.');
}));

test('a skipped puzzle doesn’t count, and the winning line is marked', { skip }, at('/puzzles/solve?game=tic-tac-toe', async (page) => {
  await says(page, 'Find the winning move.');
  const [first, before] = [await page.locator('.puzzle-facts h2').innerText(), await ownRating(page)];
  assert.ok(!(await isMain(page, 'Skip')), 'one is to solve it');
  await button(page, 'Skip').click();
  await page.waitForFunction((title) => document.querySelector('.puzzle-facts h2')?.textContent !== title, first);
  assert.equal(await ownRating(page), before);
  await page.locator('game-board .can, game-board .dot').first().waitFor();
  const shown = await page.locator('.puzzle-facts h2').innerText();
  await page.getByLabel('Type a move').fill(shown === 'Puzzle 2' ? 'c3' : 'a3');
  await page.keyboard.press('Enter');
  await says(page, 'solved');
  await hasCount(page.locator('game-board .mark.won'), 3);
}));

test('a visitor solves puzzles without a rating and changes nothing', { skip }, at('/puzzles', async (page, address) => {
  await page.getByText('Anyone can solve puzzles').waitFor();
  await page.getByRole('link', { name: /^Solve: Chess/ }).first().click();
  await says(page, 'Find the winning move.');
  await page.getByText('Puzzles here are unrated.').waitFor();
  await button(page, 'View the solution').click();
  await says(page, 'Solution:');
  await hasCount(page.getByText('Ada against Bob'), 0);
  await button(page, 'Next puzzle').click();
  await page.getByText('You have seen all puzzles.').waitFor();
  // The owner still has the puzzle.
  const { page: own, context } = await visit(browser);
  await own.goto(`${address}/puzzles/solve?game=chess`);
  await says(own, 'White to move. Find the winning move.');
  await context.close();
}, { isStranger: true }));

for (const [name, options] of /** @type {[string, import('playwright-core').BrowserContextOptions][]} */ (Object.entries({ 'in the light': {}, 'in the dark': { colorScheme: 'dark' }, 'in Dutch': { locale: 'nl-NL' }, 'with forced colors': { forcedColors: 'active' } }))) {
  test(`the puzzles are accessible and fit ${name}`, { skip }, at('/puzzles', async (page, address) => {
    // If colors are forced, the browser draws system colors, but axe checks the page's own colors.
    const rules = { ...RULES, rules: { 'color-contrast': { enabled: options.forcedColors !== 'active' } } };
    await page.locator('.puzzles li b').first().waitFor();
    assert.deepEqual(await faults(page, rules), []);
    await fits(page);
    await page.goto(`${address}/puzzles/solve?game=chess`);
    await page.locator('.puzzle-facts h2').waitFor();
    assert.deepEqual(await faults(page, rules), []);
    await fits(page);
    await page.locator('.acts button').nth(2).click();
    await page.locator('.puzzle-about b').waitFor();
    assert.deepEqual(await faults(page, rules), []);
    await fits(page);
  }, options));
}
