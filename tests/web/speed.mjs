// Prints a table with two delays: the time until the page is ready to play, and the time until the screen responds to a
// click.
//
//   cargo build --release --package rival-web
//   RIVAL_WEB=$PWD/target/release/rival-web npm run speed --prefix tests/web

import { ADDRESS, begin, launch, myTurn, visit } from './browser.mjs';

/** The number of page visits, each with an empty cache. */
const VISITS = 20;

/** The minimum number of clicks to measure. */
const CLICKS = 200;

/** The number of turns per game. In a longer game, a side could run out of moves. */
const TURNS = 8;

/** @typedef {{ ready: number | null, clicks: number[] }} Times the measurements of the page, in milliseconds */

/** Measures in the page: the time from the start of loading until a piece can be moved, and from each click until the
 * next paint. */
function measure() {
  /** @type {Times} */
  const times = { ready: null, clicks: [] };
  Object.assign(globalThis, { times });
  // A frame is painted after its callbacks and before the next message.
  const painted = (/** @type {() => void} */ then) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = then;
    channel.port2.postMessage(null);
  });
  const observer = new MutationObserver(() => {
    if (!document.querySelector('game-board .can')) return;
    observer.disconnect();
    painted(() => (times.ready = performance.now()));
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
  addEventListener('click', ({ timeStamp }) => painted(() => times.clicks.push(performance.now() - timeStamp)), true);
}

/** @param {import('playwright-core').Page} page @returns {Promise<Times>} */
const timesOf = (page) => page.evaluate(() => /** @type {any} */ (globalThis).times);

/** Measures the time until the page is ready to play. @param {import('playwright-core').Browser} browser */
async function openings(browser) {
  const found = [];
  for (let count = 0; count < VISITS; count += 1) {
    const { page, context } = await visit(browser);
    const match = await begin(page, 'checkers:english');
    const state = await context.storageState();
    await context.close();
    // The same visitor with an empty browser cache.
    const again = await visit(browser, { storageState: state });
    await again.page.addInitScript(measure);
    await again.page.goto(`${ADDRESS}/match/${match}`);
    await again.page.waitForFunction(() => /** @type {any} */ (globalThis).times.ready !== null);
    found.push((await timesOf(again.page)).ready ?? NaN);
    await again.context.close();
  }
  return found;
}

/**
 * Measures the time from click to paint in games played by clicking.
 * @param {import('playwright-core').Browser} browser
 */
async function clicks(browser) {
  const { page, context } = await visit(browser);
  await page.addInitScript(measure);
  /** @type {number[]} */
  const found = [];
  while (found.length < CLICKS) {
    await begin(page, 'checkers:english', { seats: [{ kind: 'me' }, { kind: 'player', player: 'random' }] });
    for (let turn = 0; turn < TURNS; turn += 1) await move(page, 2 * turn);
    found.push(...(await timesOf(page)).clicks);
  }
  await context.close();
  return found;
}

/** Plays the first legal move with clicks, after this many plies. @param {import('playwright-core').Page} page @param {number} plies */
async function move(page, plies) {
  const played = (/** @type {number} */ count) => document.querySelectorAll('.moves button').length >= count;
  await page.waitForFunction(played, plies);
  await myTurn(page);
  await page.locator('game-board button.can').first().click();
  do {
    await page.locator('game-board button.target').first().click();
    await page.waitForFunction((count) => document.querySelectorAll('.moves button').length > count || document.querySelector('game-board button.target'), plies);
  } while (!(await page.evaluate(played, plies + 1)));
}

/** Starts two engines that think as long as this process runs. @param {import('playwright-core').Browser} browser */
async function engines(browser) {
  const { page, context } = await visit(browser);
  const engine = { kind: 'player', player: 'pvs' };
  await begin(page, 'checkers:international', { seats: [engine, engine], more: { time: '10m' } });
  await context.close();
}

/** @param {string} name @param {number[]} milliseconds */
function print(name, milliseconds) {
  const sorted = [...milliseconds].sort((one, other) => one - other);
  const share = (/** @type {number} */ part) => sorted[Math.ceil(part * sorted.length) - 1].toFixed(0).padStart(8);
  console.log(`${name.padEnd(52)}${share(0.5)}${share(0.95)}${share(1)}`);
}

if (!ADDRESS) throw new Error('RIVAL_WEB names no server: see the top of this file');
const browser = await launch();
console.log(`${'milliseconds'.padEnd(52)}${['median', '95 %', 'longest'].map((text) => text.padStart(8)).join('')}`);
for (const load of ['', ', two engines think']) {
  if (load) await engines(browser);
  print(`from loading the page until one can play${load}`, await openings(browser));
  print(`from a click until it is painted${load}`, await clicks(browser));
}
await browser.close();
process.exit();
