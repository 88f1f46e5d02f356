// The page parts with their own strings and styles. They are loaded once before their views are drawn, and apply only
// to these views.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ADDRESS, launch, skip, visit } from './browser.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

/** Opens a page through its link in the header. @param {import('playwright-core').Page} page @param {string} name */
async function follow(page, name) {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** The enabled style sheets. @param {import('playwright-core').Page} page */
const sheets = (page) => page.evaluate(() => [...document.styleSheets].filter(({ disabled }) => !disabled).map(({ href }) => new URL(href ?? '').pathname).sort());

test('a part is loaded once, and its styles apply only to its views', { skip }, async () => {
  const { page, context, problems } = await visit(browser);
  /** @type {string[]} */
  const loaded = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(`${ADDRESS}/watch`);
  await page.getByRole('heading', { level: 1, name: 'Watch' }).waitFor();
  assert.deepEqual(await sheets(page), ['/style.css']);
  for (let turn = 0; turn < 2; turn += 1) {
    await follow(page, 'Library');
    assert.deepEqual(await sheets(page), ['/library.css', '/study.css', '/style.css']);
    await follow(page, 'Puzzles');
    assert.deepEqual(await sheets(page), ['/puzzles.css', '/style.css']);
    await follow(page, 'Tournaments');
    assert.deepEqual(await sheets(page), ['/style.css', '/tournaments.css']);
    await follow(page, 'Study');
    assert.deepEqual(await sheets(page), ['/library.css', '/study.css', '/style.css']);
    await follow(page, 'Watch');
    assert.deepEqual(await sheets(page), ['/style.css']);
  }
  const ofParts = loaded.filter((path) => /^\/words|\.css$/.test(path)).sort();
  assert.deepEqual(ofParts, ['/library.css', '/puzzles.css', '/study.css', '/style.css', '/tournaments.css', '/words-library/en.json', '/words-puzzles/en.json', '/words-study/en.json', '/words-tournaments/en.json']);
  assert.deepEqual(problems, []);
  await context.close();
});

for (const path of ['/study', '/study#game=checkers:english&moves=11-15+23-18', '/library', '/puzzles', '/tournaments', '/tournaments/new']) {
  test(`${path} is drawn when its texts are there`, { skip }, async () => {
    const { page, context, problems } = await visit(browser);
    await page.route(/\/words-\w+\/en\.json$|\/(library|puzzles|study|tournaments)\.css$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    // Record every string that ever appears on the page.
    await page.addInitScript(() => {
      const seen = new Set();
      Object.assign(window, { seen });
      new MutationObserver(() => {
        for (const element of document.querySelectorAll('main *')) {
          for (const text of [element.getAttribute('aria-label'), element.getAttribute('placeholder'), ...[...element.childNodes].map((node) => node.nodeType === 3 && node.textContent)]) if (text) seen.add(text);
        }
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await page.goto(`${ADDRESS}${path}`);
    await page.waitForSelector('main h1, main .study-title');
    await page.waitForLoadState('networkidle');
    const seen = await page.evaluate(() => [.../** @type {any} */ (window).seen]);
    assert.ok(seen.length > 5, String(seen.length));
    assert.deepEqual(seen.filter((text) => /^[a-z]+\.[a-z0-9-]+$/.test(text)), []);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test('a part that can’t be loaded is requested again', { skip }, async () => {
  const { page, context } = await visit(browser);
  await page.goto(`${ADDRESS}/watch`);
  await page.getByRole('heading', { level: 1, name: 'Watch' }).waitFor();
  await page.route('**/words-study/en.json', (route) => route.abort());
  await page.getByRole('link', { name: 'Study', exact: true }).click();
  await page.getByText('The server is not responding.').waitFor();
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Watch');
  await page.unroute('**/words-study/en.json');
  await follow(page, 'Study');
  await page.getByText('Set up a position').waitFor();
  assert.equal(await page.locator('#banner').innerText(), '');
  await context.close();
});
