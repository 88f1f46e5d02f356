// Kills the server during a match and restarts it.

import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
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

/** The time on the first seat's clock, in seconds. @param {import('playwright-core').Page} page @param {string} match @returns {Promise<number>} */
const clock = (page, match) => page.evaluate((match) => new Promise((resolve) => {
  const socket = new WebSocket(`ws://${location.host}/api/matches/${match}/socket`);
  socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', tokens: [] }));
  socket.onmessage = ({ data }) => {
    resolve(JSON.parse(data).table.clocks[0]);
    socket.close();
  };
}), match);

test('a match continues with every move after the server is killed', { skip }, async () => {
  const first = await start();
  const { page, context } = await visit(browser);
  await page.goto(`${first.address}/nowhere`);
  const form = { game: 'checkers:english', seats: [{ kind: 'me' }, { kind: 'player', player: 'level:name=casual' }], time_control: '5m+3s' };
  const match = await page.evaluate(async (form) => (await import(/** @type {any} */ ('/server.js'))).makeMatch(form), form);
  await page.goto(`${first.address}/match/${match}`);
  await myTurn(page);
  await square(page, '11').click();
  await square(page, '15').click();
  await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 2);
  await myTurn(page);
  const before = await moves(page);
  const asked = Date.now();
  const [shown, seen] = [await clock(page, match), Date.now()];
  await page.waitForTimeout(2000);
  const [least, most] = [seen, asked].map((from) => (Date.now() - from) / 1000);
  stopAll();
  await page.waitForFunction(() => document.getElementById('banner')?.textContent, null, { timeout: 10_000 });
  const launched = Date.now();
  await start(first.port);
  const started = Date.now();
  await page.waitForFunction(() => document.getElementById('banner')?.textContent === '', null, { timeout: 10_000 });
  // The page tries to reconnect every 1.5 seconds.
  assert.ok(Date.now() - started <= 5000, `the page was back after ${Date.now() - started} ms`);
  const [left, up] = [await clock(page, match), (Date.now() - launched) / 1000];
  const counted = shown - left;
  // A clock can be off by a twentieth of a second. Allow more on a busy machine.
  assert.ok(counted >= least - 1 && counted <= most + up + 0.5, `${counted} s were counted of ${least} to ${most} s before the kill and ${up} s after it`);
  console.log(`clock after a kill: ${counted.toFixed(3)} s counted, ${least.toFixed(3)} to ${most.toFixed(3)} s passed before it, at most ${up.toFixed(3)} s after it`);
  assert.deepEqual(await moves(page), before);
  await myTurn(page);
  await page.locator('game-board button.can').first().click();
  await page.locator('game-board button.target').first().click();
  await page.waitForFunction((count) => document.querySelectorAll('.moves button').length >= count + 1, before.length);
  await context.close();
});

/** A proxy to a server. While it is `deaf`, it drops everything, but closes no connection. @param {number} port */
async function proxyTo(port) {
  const sockets = new Set();
  const proxy = { isDeaf: false, address: '', close: () => {} };
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [[near, far], [far, near]]) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('data', (data) => !proxy.isDeaf && to.write(data));
      from.on('close', () => to.destroy());
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  proxy.address = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
  proxy.close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return proxy;
}

test('both players soon see a lost connection and its return', { skip }, async () => {
  const { address, port } = await start();
  const proxy = await proxyTo(port);
  const [own, other] = [await visit(browser), await visit(browser, { isStranger: true })];
  await own.page.goto(`${address}/nowhere`);
  const form = { game: 'checkers:english', seats: [{ kind: 'me' }, { kind: 'person' }] };
  const match = await own.page.evaluate(async (form) => (await import(/** @type {any} */ ('/server.js'))).makeMatch(form), form);
  await own.page.goto(`${address}/match/${match}`);
  const link = await own.page.getByLabel('Invitation link').inputValue();
  await other.page.goto(link.replace(address, proxy.address));
  await myTurn(own.page);
  await square(own.page, '11').click();
  await square(own.page, '15').click();
  await myTurn(other.page);
  // Several pings are answered before the connection dies.
  await other.page.waitForTimeout(8000);
  assert.equal(await other.page.locator('#banner').innerText(), '');
  proxy.isDeaf = true;
  const dead = Date.now();
  await other.page.getByText('Connection lost. Reconnecting').waitFor();
  await own.page.locator('.seat .what', { hasText: 'away' }).waitFor();
  console.log(`a dead connection was noticed after ${((Date.now() - dead) / 1000).toFixed(1)} s`);
  proxy.isDeaf = false;
  await other.page.waitForFunction(() => document.getElementById('banner')?.textContent === '');
  await square(other.page, '23').click();
  await square(other.page, '18').click();
  await myTurn(own.page);
  proxy.close();
  await other.context.close();
  await own.context.close();
});
