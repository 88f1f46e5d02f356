// Whole games without a mouse: one with the keyboard alone, and one with only the roles and names that a screen reader
// announces. Both games begin on the home page and end with a rematch. This file uses no CSS selectors, so a missing
// name makes a test fail.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ADDRESS, launch, skip, visit } from './browser.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

const RESULT = /^(You win|You lose|Draw)$/;

/**
 * The focused element's role or element name, and its accessible name.
 * @param {import('playwright-core').Page} page
 */
const focused = (page) => page.evaluate(() => {
  const at = /** @type {HTMLInputElement} */ (document.activeElement);
  const labels = [...(at.labels ?? [])].map((label) => label.textContent).join(' ');
  return { kind: at.type || at.localName, name: (at.getAttribute('aria-label') ?? (labels || at.textContent || '')).trim() };
});

/** Presses a key until the wanted element has the focus. @param {import('playwright-core').Page} page @param {string} key @param {(at: { kind: string, name: string }) => boolean} isWanted */
async function pressUntil(page, key, isWanted, most = 200) {
  /** @type {string[]} */
  const passed = [];
  for (let count = 0; count < most; count += 1) {
    await page.keyboard.press(key);
    const at = await focused(page);
    if (isWanted(at)) return at;
    passed.push(`${at.kind} ${at.name}`.slice(0, 40));
  }
  throw new Error(`${key} has not reached it, but ${passed.slice(0, 40).join('; ')}`);
}

/** Waits for the user's turn or the end. @param {import('playwright-core').Page} page @returns {Promise<boolean>} whether the match continues */
async function goesOn(page) {
  const result = page.getByRole('heading', { name: RESULT });
  const mine = page.getByRole('group', { name: 'Board' }).getByRole('button', { name: /, can (move|go here)/ }).or(page.getByRole('button', { name: 'Roll' }));
  await result.or(mine).first().waitFor({ timeout: 20_000 });
  return (await result.count()) === 0;
}

/** The number of moves in the list. @param {import('playwright-core').Page} page */
const listed = (page) => page.getByRole('group', { name: 'Moves' }).getByRole('button').count();

/** Waits until the number of listed moves changes. Before that, the board shows the previous turn. @param
 * {import('playwright-core').Page} page @param {number} count */
const hasMoved = (page, count) => page.waitForFunction((before) => document.querySelectorAll('[aria-label="Moves"] button').length !== before, count, { timeout: 20_000 });

/**
 * Moves over the board with the arrow keys, row by row, until a square's name matches.
 * @param {import('playwright-core').Page} page @param {RegExp} wanted
 */
async function walkTo(page, wanted) {
  if (wanted.test((await focused(page)).name)) return;
  for (const key of ['ArrowUp', 'ArrowLeft']) for (let count = 0; count < 8; count += 1) await page.keyboard.press(key);
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      if (wanted.test((await focused(page)).name)) return;
      await page.keyboard.press(row % 2 === 0 ? 'ArrowRight' : 'ArrowLeft');
    }
    if (wanted.test((await focused(page)).name)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`no square has a name like ${wanted}`);
}

test('a game is played from the home page to a rematch with the keyboard alone', { skip, timeout: 120_000 }, async () => {
  const { page, context, problems } = await visit(browser);
  await page.goto(ADDRESS);
  await page.getByRole('radio', { name: /^Tic-tac-toe/ }).first().waitFor();
  await pressUntil(page, 'Tab', ({ name }) => name === 'Filter games');
  await page.keyboard.type('tic-tac');
  await pressUntil(page, 'Tab', ({ kind, name }) => kind === 'radio' && name.startsWith('Tic-tac-toe'));
  await page.keyboard.press('Space');
  await page.getByText('Tic-tac-toe against').waitFor();
  await pressUntil(page, 'Shift+Tab', ({ kind, name }) => kind === 'button' && name === 'Play');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/match\//);
  let typed = 0;
  for (let moves = 0; await goesOn(page); moves += 1) {
    assert.ok(moves < 9, 'the game does not end');
    const played = await listed(page);
    if (moves === 1) {
      // Type one move. The field completes it from the legal moves.
      await pressUntil(page, 'Tab', ({ name }) => name === 'Type a move');
      const free = await page.getByRole('group', { name: 'Board' }).getByRole('button', { name: /, empty, can go here/ }).first().getAttribute('aria-label');
      await page.keyboard.type(/^[^,]+/.exec(free ?? '')?.[0] ?? '');
      await page.keyboard.press('Enter');
      typed += 1;
    } else {
      await pressUntil(page, moves === 0 ? 'Tab' : 'Shift+Tab', ({ name }) => /^\w+, (empty|x|o|cross|nought)/i.test(name));
      await walkTo(page, /, empty, can go here/);
      await page.keyboard.press('Enter');
    }
    await hasMoved(page, played);
  }
  assert.equal(typed, 1);
  const before = page.url();
  await page.getByRole('heading', { name: RESULT }).waitFor();
  await pressUntil(page, 'Tab', ({ name }) => name === 'Rematch');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.href !== before);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a game of checkers is played to its end by ARIA roles and names alone', { skip, timeout: 240_000 }, async () => {
  const { page, context, problems } = await visit(browser, { reducedMotion: 'reduce' });
  await page.goto(ADDRESS);
  await page.getByRole('radio', { name: /^Checkers · English/ }).check();
  await page.getByRole('group', { name: 'Opponent' }).getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Checkers · English' }).waitFor();
  const board = page.getByRole('group', { name: 'Board' });
  let moves = 0;
  for (; await goesOn(page); moves += 1) {
    assert.ok(moves < 200, 'the game does not end');
    const played = await listed(page);
    await board.getByRole('button', { name: /, can move/ }).first().click();
    // A capture is entered step by step.
    for (let step = 0; step < 12 && (await listed(page)) === played; step += 1) {
      const next = board.getByRole('button', { name: /, can go here/ });
      if ((await next.count()) === 0) break;
      await next.last().click();
    }
    await hasMoved(page, played);
  }
  assert.ok(moves > 5, `${moves} moves`);
  assert.match(await page.getByRole('status').filter({ hasText: /./ }).last().innerText(), /\w/);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await board.getByRole('button', { name: /, can move/ }).first().waitFor({ timeout: 20_000 });
  assert.deepEqual(problems, []);
  await context.close();
});
