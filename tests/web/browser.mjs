// A real browser for the tests: Debian's Chromium, driven by playwright-core.

import assert from 'node:assert/strict';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import { PROGRAM, ownerCookies, start } from './server.mjs';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'];

/** The server's address. Each test file has its own server, so files can run in parallel. */
export const ADDRESS = PROGRAM && (await start()).address;

/** `false` if tests can run here. Otherwise, the reason for skipping them. */
export const skip = ADDRESS ? false : 'RIVAL_WEB is not set';

/** @returns {Promise<import('playwright-core').Browser>} */
export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });

/**
 * A new visitor's page and all its script and console errors. The visitor is the owner of the servers unless
 * `isStranger` is true.
 * @param {import('playwright-core').Browser} browser @param {import('playwright-core').BrowserContextOptions & { isStranger?: boolean }} [options]
 */
export async function visit(browser, { isStranger = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  if (!isStranger) await context.addCookies(ownerCookies());
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  return { page, context, problems };
}

/**
 * Creates a match and shows it.
 * @param {import('playwright-core').Page} page @param {string} game
 * @param {{ seats?: object[], more?: object, address?: string }} [options]
 * @returns {Promise<string>} the match
 */
export async function begin(page, game, { seats = [{ kind: 'me' }, { kind: 'player', player: 'level:name=casual' }], more = {}, address = ADDRESS } = {}) {
  await page.goto(`${address}/nowhere`);
  const match = await page.evaluate(async ([form]) => (await import(/** @type {any} */ ('/server.js'))).makeMatch(form), [{ game, seats, ...more }]);
  await page.goto(`${address}/match/${match}`);
  await page.waitForSelector('game-board:not(.waiting)');
  return match;
}

/** Waits until nothing on the page moves or fades. @param {import('playwright-core').Page} page */
const still = (page) => page.evaluate(async () => {
  const running = () => document.getAnimations().filter(({ playState }) => playState === 'running');
  for (let moving = running(); moving.length > 0; moving = running()) await Promise.allSettled(moving.map(({ finished }) => finished));
});

/**
 * The violations that axe finds on a page, once nothing on it moves or fades.
 * @param {import('playwright-core').Page} page @param {object} [options] of axe
 * @returns {Promise<string[]>}
 */
export async function faults(page, options = {}) {
  await still(page);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate((chosen) => /** @type {any} */ (window).axe.run(document, chosen), options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/**
 * Waits until a locator has a number of elements. A page draws after the event that a test waits for, so counting
 * immediately could be too early.
 * @param {import('playwright-core').Locator} locator @param {number} expected @param {string} [message]
 */
export async function hasCount(locator, expected, message) {
  const deadline = Date.now() + 5000;
  let found = await locator.count();
  while (found !== expected && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    found = await locator.count();
  }
  assert.equal(found, expected, message ?? `${locator}`);
}

/** The axe rules for WCAG 2.2 and best practices. */
export const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };

/** The button for a square. @param {import('playwright-core').Page} page @param {string} name */
export const square = (page, name) => page.locator('game-board').getByRole('button', { name: new RegExp(`^${name},`) });

/** Waits until it is the visitor's turn. @param {import('playwright-core').Page} page */
export const myTurn = (page) => page.waitForFunction(() => document.querySelector('game-board + .seat.turn .what')?.textContent?.endsWith('to move') && document.querySelector('game-board .can, game-board .dot, .choices button'), null, { timeout: 20_000 });

/** The moves in the list. @param {import('playwright-core').Page} page */
export const moves = (page) => page.locator('.moves button').allInnerTexts();
