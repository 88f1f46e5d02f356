// Multi-step moves in a browser: checkers, captures, promotions, castling and premoves.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { begin, hasCount, launch, myTurn, skip, square, visit } from './browser.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

const ME_FIRST = [{ kind: 'me' }, { kind: 'player', player: 'level:name=beginner' }];

/**
 * Runs a test with a match, with the visitor to move. Fails if the page reports an error.
 * @param {string} game @param {object} more the initial position of the match @param {(page:
 * import('playwright-core').Page) => Promise<void>} run
 */
const play = (game, more, run, seats = ME_FIRST) => async () => {
  const { page, context, problems } = await visit(browser);
  await begin(page, game, { seats, more });
  await myTurn(page);
  await run(page);
  assert.deepEqual(problems, []);
  await context.close();
};

/** Runs a test with a match between two people, with a page for each seat. */
const together = (game, more, run) => async () => {
  const { page, context } = await visit(browser);
  await begin(page, game, { seats: [{ kind: 'me' }, { kind: 'person' }], more });
  const other = await visit(browser);
  await other.page.goto(await page.getByLabel('Invitation link').inputValue());
  await myTurn(page);
  await other.page.locator('game-board.premoving').waitFor();
  await run(page, other.page);
  await other.context.close();
  await context.close();
};

/** Waits for a move in the list. */
const listed = (page, move) => page.locator('.moves button', { hasText: move }).first().waitFor();

/** Waits until a square's label begins with this text. */
const shows = (page, label) => page.locator('game-board').getByRole('button', { name: new RegExp(`^${label}`) }).waitFor();

const click = async (page, ...names) => {
  for (const name of names) await square(page, name).click();
};

async function drag(page, from, to) {
  const [start, end] = await Promise.all([square(page, from).boundingBox(), square(page, to).boundingBox()]);
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
}

const turn = (page, name) => page.locator('game-board .finish').getByRole('button', { name });

test('checkers are moved one by one, undone, and the turn is confirmed', { skip }, play('backgammon', { moves: ['31'] }, async (page) => {
  await click(page, '8');
  await hasCount(page.locator('game-board .dot'), 3, 'the squares of this checker');
  await click(page, '5');
  await shows(page, '8, 2 × white checker');
  await shows(page, '5, white checker');
  assert.equal(await turn(page, 'Play').isDisabled(), true);
  await click(page, '6');
  await hasCount(page.locator('game-board .dot'), 1, 'the three is used up');
  await turn(page, 'Undo').click();
  await shows(page, '8, 3 × white checker');
  await drag(page, '8', '5');
  await shows(page, '5, white checker');
  await drag(page, '6', '5');
  await shows(page, '5, 2 × white checker');
  assert.match(await page.locator('[role=status].sentence').innerText(), /^8\/5,6\/5 is complete/);
  await turn(page, 'Play').click();
  await listed(page, '8/5,6/5');
}));

test('a double click uses the larger die, and Escape undoes it', { skip }, play('backgammon', { moves: ['31'] }, async (page) => {
  await square(page, '13').dblclick();
  await shows(page, '10, white checker');
  await page.keyboard.press('Escape');
  await shows(page, '13, 5 × white checker');
  await square(page, '13').dblclick();
  await square(page, '10').dblclick();
  await shows(page, '9, white checker');
  await turn(page, 'Play').click();
  await listed(page, '13/9');
}));

test('Undo and Play don’t cover checkers, and keep the focus', { skip }, play('backgammon', { moves: ['31'] }, async (page) => {
  await click(page, '8', '5');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  const covers = await page.evaluate(() => {
    const [board, buttons] = ['game-board .surface', '.finish'].map((name) => /** @type {Element} */ (document.querySelector(name)).getBoundingClientRect());
    return buttons.top < board.bottom && buttons.bottom > board.top && buttons.left < board.right && buttons.right > board.left;
  });
  assert.equal(covers, false);
  await click(page, '6', '5');
  await undo.focus();
  await page.keyboard.press('Enter');
  await shows(page, '5, white checker(, |$)');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Undo');
}));

test('a double is played checker by checker without a list of moves', { skip }, play('backgammon', { moves: ['31', '8/5,6/5', '22'] }, async (page) => {
  for (const [from, to, count] of [['13', '11', 1], ['13', '11', 2], ['6', '4', 1], ['6', '4', 2]]) {
    await click(page, from);
    await hasCount(page.locator('.choices button'), 0);
    await click(page, to);
    await shows(page, count === 1 ? `${to}, black checker` : `${to}, 2 × black checker`);
  }
  await hasCount(page.locator('.zone .spent'), 4, 'all dice are used');
  await turn(page, 'Undo').click();
  await hasCount(page.locator('.zone .spent'), 3);
  assert.equal(await page.locator('game-board .strip').last().locator('.caption').innerText(), '161 pips');
  await click(page, '6', '4');
  assert.equal(await page.locator('game-board .strip').last().locator('.caption').innerText(), '159 pips');
  await turn(page, 'Play').click();
  await listed(page, '13/11(2),6/4(2)');
}, [{ kind: 'player', player: 'level:name=beginner' }, { kind: 'me' }]));

test('captures with the same end square are distinguished by the next landing square', { skip }, play('checkers:international', { position: 'W:WK47:B14,19,29,31,42' }, async (page) => {
  await click(page, '47', '36');
  await page.getByText('Several routes lead there.').waitFor();
  await hasCount(page.locator('.choices button'), 0);
  await click(page, '38', '20');
  await shows(page, '20, white king');
  await click(page, '36');
  await listed(page, '47x38x20x9x36');
}));

test('a promotion is chosen from pictures, the queen first, or undone', { skip }, play('chess', { position: '7k/P7/8/8/8/8/8/K7 w - - 0 1' }, async (page) => {
  const choices = page.locator('game-board .choice button');
  await click(page, 'a7', 'a8');
  await choices.first().waitFor();
  assert.deepEqual(await choices.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label'))), ['white queen', 'white rook', 'white bishop', 'white knight']);
  const [picture, target] = [await choices.first().boundingBox(), await square(page, 'a8').boundingBox()];
  assert.ok(Math.abs(picture.x - target.x) < 2 && Math.abs(picture.y - target.y) < 2, 'the queen is on the square');
  await page.keyboard.press('Escape');
  await shows(page, 'a7, white pawn');
  await drag(page, 'a7', 'a8');
  await choices.nth(3).click();
  await listed(page, 'a8=N');
}));

test('the queen also comes first in a promotion at the bottom of the board', { skip }, play('chess', { position: '7k/P7/8/8/8/8/8/K7 w - - 0 1' }, async (page) => {
  await page.getByRole('button', { name: 'Flip board' }).click();
  await click(page, 'a7', 'a8');
  const choices = page.locator('game-board .choice button');
  await choices.first().waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  assert.deepEqual(await choices.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label'))), ['white queen', 'white rook', 'white bishop', 'white knight']);
  const [picture, target] = [await choices.first().boundingBox(), await square(page, 'a8').boundingBox()];
  assert.ok(Math.abs(picture.y - target.y) < 2, 'the queen is on the square');
  assert.equal(await focused(), 'white queen');
  await page.keyboard.press('ArrowUp');
  assert.equal(await focused(), 'white rook');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await listed(page, 'a8=Q');
}));

const PINNED = '4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1';
const sentence = (page, text) => page.locator('[role=status].sentence', { hasText: text }).waitFor();

test('a piece without a legal move is refused with the reason after clicks and drags', { skip }, play('chess', { position: PINNED }, async (page) => {
  await click(page, 'e2');
  await sentence(page, 'No legal move for the white bishop on e2. Choose a square to see why.');
  await click(page, 'd3');
  await sentence(page, 'e2-d3 is not possible: the bishop on e2 is pinned.');
  await drag(page, 'e2', 'c4');
  await sentence(page, 'e2-c4 is not possible: the bishop on e2 is pinned.');
  await shows(page, 'e2, white bishop$');
  await click(page, 'e2', 'e2');
  await hasCount(page.locator('game-board button.picked'), 0);
  await click(page, 'e2', 'e1', 'f1');
  await listed(page, 'Kf1');
}));

test('a piece without a legal move is refused with the reason by keyboard', { skip }, play('chess', { position: '4r2k/8/8/8/8/8/8/R3K3 w - - 0 1' }, async (page) => {
  await square(page, 'a1').focus();
  for (const key of ['Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await sentence(page, 'a1-a2 is not possible: the king is in check.');
}));

test('a piece dropped on a piece of the same side is refused with the reason', { skip }, play('chess', {}, async (page) => {
  await drag(page, 'e2', 'd2');
  await sentence(page, 'e2-d2 is not possible: d2 is occupied by a');
  await hasCount(page.locator('game-board button.picked'), 0);
}));

test('Escape and the right button put a dragged piece back', { skip }, play('chess', {}, async (page) => {
  const lift = async (from, over) => {
    const [start, end] = await Promise.all([square(page, from).boundingBox(), square(page, over).boundingBox()]);
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 });
    await page.locator('.dragged').waitFor();
  };
  const isBack = async () => {
    await hasCount(page.locator('.dragged'), 0);
    await page.mouse.up();
    await hasCount(page.locator('game-board .picked'), 0);
    await hasCount(page.locator('game-board .circle'), 0);
  };
  await lift('e2', 'e4');
  await page.keyboard.press('Escape');
  await isBack();
  await lift('d2', 'd4');
  await page.mouse.down({ button: 'right' });
  await page.mouse.up({ button: 'right' });
  await isBack();
  await drag(page, 'c2', 'c4');
  await listed(page, 'c4');
}));

test('viewing earlier positions preserves the steps of the move', { skip }, play('backgammon', { moves: ['31'] }, async (page) => {
  await click(page, '8', '5');
  await shows(page, '5, white checker');
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Start position.').waitFor();
  await shows(page, '5, empty');
  await page.keyboard.press('End');
  await shows(page, '5, white checker');
  await click(page, '6', '5');
  await page.getByRole('button', { name: 'Play', exact: true }).first().click();
  await listed(page, '8/5,6/5');
}));

test('a king dropped on its own rook castles', { skip }, play('chess', { position: '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1' }, async (page) => {
  await drag(page, 'e1', 'h1');
  await listed(page, 'O-O');
  await shows(page, 'g1, white king');
}));

test('several premoves with both castlings and a promotion are played one after the other', { skip }, together('chess', { position: 'r3k3/8/8/8/8/8/6p1/2K5 w q - 0 1' }, async (page, other) => {
  await click(other, 'e8', 'a8', 'g2', 'g1');
  const choices = other.locator('game-board .choice button');
  await choices.first().waitFor();
  assert.deepEqual(await choices.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label'))), ['black queen', 'black rook', 'black bishop', 'black knight']);
  await choices.and(other.getByRole('button', { name: 'black knight' })).click();
  await shows(other, 'g1, black knight, premove');
  await click(page, 'c1', 'c2');
  await listed(page, 'O-O-O');
  await myTurn(page);
  await click(page, 'c2', 'c3');
  await listed(page, 'g1=N');
}));

test('a castling premove shows the king and the rook on their new squares', { skip }, together('chess', { position: 'r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1' }, async (page, other) => {
  for (const [to, king, rook] of [['h8', 'g8', 'f8'], ['g8', 'g8', 'f8'], ['a8', 'c8', 'd8'], ['c8', 'c8', 'd8']]) {
    await click(other, 'e8', to);
    await shows(other, `${king}, black king`);
    await shows(other, `${rook}, black rook`);
    await other.keyboard.press('Escape');
    await shows(other, 'e8, black king');
  }
  await click(other, 'e8', 'h8', 'g8', 'h7');
  await shows(other, 'h7, black king, premove');
  await click(page, 'e1', 'e2');
  await listed(page, 'O-O');
}));

test('a promotion premove without a piece is canceled, or asks again on its turn', { skip }, together('chess', { position: '7k/8/8/8/8/8/1p6/7K w - - 0 1' }, async (page, other) => {
  const choices = other.locator('game-board .choice button');
  await click(other, 'b2', 'b1');
  await choices.first().waitFor();
  await other.keyboard.press('Escape');
  await shows(other, 'b2, black pawn');
  await hasCount(other.locator('game-board .premove'), 0);
  await drag(other, 'b2', 'b1');
  await choices.first().waitFor();
  await click(page, 'h1', 'h2');
  await myTurn(other);
  await choices.and(other.getByRole('button', { name: 'black rook' })).click();
  await listed(page, 'b1=R');
}));

test('an illegal premove cancels the other premoves', { skip }, together('chess', { position: '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1' }, async (page, other) => {
  await click(other, 'e8', 'd8', 'd8', 'd7');
  await hasCount(other.locator('game-board .premove'), 3);
  await click(page, 'e1', 'c1');
  await other.getByText('Premove canceled').waitFor();
  await hasCount(other.locator('game-board .premove'), 0);
}));

test('premoves place pieces in Othello, and a second click removes one', { skip }, together('othello', {}, async (page, other) => {
  await click(page, 'd3');
  await listed(other, 'd3');
  await myTurn(other);
  await click(other, 'c3');
  await listed(other, 'c3');
  await click(other, 'c5', 'h8', 'h8');
  await hasCount(other.locator('game-board .premove'), 1);
  await shows(other, 'c5, empty, premove');
  await myTurn(page);
  await click(page, 'c4');
  await listed(page, 'c5');
}));

test('premoves drop pieces in Connect Four on any square of the column', { skip }, together('connect-four', {}, async (page, other) => {
  const inColumn = (each, column) => each.locator('game-board .cells button').nth(column);
  await inColumn(other, 3).click();
  await inColumn(other, 5).click();
  await hasCount(other.locator('game-board .premove'), 2);
  await inColumn(page, 0).click();
  await listed(page, '4');
  await inColumn(page, 0).click();
  await listed(page, '6');
}));

test('premoves end with the game', { skip }, together('chess', {}, async (page, other) => {
  await click(other, 'e7', 'e5');
  await hasCount(other.locator('game-board .premove'), 2);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await other.locator('.seat.turn').waitFor({ state: 'detached' });
  await other.waitForFunction(() => document.querySelectorAll('game-board .premove').length === 0);
}));
