// Playing in a browser, with every way to enter a move.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ADDRESS, begin, hasCount, launch, moves, myTurn, skip, square, visit } from './browser.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

/**
 * Runs a test with an English checkers match. The visitor moves first. Fails if the page reports an error. */
const play = (options, run) => async () => {
  const { page, context, problems } = await visit(browser, options);
  await begin(page, 'checkers:english');
  await myTurn(page);
  await run(page);
  assert.deepEqual(problems, []);
  await context.close();
};

/** Waits for a move in the list. */
const listed = (page, move) => page.locator('.moves button', { hasText: move }).first().waitFor();

async function drag(page, from, to) {
  const [start, end] = await Promise.all([square(page, from).boundingBox(), square(page, to).boundingBox()]);
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
}

test('a piece is dragged', { skip }, play({}, async (page) => {
  await drag(page, '11', '15');
  await listed(page, '11-15');
}));

test('a piece is dragged by touch', { skip }, play({ hasTouch: true, viewport: { width: 390, height: 844 } }, async (page) => {
  const [start, end] = await Promise.all([square(page, '11').boundingBox(), square(page, '15').boundingBox()]);
  const client = await page.context().newCDPSession(page);
  const at = (box, part) => ({ x: start.x + start.width / 2 + (box.x - start.x) * part, y: start.y + start.height / 2 + (box.y - start.y) * part });
  const touch = (type, touchPoints) => client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [at(start, 0)]);
  for (const part of [0.2, 0.5, 0.8, 1]) await touch('touchMove', [at(end, part)]);
  await touch('touchEnd', []);
  await listed(page, '11-15');
}));

test('two clicks move a piece, with the legal targets shown in between', { skip }, play({}, async (page) => {
  await square(page, '11').click();
  await hasCount(page.locator('game-board button.target'), 2);
  await hasCount(page.locator('game-board .dot'), 2);
  await square(page, '15').click();
  await listed(page, '11-15');
}));

test('movable pieces are marked before the first touch', { skip }, play({}, async (page) => {
  await hasCount(page.locator('game-board button.can'), 4);
  assert.match(await square(page, '11').getAttribute('aria-label'), /^11, black man, can move$/);
}));

test('a typed move is completed with legal moves', { skip }, play({}, async (page) => {
  await hasCount(page.locator('#legal option'), 7);
  await page.getByLabel('Type a move').fill('11-15');
  await page.keyboard.press('Enter');
  await listed(page, '11-15');
}));

test('a move is made by keyboard alone', { skip }, play({}, async (page) => {
  await square(page, '4').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await hasCount(page.locator('game-board button.picked'), 1);
  await page.keyboard.press('Escape');
  await hasCount(page.locator('game-board button.picked'), 0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.locator('.moves button').first().waitFor();
}));

test('the live region explains a refused move', { skip }, play({}, async (page) => {
  await page.getByLabel('Type a move').fill('11-22');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.sentence')?.classList.contains('refusal'));
  assert.match(await page.locator('[role=status].sentence').innerText(), /11-22/);
  assert.deepEqual(await moves(page), []);
}));

test('a piece dropped on an illegal square is refused by the server and returns to its place', { skip }, play({}, async (page) => {
  await drag(page, '11', '19');
  await page.waitForFunction(() => document.querySelector('.sentence')?.classList.contains('refusal'));
  assert.match(await square(page, '11').getAttribute('aria-label'), /black man/);
}));

test('a premove is played on its turn', { skip }, async () => {
  const { page, context } = await visit(browser);
  await begin(page, 'checkers:english', { seats: [{ kind: 'person' }, { kind: 'me' }] });
  const other = await visit(browser);
  await other.page.goto(await page.getByLabel('Invitation link').inputValue());
  await myTurn(other.page);
  await page.locator('game-board.premoving').waitFor();
  await square(page, '22').click();
  await square(page, '18').click();
  await hasCount(page.locator('game-board .premove'), 2);
  await square(other.page, '9').click();
  await square(other.page, '13').click();
  await listed(page, '22-18');
  await other.context.close();
  await context.close();
});

test('a move between people is taken back if both agree', { skip }, async () => {
  const { page, context } = await visit(browser);
  await begin(page, 'checkers:english', { seats: [{ kind: 'me' }, { kind: 'person' }] });
  const other = await visit(browser);
  await other.page.goto(await page.getByLabel('Invitation link').inputValue());
  await myTurn(page);
  await square(page, '11').click();
  await square(page, '15').click();
  await listed(page, '11-15');
  await page.getByRole('button', { name: 'Propose takeback' }).click();
  await other.page.getByText('proposes to take back the last move.').waitFor();
  await other.page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('Guest (White) declined the takeback.').waitFor();
  await page.getByRole('button', { name: 'Propose takeback' }).click();
  await other.page.getByRole('button', { name: 'Accept takeback' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 0);
  await myTurn(page);
  await other.context.close();
  await context.close();
});

test('the last move is marked by shape, and moves are stepped through by arrow keys', { skip }, play({}, async (page) => {
  await drag(page, '11', '15');
  await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 2);
  await myTurn(page);
  await hasCount(page.locator('game-board .ended'), 1);
  await page.locator('h1').click({ force: true });
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('[data-square="10"]')?.getAttribute('aria-label')?.startsWith('11, black man'));
  await hasCount(page.locator('game-board button.can'), 0);
  await page.keyboard.press('End');
  await page.waitForSelector('game-board button.can');
}));

test('moves are taken back', { skip }, play({}, async (page) => {
  await drag(page, '11', '15');
  await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 2);
  await myTurn(page);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 0);
  await myTurn(page);
  assert.equal(await square(page, '11').getAttribute('aria-label'), '11, black man, can move');
}));

test('flipping draws the board again', { skip }, play({}, async (page) => {
  const low = (await square(page, '1').boundingBox()).y;
  await page.getByRole('button', { name: 'Flip board' }).click();
  const high = (await square(page, '1').boundingBox()).y;
  assert.ok(low > high + 200, `${low} ${high}`);
  await hasCount(page.locator('game-board [transform*=rotate]'), 0);
}));

test('resigning asks for confirmation, and the end shows the winner and the reason', { skip }, play({}, async (page) => {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Keep playing' }).click();
  await hasCount(page.locator('.result'), 0);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  assert.equal(await page.locator('.result').innerText(), 'You lose');
  const before = page.url();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForURL((url) => url.href !== before);
}));

test('one click on the home page starts a game', { skip }, async () => {
  const { page, context, problems } = await visit(browser);
  await page.goto(ADDRESS);
  await page.getByText('against Casual').waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL(/\/match\//);
  await myTurn(page);
  await page.goto(ADDRESS);
  await page.getByRole('link', { name: 'Resume' }).first().click();
  await myTurn(page);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a lost connection is reported immediately', { skip }, async () => {
  const { page, context } = await visit(browser);
  /** @type {import('playwright-core').WebSocketRoute[]} */
  const routes = [];
  let isCut = false;
  await page.routeWebSocket(/socket/, (socket) => {
    if (isCut) return socket.close();
    socket.connectToServer();
    routes.push(socket);
  });
  await begin(page, 'checkers:english');
  await myTurn(page);
  isCut = true;
  for (const socket of routes) await socket.close();
  // This must happen immediately. Detecting the lost connection by the server's silence would take four seconds.
  await page.getByText('Connection lost').waitFor({ timeout: 3000 });
  await square(page, '11').click();
  await square(page, '15').click();
  isCut = false;
  await listed(page, '11-15');
  await page.locator('#banner:empty').waitFor({ state: 'attached' });
  assert.equal((await moves(page)).filter((move) => move.includes('11-15')).length, 1);
  await context.close();
});
