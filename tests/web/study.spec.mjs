// A study in a browser: opened in every way, with variations, analysis, a review, files and links.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ADDRESS, begin, hasCount, launch, skip, square, visit } from './browser.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

const GAME = '/study#game=checkers:english&moves=11-15+23-18+8-11';

/**
 * Runs a test on a page, and fails if the page reports an error. Always closes the page, because a visitor can run only
 * two analyses. If a request is refused, the browser logs the status. */
const study = (path, run, { isRefused = false } = {}) => async () => {
  const { page, context, problems } = await visit(browser, { permissions: ['clipboard-read', 'clipboard-write'], acceptDownloads: true });
  try {
    await page.goto(`${ADDRESS}${path}`);
    await run(page);
    assert.deepEqual(problems.filter((problem) => !isRefused || !problem.includes('status of 400')), []);
  } finally {
    await context.close();
  }
};

/** Waits for a study with this total number of moves. */
const opened = (page, count) => page.waitForFunction((count) => document.querySelector('.study game-board:not(.waiting)') && document.querySelectorAll('.tree button').length === count, count);
const tree = (page) => page.locator('.tree button').allTextContents();
const now = (page) => page.locator('.tree .now').textContent();
const said = (page, text) => page.locator('.study .sentence', { hasText: text }).waitFor();
const at = (page, move) => page.locator('.tree .now', { hasText: move }).waitFor();

async function play(page, from, to) {
  await square(page, from).click();
  await square(page, to).click();
}

test('a match is analyzed from its menu', { skip }, study('/nowhere', async (page) => {
  await begin(page, 'checkers:english', { seats: [{ kind: 'me' }, { kind: 'me' }], more: { moves: ['11-15', '23-18'] } });
  await page.getByText('More').click();
  await page.getByRole('link', { name: 'Analyze in Study' }).click();
  await opened(page, 2);
  assert.match(page.url(), /\/study\/[a-z0-9]+$/);
  assert.deepEqual(await tree(page), ['11-15', '23-18']);
}));

test('a finished match links to its analysis, which reopens the same study', { skip }, study('/nowhere', async (page) => {
  const match = await begin(page, 'checkers:english', { seats: [{ kind: 'me' }, { kind: 'me' }], more: { moves: ['11-15', '23-18'] } });
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('link', { name: 'Analyze', exact: true }).click();
  await opened(page, 2);
  const address = page.url();
  await page.getByLabel('Comment on this move').waitFor();
  await page.keyboard.press('End');
  await at(page, '23-18');
  await page.getByLabel('Comment on this move').fill('kept');
  await page.goto(`${ADDRESS}/study?match=${match}`);
  await opened(page, 2);
  assert.equal(page.url(), address);
  await page.locator('.remark', { hasText: 'kept' }).waitFor();
}));

test('a different move begins a variation, which can be promoted, deleted and restored', { skip }, study(GAME, async (page) => {
  await opened(page, 3);
  assert.equal(await now(page), '8-11');
  await page.getByRole('button', { name: 'Previous move' }).click();
  await at(page, '23-18');
  await play(page, '9', '14');
  await opened(page, 4);
  assert.equal(await now(page), '9-14');
  assert.equal(await page.locator('.variation').innerText(), '2.9-14');
  await page.getByRole('button', { name: 'Promote' }).click();
  await page.locator('.variation', { hasText: '8-11' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Move deleted.');
  assert.deepEqual(await tree(page), ['11-15', '23-18', '8-11']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await opened(page, 4);
  await page.getByLabel('Comment on this move').fill('a try');
  await page.getByLabel('Annotation for this move').selectOption('!?');
  const address = page.url();
  await page.reload();
  await opened(page, 4);
  assert.equal(page.url(), address);
  await page.locator('.remark', { hasText: 'a try' }).waitFor();
  assert.match(await now(page), /^9-14!\?/);
}));

test('a wrong move is refused with the rule', { skip }, study(GAME, async (page) => {
  await opened(page, 3);
  await page.getByLabel('Type a move').fill('18-23');
  await page.keyboard.press('Enter');
  await page.locator('.sentence.refusal').waitFor();
  await page.getByLabel('Type a move').fill('18x11');
  await page.keyboard.press('Enter');
  await page.locator('.sentence.refusal').waitFor();
  assert.equal((await tree(page)).length, 3);
}, { isRefused: true }));

test('lines appear as arrows, on hover as positions, and a click adds them', { skip }, study('/study#game=checkers:english', async (page) => {
  await page.waitForFunction(() => document.querySelectorAll('game-board .arrow').length === 3, null, { timeout: 20_000 });
  await hasCount(page.locator('.study-lines button[aria-disabled=false]'), 3);
  const line = page.locator('.study-lines button').first();
  await line.locator('[data-at="1"]').hover();
  await page.locator('game-board.preview').waitFor();
  await said(page, 'After ');
  await hasCount(page.locator('game-board .arrow'), 0);
  await page.mouse.move(5, 5);
  await page.locator('game-board:not(.preview)').waitFor();
  await line.focus();
  await page.keyboard.press('Enter');
  await said(page, ' added');
  assert.ok((await tree(page)).length > 2);
  await page.getByRole('switch', { name: 'Analysis' }).click();
  await hasCount(page.locator('game-board .arrow'), 0);
  await page.reload();
  await page.waitForSelector('.study game-board:not(.waiting)');
  assert.equal(await page.getByRole('switch', { name: 'Analysis' }).getAttribute('aria-checked'), 'false');
}));

test('a review marks a blunder and shows the better line', { skip }, study('/study#game=tic-tac-toe&start=xx1/oo1/3+x&moves=a1+c2&ply=0', async (page) => {
  await opened(page, 2);
  await page.getByRole('button', { name: 'Review the game' }).click();
  await said(page, '1 blunder');
  await page.getByRole('button', { name: 'Next mistake' }).click();
  await said(page, 'a1 is a blunder (??)');
  assert.match(await now(page), /^a1\?\?/);
  await hasCount(page.locator('.study-graph .mistake'), 1);
  await page.getByRole('button', { name: 'Show the better line' }).click();
  await at(page, 'c3');
  const slider = page.getByRole('slider', { name: 'Move' });
  await slider.focus();
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('[role=slider]')?.getAttribute('aria-valuenow') === '0');
  await page.keyboard.press('Shift+ArrowRight');
  await at(page, 'a1');
  const { x, y, width, height } = await slider.boundingBox();
  await page.mouse.click(x + width - 1, y + height / 2);
  await at(page, 'c2');
}));

test('a running review can be stopped', { skip }, study('/nowhere', async (page) => {
  // A review with this many moves can't finish before it is stopped, even if the browser is slow.
  const line = Array.from({ length: 90 }, (_, index) => ['Nc3', 'Nc6', 'Nb1', 'Nb8'][index % 4]);
  await page.goto(`${ADDRESS}/study#game=chess:standard&moves=${line.join('+')}`);
  await opened(page, 90);
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.getByRole('button', { name: 'Stop the review' }).click();
  await said(page, 'Review stopped.');
  await page.getByRole('button', { name: 'Review the game' }).waitFor();
}));

test('a game, a position and a file are opened, and errors are explained', { skip }, study('/study', async (page) => {
  await page.getByRole('combobox', { name: 'Game' }).selectOption('checkers:english');
  const text = page.getByLabel('Game (PDN, PGN or Rival record) or position');
  const open = page.getByRole('button', { name: 'Open', exact: true });
  await open.click();
  await page.getByRole('alert').getByText('Paste a game').waitFor();
  // Unplayable moves become a comment on the last legal move.
  await text.fill('1. 11-15 23-18 2. 15-18 *');
  await open.click();
  await opened(page, 2);
  await page.locator('.remark', { hasText: '15-18' }).waitFor();
  await page.getByRole('link', { name: 'All studies' }).click();
  await page.getByRole('combobox', { name: 'Game' }).selectOption('checkers:english');
  await text.fill('1. 11-15 {good} (1. 9-14 22-18) 1... 23-18 2. 8-11 *');
  await open.click();
  await opened(page, 5);
  await page.locator('.remark', { hasText: 'good' }).waitFor();
  await page.getByRole('link', { name: 'All studies' }).click();
  await page.getByRole('combobox', { name: 'Game' }).waitFor();
  await text.fill('W:W32:B1');
  await open.click();
  await said(page, 'White to move.');
  await hasCount(page.locator('game-board .piece'), 2);
  await page.goto(`${ADDRESS}/study`);
  const one = '[GameType "21"]\n[White "Ann"]\n[Black "Ben"]\n[Result "*"]\n\n1. 11-15 23-18 *\n\n';
  await page.locator('#study-file').setInputFiles({ name: 'two.pdn', mimeType: 'text/plain', buffer: Buffer.from(one + one.replace('23-18', '22-18')) });
  await page.getByRole('button', { name: /^2\. .*Ben/ }).click();
  await opened(page, 2);
  assert.deepEqual(await tree(page), ['11-15', '22-18']);
  assert.match(await page.locator('.study-title').innerText(), /Ben – Ann/);
}, { isRefused: true }));

test('a position is set up by click, by drag and by keyboard', { skip }, study('/study', async (page) => {
  await page.getByRole('combobox', { name: 'Game' }).selectOption('chess:standard');
  await page.getByRole('button', { name: 'Set up a position' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('White has 0 kings').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Study this position' }).isDisabled(), true);
  await page.getByRole('radio', { name: 'white king' }).check({ force: true });
  await square(page, 'e1').click();
  await square(page, 'a1').click();
  await square(page, 'a1').and(page.getByRole('button', { name: /white king/ })).waitFor();
  await square(page, 'a1').click();
  await page.getByRole('radio', { name: 'black king' }).focus();
  await page.keyboard.press('Space');
  await square(page, 'e8').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /^3k4\/8\/8\/8\/8\/8\/8\/4K3 w/.test(/** @type {any} */ (document.querySelector('.editor input[type=text]')).value));
  const [rook, target] = await Promise.all([page.locator('.palette-piece[title="white rook"]').boundingBox(), square(page, 'h1').boundingBox()]);
  await page.mouse.move(rook.x + 20, rook.y + 20);
  await page.mouse.down();
  await page.mouse.move(target.x + 20, target.y + 20, { steps: 6 });
  await page.mouse.up();
  await square(page, 'h1').and(page.getByRole('button', { name: /white rook/ })).waitFor();
  const [king, away] = await Promise.all([square(page, 'd8').boundingBox(), square(page, 'a8').boundingBox()]);
  await page.mouse.move(king.x + 20, king.y + 20);
  await page.mouse.down();
  await page.mouse.move(away.x + 20, away.y + 20, { steps: 6 });
  await page.mouse.up();
  await page.getByRole('radio', { name: 'Black', exact: true }).check({ force: true });
  await page.waitForFunction(() => /^k7\/8\/8\/8\/8\/8\/8\/4K2R b/.test(/** @type {any} */ (document.querySelector('.editor input[type=text]')).value));
  await page.getByRole('button', { name: 'Study this position' }).click();
  await said(page, 'Black to move.');
  await hasCount(page.locator('game-board .piece'), 3);
}));

test('a line that starts with the second side has dots after its number', { skip }, study('/study#game=checkers:english&start=W:W21,22:B1,2&moves=21-17+2-7+17-13', async (page) => {
  await opened(page, 3);
  assert.deepEqual(await page.locator('.tree .number').allTextContents(), ['1…', '2.']);
}));

test('games that can’t be set up on the board explain why', { skip }, study('/study', async (page) => {
  await page.getByRole('combobox', { name: 'Game' }).selectOption('backgammon');
  await page.getByRole('button', { name: 'Set up a position' }).click();
  await page.getByRole('alert').getByText("cannot be set up on the board").waitFor();
}));

test('a game with hidden hands explains why there is no analysis', { skip }, study('/study#game=kuhn-poker', async (page) => {
  await page.getByText('analysis is not available in games with hidden hands').waitFor();
}));

test('a link to a ply restores the game, the moves and the position', { skip }, study('/study#game=checkers:english&moves=11-15+23-18+8-11&ply=1', async (page) => {
  await opened(page, 3);
  assert.equal(await now(page), '11-15');
  await page.keyboard.press('ArrowRight');
  await at(page, '23-18');
  await page.getByText('Share').click();
  await page.getByRole('button', { name: 'Copy the link to this position' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/study#game=checkers%3Aenglish&moves=11-15\+23-18\+8-11&ply=2$/);
  await page.goto(link);
  await page.reload();
  await opened(page, 3);
  assert.equal(await now(page), '23-18');
}));

test('a study position can be played on', { skip }, study('/study#game=checkers:english&moves=11-15+23-18', async (page) => {
  await page.waitForSelector('game-board:not(.waiting)');
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.waitForURL(/\/match\//);
  // The current study, which also has moves and a board, stays visible until the match arrives.
  await page.locator('.study').waitFor({ state: 'detached' });
  await page.locator('game-board button.can').first().waitFor();
  await page.locator('.moves button').nth(1).waitFor();
  await hasCount(page.locator('.moves button'), 2);
  assert.match(await page.locator('game-board [data-square="17"]').getAttribute('aria-label'), /^18, white man/);
}));

test('a long game fits into a link', { skip }, study('/nowhere', async (page) => {
  const back = ['Nc3', 'Nc6', 'Nb1', 'Nb8'];
  const line = Array.from({ length: 90 }, (_, index) => back[index % 4]);
  await page.goto(`${ADDRESS}/study#game=chess:standard&moves=${line.join('+')}&ply=45`);
  await opened(page, 90);
  assert.equal(await page.locator('.tree button').evaluateAll((all) => all.findIndex((button) => button.classList.contains('now'))), 44);
}));

test('an invalid link explains the error', { skip }, study('/study', async (page) => {
  await page.goto(`${ADDRESS}/study#nonsense=1`);
  await page.reload();
  await page.getByRole('alert').getByText('does not name a game').waitFor();
  await page.goto(`${ADDRESS}/study/nothing`);
  await page.getByRole('alert').getByText('Study not found').waitFor();
}));

test('a study is saved and copied with its variations', { skip }, study(GAME, async (page) => {
  await opened(page, 3);
  await page.keyboard.press('Home');
  await page.waitForFunction(() => !document.querySelector('.tree .now'));
  await page.getByRole('switch').focus();
  await page.getByLabel('Type a move').fill('9-14');
  await page.keyboard.press('Enter');
  await opened(page, 4);
  await page.getByText('Share').click();
  await page.getByRole('button', { name: 'Copy as pdn' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(text, /1\. 11-15 \( 1\. 9-14 \) 1\.\.\. 23-18/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as record' }).click()]);
  assert.equal(download.suggestedFilename(), 'study.toml');
}));

test('a study works with the keyboard alone', { skip }, study(GAME, async (page) => {
  await opened(page, 3);
  await page.keyboard.press('Home');
  await page.waitForFunction(() => !document.querySelector('.tree .now'));
  await page.keyboard.press('ArrowRight');
  await at(page, '11-15');
  const tab = async (name) => {
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((name) => new RegExp(name).test(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''), name)) return;
    }
    assert.fail(`${name} is not reached by Tab`);
  };
  await tab('^Type a move');
  await page.keyboard.type('22-17');
  await page.keyboard.press('Enter');
  await opened(page, 4);
  await tab('^Flip board');
  await page.keyboard.press('ArrowUp');
  await at(page, '23-18');
  await page.keyboard.press('ArrowDown');
  await at(page, '22-17');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await at(page, '11-15');
  await page.locator('.tree .now').focus();
  await page.keyboard.press('ArrowRight');
  await at(page, '23-18');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), '23-18', 'the focus follows the place');
}));
