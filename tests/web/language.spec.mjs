// The page language: first the browser's, then the chosen language. Every page fits in Dutch and is accessible.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ADDRESS, begin, faults, launch, moves, skip, square, visit } from './browser.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

/** @param {import('playwright-core').Page} page */
const language = (page) => page.locator('html').getAttribute('lang');

test('the page uses the browser’s language or the selected language', { skip }, async () => {
  const { page, context, problems } = await visit(browser, { locale: 'nl-BE' });
  await page.goto(ADDRESS);
  await page.getByRole('button', { name: 'Spelen', exact: true }).waitFor();
  assert.equal(await language(page), 'nl');
  await page.getByLabel('Voorkeuren').click();
  await page.getByRole('radio', { name: 'English', exact: true }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  assert.equal(await language(page), 'en');
  await page.goto(`${ADDRESS}/tournaments`);
  await page.getByRole('heading', { level: 1, name: 'Tournaments' }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('a browser with an unsupported language gets English', { skip }, async () => {
  const { page, context } = await visit(browser, { locale: 'ja-JP' });
  await page.goto(ADDRESS);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  assert.equal(await language(page), 'en');
  await context.close();
});

test('a match runs in Dutch, and refusals from the server are in Dutch', { skip }, async () => {
  const { page, context, problems } = await visit(browser, { locale: 'nl-NL' });
  await page.goto(ADDRESS);
  await page.getByText('tegen Recreant').waitFor();
  await page.getByRole('button', { name: 'Spelen', exact: true }).click();
  await page.getByText('aan zet').first().waitFor();
  await page.locator('game-board button.can').first().waitFor();
  assert.match((await square(page, '11').getAttribute('aria-label')) ?? '', /kan zetten$/);
  assert.equal(await page.locator('.sentence').textContent(), 'Jij bent aan zet.');
  assert.equal(await page.locator('.sentence').getAttribute('lang'), 'nl');
  await page.getByLabel('Typ een zet').fill('11-20');
  await page.getByLabel('Typ een zet').press('Enter');
  await page.locator('.sentence.refusal').waitFor();
  assert.equal(await page.locator('.sentence').textContent(), '11-20 kan niet: een schijf gaat één veld vooruit.');
  assert.equal(await page.locator('.sentence').getAttribute('lang'), 'nl');
  assert.match((await square(page, '11').getAttribute('aria-label')) ?? '', /^11, zwarte schijf, /);
  await square(page, '11').click();
  await square(page, '15').click();
  await page.locator('.moves button').first().waitFor();
  assert.match((await moves(page))[0], /11-15/);
  await page.getByRole('button', { name: 'Opgeven' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Opgeven' }).click();
  await page.getByRole('heading', { name: 'Je verliest' }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('every game, player and starting piece has a Dutch description', { skip }, async () => {
  const { page, context, problems } = await visit(browser, { locale: 'nl-NL' });
  await page.goto(`${ADDRESS}/nowhere`);
  const english = await page.evaluate(async () => {
    const [{ loadServerWords, localized }, { request }] = await Promise.all([import(/** @type {any} */ ('/dom.js')), import(/** @type {any} */ ('/server.js'))]);
    await loadServerWords();
    const { games } = await request('games');
    const texts = games.map(({ description }) => description);
    for (const { name } of games) {
      const { players, view } = await request(`games/${encodeURIComponent(name)}`);
      for (const { description, options } of players) texts.push(description, ...options.map((option) => option.description));
      const { squares, zones } = view.diagram;
      texts.push(...zones.map(({ title }) => title), ...[...squares, ...zones.flatMap((zone) => zone.squares)].flatMap(({ pieces }) => pieces.map((piece) => piece.name)));
    }
    return [...new Set(texts)].filter((text) => /[a-z]{2}/i.test(text) && localized(text).lang === 'en');
  });
  assert.deepEqual(english, []);
  assert.deepEqual(problems, []);
  await context.close();
});

const PAGES = ['/', '/watch', '/study', '/study#game=checkers:english&moves=11-15+23-18', '/library', '/puzzles', '/tournaments', '/tournaments/new', '/nowhere'];
for (const path of PAGES) {
  test(`${path} is accessible and fits in Dutch`, { skip }, async () => {
    const { page, context, problems } = await visit(browser, { locale: 'nl-NL' });
    await page.goto(`${ADDRESS}${path}`);
    await page.waitForSelector('h1');
    await page.waitForLoadState('networkidle');
    assert.deepEqual(await faults(page), []);
    for (const width of [768, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(content <= window, `${content} wide in ${window}`);
      const [names, header] = await page.locator('header nav').evaluate((nav) => [nav.scrollWidth, nav.clientWidth]);
      assert.ok(names <= header, `the names of the pages are ${names} wide in ${header}`);
    }
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test('a match fits the screen in Dutch', { skip }, async () => {
  const { page, context, problems } = await visit(browser, { locale: 'nl-NL' });
  await begin(page, 'checkers:english');
  for (const width of [768, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(content <= window, `${content} wide in ${window}`);
  }
  assert.deepEqual(problems, []);
  await context.close();
});
