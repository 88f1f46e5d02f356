// Tournaments on the page: starting, watching, stopping and resuming them, games on a board, and the report as a file.

import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { RULES, faults, hasCount, launch, visit } from './browser.mjs';
import { PROGRAM, ownerCookies, ownerHeader, start, stopAll } from './server.mjs';

const skip = PROGRAM ? false : 'RIVAL_WEB is not set';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof start>>} */
let server;
/** The state folder, which contains the tournaments. */
let state = '';

before(async () => {
  if (skip) return;
  state = mkdtempSync(join(tmpdir(), 'rival-tournaments-'));
  server = await start(0, { XDG_STATE_HOME: state });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  stopAll();
});

const accessible = async (page) => assert.deepEqual(await faults(page, RULES), []);

async function fits(page) {
  for (const width of [1280, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 860 });
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(content <= window, `${content} wide in ${window}`);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}

/** Starts a tournament through the form. */
async function begin(page, { game = 'tic-tac-toe', players, name, pairs, format, nodes }) {
  await page.goto(`${server.address}/tournaments/new`);
  await page.waitForFunction(() => document.querySelectorAll('.entrant').length >= 2);
  await page.locator('[data-field="game"] select').selectOption(game);
  await page.waitForFunction((wanted) => document.querySelector('.tournament-form')?.getAttribute('data-game') === wanted, game);
  for (const [index, player] of players.entries()) {
    if (index >= (await page.locator('.entrant').count())) await page.getByRole('button', { name: 'Add a player' }).click();
    await page.locator('.entrant select[aria-label]').nth(index).selectOption(player);
  }
  if (format) await page.locator(`input[name="format"][value="${format}"]`).check({ force: true });
  if (nodes) await page.locator('[data-field="nodes"] input').fill(String(nodes));
  await page.locator('[data-field="pairs"] input').fill(String(pairs));
  await page.locator('[data-field="name"] input').fill(name);
  await page.getByRole('button', { name: 'Start the tournament' }).click();
}

const status = (page, text) => page.waitForFunction((wanted) => document.querySelector('.status .state')?.textContent === wanted, text, { timeout: 60_000 });
const finished = (page) => page.locator('.progress-text').innerText().then((text) => Number(/^(\d+) of/.exec(text)?.[1] ?? 0));

test('a tournament starts, fills its tables, stops and resumes', { skip }, async () => {
  const { page, context, problems } = await visit(browser);
  await page.goto(`${server.address}/tournaments`);
  await page.getByText('No tournaments yet.').waitFor();
  await page.getByRole('link', { name: 'New tournament' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.entrant').length >= 2);
  await accessible(page);
  await fits(page);
  await begin(page, { game: 'connect-four', players: ['greedy', 'random', 'minimax'], name: 'league', pairs: 9000 });
  await status(page, 'Running');
  await page.waitForFunction(() => document.querySelectorAll('.cross button').length === 6);
  await page.waitForFunction(() => Number(/^(\d+) of/.exec(document.querySelector('.progress-text')?.textContent ?? '')?.[1]) > 20);
  assert.match(await page.locator('.progress-text').innerText(), /of 54000 games/);
  await page.getByRole('button', { name: 'Stop' }).click();
  await status(page, 'Stopped');
  const stopped = await finished(page);
  assert.ok(stopped > 20 && stopped < 54_000);
  await hasCount(page.locator('.part tbody').first().locator('tr'), 3);
  await accessible(page);
  await fits(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  await status(page, 'Running');
  await page.waitForFunction((before) => Number(/^(\d+) of/.exec(document.querySelector('.progress-text')?.textContent ?? '')?.[1]) > before, stopped);
  await page.getByRole('button', { name: 'Stop' }).click();
  await status(page, 'Stopped');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a cell leads to its games, and the keyboard steps through a game', { skip }, async () => {
  const { page, context, problems } = await visit(browser);
  await page.goto(`${server.address}/tournament/league`);
  const cell = page.getByRole('button', { name: /^greedy against random/ });
  await cell.click();
  await page.getByRole('heading', { name: 'Games with greedy and random' }).waitFor();
  assert.equal(await cell.getAttribute('aria-pressed'), 'true');
  assert.match(page.url(), /\?players=/);
  await page.locator('.games-list a').first().click();
  await page.waitForSelector('game-board .cells button');
  await page.getByText('Start of the game.').waitFor();
  const marks = () => page.locator('game-board .picture [data-on]').count();
  assert.equal(await marks(), 0);
  await page.getByRole('button', { name: 'Next move' }).focus();
  // A removed piece takes a moment to disappear.
  const stand = async (/** @type {(count: number) => boolean} */ isMeant) => {
    for (const end = Date.now() + 10_000; Date.now() < end; ) if (isMeant(await marks())) return;
    assert.fail(`${await marks()} marks`);
  };
  for (const wanted of [1, 2, 3]) {
    await page.keyboard.press('ArrowRight');
    await stand((count) => count === wanted);
  }
  assert.match(page.url(), /#3$/);
  await page.keyboard.press('ArrowLeft');
  await stand((count) => count === 2);
  await page.keyboard.press('End');
  await stand((count) => count > 4);
  await accessible(page);
  await fits(page);
  await page.reload();
  await page.waitForSelector('.moves .now');
  // The URL contains the move.
  await stand((count) => count > 4);
  await page.getByRole('link', { name: 'league' }).click();
  await page.getByRole('heading', { name: /^Games with / }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('a game replays automatically, and opens in Study at the same move', { skip }, async () => {
  const { page, context, problems } = await visit(browser);
  await page.clock.install();
  await page.goto(`${server.address}/tournament/league?players=0,1`);
  await page.locator('.games-list a').first().click();
  await page.getByText('Start of the game.').waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('2×');
  await page.getByRole('button', { name: 'Replay the game' }).click();
  const slider = page.getByRole('slider', { name: 'Move' });
  for (const ply of ['1', '2']) {
    await page.clock.runFor(501);
    assert.equal(await slider.inputValue(), ply);
  }
  await page.getByRole('button', { name: 'Pause the replay' }).click();
  await page.clock.runFor(3000);
  assert.equal(await slider.inputValue(), '2');
  await page.clock.resume();
  await page.getByRole('link', { name: 'Analyze in Study' }).click();
  await page.waitForURL(/\/study\//);
  await page.waitForFunction(() => document.querySelectorAll('.moves.tree button').length >= 5);
  await hasCount(page.locator('.moves.tree [aria-current=step]'), 1);
  assert.equal(await page.locator('.moves.tree button').nth(1).getAttribute('aria-current'), 'step');
  assert.deepEqual(problems, []);
  await context.close();
});

test('the move with the largest loss is one click away', { skip }, async () => {
  const { page, context, problems } = await visit(browser, { colorScheme: 'dark' });
  await begin(page, { game: 'connect-four', players: ['alpha-beta', 'random'], name: 'blunders', pairs: 3, nodes: 500 });
  await status(page, 'Finished');
  await page.locator('.histories svg').first().waitFor();
  await page.locator('.games-list a').first().click();
  const blunder = page.getByRole('button', { name: /^Largest drop: \d+[.…] / });
  await blunder.waitFor();
  const move = /: \d+[.…] (\S+)/.exec(await blunder.innerText())?.[1];
  await blunder.click();
  const now = page.locator('.moves .now');
  assert.match(page.url(), new RegExp(`#${await now.getAttribute('data-ply')}$`));
  assert.equal(await now.innerText(), move);
  await accessible(page);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a sequential test defaults to the maximum number of pairs', { skip }, async () => {
  const { page, context, problems } = await visit(browser);
  await page.goto(`${server.address}/tournaments/new`);
  await page.waitForFunction(() => document.querySelectorAll('.entrant').length >= 2);
  const [tests, pairs] = [page.locator('[data-field="test"] input[type="checkbox"]'), page.locator('[data-field="pairs"] input')];
  assert.equal(await pairs.inputValue(), '2');
  await tests.check();
  assert.equal(await pairs.inputValue(), '10000');
  await tests.uncheck();
  assert.equal(await pairs.inputValue(), '2');
  await pairs.fill('300');
  await tests.check();
  assert.equal(await pairs.inputValue(), '300');
  assert.deepEqual(problems, []);
  await context.close();
});

test('a knockout shows its bracket, and errors appear next to their fields', { skip }, async () => {
  const { page, context, problems } = await visit(browser);
  await begin(page, { players: ['minimax', 'greedy', 'random', 'negamax'], name: 'cup', pairs: 0, format: 'knockout' });
  const wrong = page.locator('[data-field="pairs"] .problem');
  await page.waitForFunction(() => document.querySelector('[data-field="pairs"] .problem')?.textContent !== '');
  assert.match(await wrong.innerText(), /expected a number from 1/i);
  assert.equal(await page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')), 'pairs');
  await accessible(page);
  await page.locator('[data-field="pairs"] input').fill('2');
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  await status(page, 'Finished');
  await page.locator('.bracket .winner').waitFor();
  await hasCount(page.locator('.bracket .duel'), 3);
  await page.locator('.bracket .duel').last().click();
  await page.getByRole('heading', { name: /^Games with / }).waitFor();
  await accessible(page);
  await fits(page);
  assert.deepEqual(problems.filter((problem) => !problem.includes('400')), []);
  await context.close();
});

test('the report is a file with boards that needs no server', { skip }, async () => {
  const { page, context, problems } = await visit(browser);
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`file://${join(state, 'rival', 'tournaments', 'cup', 'report.html')}`);
  await page.getByRole('heading', { name: 'Standings' }).waitFor();
  await page.locator('details[data-game] summary').first().click();
  await page.waitForSelector('.replay game-board .cells button');
  await page.getByRole('button', { name: 'Next move' }).click();
  await page.getByRole('button', { name: 'Next move' }).click();
  await hasCount(page.locator('.replay .picture [data-on]'), 2);
  await accessible(page);
  await fits(page);
  assert.deepEqual(asked.filter((address) => !address.startsWith('file:') && !address.startsWith('data:')), []);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a killed server lists the tournament as stopped, and resumes it', { skip }, async () => {
  const { page, context } = await visit(browser);
  // The tournament takes an hour, so it is still running at the kill.
  const form = { game: 'checkers', name: 'slow', players: [{ player: 'alpha-beta' }, { player: 'alpha-beta', name: 'other' }], pairs: 10_000, nodes: 1000 };
  await fetch(`${server.address}/api/tournaments`, { method: 'POST', headers: { ...ownerHeader(), 'content-type': 'application/json' }, body: JSON.stringify(form) });
  await page.goto(`${server.address}/tournament/slow`);
  await status(page, 'Running');
  await page.waitForFunction(() => Number(/^(\d+) of/.exec(document.querySelector('.progress-text')?.textContent ?? '')?.[1]) > 2);
  server.process.removeAllListeners('exit');
  const gone = new Promise((resolve) => server.process.on('exit', resolve));
  server.process.kill('SIGKILL');
  await gone;
  await page.locator('#banner', { hasText: 'The server is not responding' }).waitFor();
  server = await start(server.port, { XDG_STATE_HOME: state });
  await context.addCookies(ownerCookies());
  await status(page, 'Stopped');
  const before = await finished(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.waitForFunction((known) => Number(/^(\d+) of/.exec(document.querySelector('.progress-text')?.textContent ?? '')?.[1]) > known, before);
  await page.getByRole('button', { name: 'Stop' }).click();
  await status(page, 'Stopped');
  await context.close();
});

test('the tournament list fits a phone, and games show their endings in Dutch', { skip }, async () => {
  const { page, context, problems } = await visit(browser, { viewport: { width: 320, height: 640 }, locale: 'nl-NL' });
  const body = { game: 'connect-four', players: ['greedy', 'random'].map((player) => ({ player, name: null })), name: 'phone', pairs: 1, openings: 'start' };
  const made = await page.request.post(`${server.address}/api/tournaments`, { data: body, headers: { origin: server.address } });
  assert.equal(made.status(), 201);
  await page.goto(`${server.address}/tournaments`);
  const link = page.getByRole('link', { name: /^phone/ });
  await link.waitFor();
  const { width } = /** @type {{ width: number }} */ (await link.boundingBox());
  assert.ok(width > 200, `the link is ${width} wide`);
  await link.click();
  await page.locator('.game-line').first().waitFor({ timeout: 30_000 });
  assert.match(await page.locator('.game-line small').first().innerText(), /(wint: vier op een rij|remise|Remise)/);
  assert.deepEqual(problems, []);
  await context.close();
});
