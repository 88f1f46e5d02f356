// The owner link: it is the only link that gives a browser the owner's rights.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { launch, skip, visit } from './browser.mjs';
import { ownerHeader, start, stopAll } from './server.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {{ address: string, link: string }} */
let server;
before(async () => {
  if (skip) return;
  browser = await launch();
  server = await start();
});
after(async () => {
  await browser?.close();
  stopAll();
});

/**
 * Returns `true` if a page has the owner's rights.
 * @param {import('playwright-core').Page} page @returns {Promise<boolean>}
 */
const isOwner = (page) => page.evaluate(async () => (await (await fetch('/api/library')).json()).sees_all);

test('the link that the server prints makes a browser the owner’s until it is closed', { skip }, async () => {
  const { page, context, problems } = await visit(browser, { isStranger: true });
  await page.goto(server.address);
  assert.equal(await isOwner(page), false);
  await page.goto(server.link);
  await page.waitForURL(`${server.address}/`);
  assert.equal(await isOwner(page), true);
  const [cookie] = await context.cookies();
  assert.deepEqual([cookie.httpOnly, cookie.sameSite, cookie.expires], [true, 'Strict', -1]);
  assert.equal(await page.evaluate(() => document.cookie), '', 'no script reads the cookie');
  // Neither the history nor the address contains the token.
  await page.goBack();
  assert.ok(!page.url().includes('#'), page.url());
  await page.goto(`${server.address}/tournaments`);
  await page.getByRole('link', { name: 'New tournament' }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('an invalid link is explained in the page’s language', { skip }, async () => {
  const { page, context } = await visit(browser, { isStranger: true, locale: 'nl-NL' });
  await page.goto(`${server.address}/owner#guessed`);
  await page.getByText('ongeldige eigenaarslink').waitFor();
  assert.equal(await isOwner(page), false);
  await context.close();
});

test('the page of another server on this computer can’t use the cookie', { skip }, async () => {
  const { page, context } = await visit(browser, { isStranger: true });
  await page.goto(server.link);
  await page.waitForURL(`${server.address}/`);
  const other = await start();
  await page.goto(other.address);
  assert.equal(await isOwner(page), false, 'each server has an owner of its own');
  const stolen = await page.evaluate(async (address) => {
    const read = await fetch(`${address}/api/library`, { credentials: 'include' }).then((answer) => answer.text(), () => 'refused');
    // Another page can send this request, and the browser adds the cookie. The server must refuse the request.
    const file = '[White "A"]\n[Black "B"]\n[GameType "21"]\n[Result "*"]\n\n1. 11-15 *\n';
    await fetch(`${address}/api/library/import?name=a.pdn`, { method: 'POST', mode: 'no-cors', credentials: 'include', body: file }).catch(() => {});
    const socket = await new Promise((resolve) => {
      const opened = new WebSocket(`${address.replace('http', 'ws')}/api/study/socket`);
      opened.onopen = () => resolve('opened');
      opened.onerror = () => resolve('refused');
    });
    return [read, socket];
  }, server.address);
  assert.deepEqual(stolen, ['refused', 'refused']);
  const search = { method: 'POST', headers: { 'content-type': 'application/json', ...ownerHeader() }, body: '{"game":"checkers:english"}' };
  const { count } = await (await fetch(`${server.address}/api/library/search`, search)).json();
  assert.equal(count, 0, 'nothing was imported');
  await context.close();
});
