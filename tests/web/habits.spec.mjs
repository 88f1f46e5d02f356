// Online players' habits: keys and the mouse wheel, real links, clocks, drawings, and a layout that fits.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ADDRESS, RULES, begin, faults, hasCount, launch, moves, myTurn, skip, square, visit } from './browser.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

/** Runs a test on a new visitor's page, and fails if the page reports an error. */
const at = (options, run) => async () => {
  const { page, context, problems } = await visit(browser, options);
  await run(page, context);
  assert.deepEqual(problems, []);
  await context.close();
};

/** Two people's pages in a match. The first person moves first. */
async function twoPeople(page, game = 'checkers:english', more = {}) {
  await begin(page, game, { seats: [{ kind: 'me' }, { kind: 'person' }], more });
  const link = await page.getByLabel('Invitation link').inputValue();
  const other = await visit(browser);
  await other.page.goto(link);
  await other.page.waitForSelector('game-board:not(.waiting)');
  await page.waitForFunction(() => document.querySelector('.seat.turn'));
  return { link, other };
}

const play = async (page, from, to) => {
  await square(page, from).click();
  await square(page, to).click();
};

const count = (page, plies) => page.waitForFunction((wanted) => document.querySelectorAll('.moves button').length === wanted, plies);

// Keys

test('arrow keys, Home, End and the wheel step through the game after a click on the board', { skip }, at({}, async (page) => {
  const moved = [{ kind: 'me' }, { kind: 'me' }];
  await begin(page, 'checkers:english', { seats: moved, more: { moves: ['11-15', '23-18', '8-11'] } });
  await count(page, 3);
  const now = () => page.locator('.moves .now').allInnerTexts();
  await square(page, '18').click();
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await now(), ['23-18']);
  await page.getByRole('button', { name: 'Flip board' }).click();
  await page.keyboard.press('ArrowUp');
  await page.getByText('Start position.').waitFor();
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await now(), ['11-15']);
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await now(), ['8-11']);
  await page.keyboard.press('Home');
  assert.deepEqual(await now(), []);
  await page.keyboard.press('End');
  await square(page, '18').hover();
  await page.mouse.wheel(0, -100);
  await page.getByText('After 1… 23-18.').waitFor();
  await page.waitForTimeout(100);
  for (let pixels = 0; pixels < 12; pixels += 1) await page.mouse.wheel(0, -1);
  await page.waitForTimeout(600);
  assert.deepEqual(await now(), ['23-18']);
  await page.mouse.wheel(0, 100);
  await page.getByText('After move').waitFor({ state: 'detached' });
  assert.deepEqual(await now(), ['8-11']);
}));

test('the arrow keys move between squares during keyboard choice, until Escape', { skip }, at({}, async (page) => {
  await begin(page, 'checkers:english', { seats: [{ kind: 'me' }, { kind: 'me' }], more: { moves: ['11-15', '23-18'] } });
  await count(page, 2);
  await page.keyboard.press('Tab');
  while (!(await page.evaluate(() => document.activeElement?.matches('game-board button')))) await page.keyboard.press('Tab');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-square'));
  const before = await focused();
  await page.keyboard.press('ArrowUp');
  assert.notEqual(await focused(), before);
  assert.deepEqual(await page.locator('.moves .now').allInnerTexts(), ['23-18']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await page.getByText('After 1. 11-15.').waitFor();
  await page.getByLabel('Type a move').fill('8-11');
  await page.keyboard.press('Home');
  await page.getByText('After 1. 11-15.').waitFor();
}));

test('an opponent’s move shows the current position, or offers it if the board is set to stay', { skip }, at({}, async (page) => {
  const { other } = await twoPeople(page);
  await play(page, '11', '15');
  await count(page, 1);
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Start position.').waitFor();
  await play(other.page, '23', '18');
  await count(page, 2);
  await myTurn(page);
  await page.getByLabel('Preferences').click();
  await page.getByRole('group', { name: 'When a move arrives' }).getByRole('radio', { name: 'Stay' }).check();
  await page.keyboard.press('Escape');
  await play(page, '8', '11');
  await count(page, 3);
  await page.keyboard.press('Home');
  await page.getByText('Start position.').waitFor();
  await count(other.page, 3);
  await play(other.page, '26', '23');
  await page.getByRole('button', { name: 'New move: show it' }).click();
  await myTurn(page);
  await other.context.close();
}));

test('the live region announces the opponent’s move and the end of the match', { skip }, at({}, async (page) => {
  const { other } = await twoPeople(page, 'chess:standard');
  const says = (each, text) => each.waitForFunction((wanted) => document.querySelector('.sentence[role=status]')?.textContent === wanted, text);
  await says(page, 'Your move.');
  await play(page, 'f2', 'f3');
  await says(page, 'Black to move.');
  await says(other.page, 'White: f3. Your move.');
  await play(other.page, 'e7', 'e5');
  await says(page, 'Black: e5. Your move.');
  await play(page, 'g2', 'g4');
  await says(other.page, 'White: g4. Your move.');
  await play(other.page, 'd8', 'h4');
  await says(page, 'Black: Qh4#. Black wins: checkmate.');
  await other.context.close();
}));

const ME_TWICE = [{ kind: 'me' }, { kind: 'me' }];

/** Waits until the board shows this square at the top left. */
const isAtTop = (page, name) => page.waitForFunction((wanted) => [...document.querySelectorAll('game-board .cells button')].sort((one, other) => one.offsetTop - other.offsetTop || one.offsetLeft - other.offsetLeft)[0].getAttribute('aria-label').startsWith(`${wanted},`), name);

test('F flips the board, and ? lists the keys', { skip }, at({}, async (page) => {
  await begin(page, 'chess:standard', { seats: ME_TWICE });
  await myTurnOfAnySide(page);
  await isAtTop(page, 'a8');
  await page.keyboard.press('f');
  await isAtTop(page, 'h1');
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByText('Ctrl+Z').waitFor();
  assert.deepEqual(await faults(page, RULES), []);
  await page.keyboard.press('f');
  await list.getByRole('button', { name: 'Close' }).click();
  await isAtTop(page, 'h1');
  await page.getByLabel('Preferences').click();
  await page.getByRole('group', { name: 'Single-key shortcuts' }).getByRole('radio', { name: 'Off' }).check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await isAtTop(page, 'h1');
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await list.waitFor();
}));

test('a move can be typed wherever the focus is', { skip }, at({}, async (page) => {
  await begin(page, 'chess:standard', { seats: ME_TWICE });
  await myTurnOfAnySide(page);
  await page.keyboard.type('Nf3');
  await page.keyboard.press('Enter');
  await count(page, 1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('f5');
  await page.keyboard.press('Enter');
  await count(page, 2);
  assert.deepEqual(await moves(page), ['Nf3', 'f5']);
  await isAtTop(page, 'a8');
}));

test('a typed move stays in the field until it can be played', { skip }, at({}, async (page) => {
  const { other } = await twoPeople(page, 'chess:standard');
  const field = other.page.getByLabel('Type a move');
  await field.fill('e5');
  await field.press('Enter');
  await other.page.getByText('It is not your turn.').waitFor();
  await play(page, 'e2', 'e4');
  await myTurn(other.page);
  assert.equal(await field.inputValue(), 'e5');
  await field.press('Escape');
  await other.page.keyboard.press('ArrowLeft');
  await field.press('Enter');
  await other.page.getByText('You are viewing an earlier position.').waitFor();
  await field.press('Escape');
  await other.page.keyboard.press('End');
  await field.press('Enter');
  await count(page, 2);
  assert.equal(await field.inputValue(), '');
  await other.context.close();
}));

test('a draw offer to a program leaves the turn visible, and the answer is shown', { skip }, at({}, async (page) => {
  await begin(page, 'checkers:english', { seats: [{ kind: 'me' }, { kind: 'player', player: 'level:name=beginner' }] });
  await myTurn(page);
  await page.getByRole('button', { name: 'Offer draw' }).click();
  await page.getByText('You offered a draw. Your move.').waitFor();
  await play(page, '11', '15');
  await count(page, 2);
  await page.getByText('White declined the draw. Your move').waitFor();
}));

test('a key that is a complete move plays it', { skip }, at({}, async (page) => {
  await begin(page, 'connect-four', { seats: ME_TWICE });
  await page.getByLabel('Type a move').waitFor();
  await myTurnOfAnySide(page);
  await page.keyboard.press('4');
  await count(page, 1);
  // The page shows a move before the server asks for the next one.
  await myTurnOfAnySide(page);
  await page.keyboard.press('9');
  await page.keyboard.press('1');
  await count(page, 2);
  assert.deepEqual(await moves(page), ['4', '1']);
}));

test('Ctrl+Z undoes a step, and a right click cancels premoves', { skip }, at({}, async (page) => {
  await begin(page, 'backgammon', { more: { moves: ['31'] } });
  await myTurn(page);
  await play(page, '8', '5');
  await square(page, '5').and(page.getByRole('button', { name: /white checker/ })).waitFor();
  await page.keyboard.press('Control+z');
  await square(page, '5').and(page.getByRole('button', { name: /empty/ })).waitFor();
  const { other } = await twoPeople(page);
  await other.page.locator('game-board.premoving').waitFor();
  await play(other.page, '22', '18');
  await hasCount(other.page.locator('game-board .premove'), 2);
  await square(other.page, '14').click({ button: 'right' });
  await hasCount(other.page.locator('game-board .premove'), 0);
  await hasCount(other.page.locator('game-board .circle'), 0);
  await square(other.page, '14').click({ button: 'right' });
  await hasCount(other.page.locator('game-board .circle'), 1);
  await other.context.close();
}));

test('no game appears under its internal name', { skip }, at({}, async (page) => {
  await page.goto(`${ADDRESS}/nowhere`);
  const titles = await page.evaluate(async () => {
    const { gameTitle } = await import(/** @type {any} */ ('/dom.js'));
    const { games } = await (await fetch('/api/games')).json();
    const full = await Promise.all(games.map(async ({ name }) => (await (await fetch(`/api/games/${name}`)).json()).name));
    return full.map((name) => gameTitle(name));
  });
  assert.ok(titles.length > 40);
  assert.deepEqual(titles.filter((title) => /[:=@]|(^|· |, )\d+(,|$)|,\S/.test(title)), []);
}));

test('Chess960 begins at a random start or at the start with a number', { skip }, at({}, async (page) => {
  await page.goto(ADDRESS);
  await page.locator('.games .game', { hasText: 'Chess960, random start' }).click();
  await page.getByText('Chess · Chess960, random start against Casual').waitFor();
  await page.getByRole('group', { name: 'Start' }).getByRole('radio', { name: 'Number' }).check();
  await page.getByRole('spinbutton', { name: 'Number' }).fill('518');
  await page.getByRole('spinbutton', { name: 'Number' }).press('Enter');
  await page.getByText('Chess · Chess960, start 518 against Casual').waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL(/match/);
  await myTurn(page);
  assert.equal(await page.locator('#where').innerText(), 'Chess · Chess960, start 518');
  await square(page, 'e1').and(page.getByRole('button', { name: /white king/ })).waitFor();
  await page.goto(ADDRESS);
  await page.getByText('Chess · Chess960, random start against Casual').waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL(/match/);
  await myTurn(page);
  assert.match(await page.locator('#where').innerText(), /^Chess · Chess960, start \d+$/);
}));

test('games are found by alternative names and spellings', { skip }, at({}, async (page) => {
  await page.goto(ADDRESS);
  const names = async (text) => {
    await page.getByRole('searchbox', { name: 'Filter games' }).fill(text);
    return page.locator('.games .game input').evaluateAll((all) => all.map(({ value }) => value));
  };
  await page.locator('.games .game').first().waitFor();
  assert.deepEqual(await names('10x10'), await names('10×10'));
  assert.ok((await names('10x10')).includes('checkers:international'));
  assert.ok((await names('reversi')).includes('othello'));
  assert.ok((await names('Nardi')).includes('backgammon'));
  assert.deepEqual(await names('nosuchgame'), []);
}));

// Links

test('users cannot join their own invitation, and the notice about a taken seat stays visible', { skip }, at({}, async (page) => {
  await begin(page, 'chess:standard', { seats: [{ kind: 'me' }, { kind: 'person' }] });
  const link = await page.getByLabel('Invitation link').inputValue();
  await page.goto(`${ADDRESS}/nowhere`);
  await page.goto(link);
  await page.getByText('This is your own invitation.').waitFor();
  await page.getByText('Waiting for the other player.').waitFor();
  const other = await visit(browser);
  await other.page.goto(link);
  await myTurn(page);
  const late = await visit(browser);
  await late.page.goto(link);
  await late.page.getByText('This seat is taken. You are watching.').waitFor();
  await play(page, 'e2', 'e4');
  await count(late.page, 1);
  assert.equal(await late.page.locator('.lasting').innerText(), 'This seat is taken. You are watching.');
  assert.equal(await other.page.locator('.lasting').isVisible(), false);
  for (const name of ['Hint', 'Coach']) for (const each of [page, other.page, late.page]) await hasCount(each.getByRole('button', { name }), 0);
  await late.context.close();
  await other.context.close();
}));

test('the invitation ends when the match begins, even if the friend leaves', { skip }, at({}, async (page) => {
  const { other } = await twoPeople(page);
  await page.getByText('Engine analysis is off while people play.').waitFor();
  await other.context.close();
  await page.locator('.seat .what', { hasText: 'away' }).waitFor();
  await hasCount(page.getByLabel('Invitation link'), 0);
  await page.getByText('Engine analysis is off while people play.').waitFor();
}));

test('a player who holds both seats sees the note about hints', { skip }, at({}, async (page) => {
  await begin(page, 'chess:standard', { seats: [{ kind: 'me' }, { kind: 'me' }] });
  await page.getByText('Press Hint for the best move.').waitFor();
  await hasCount(page.getByText('Engine analysis is off'), 0);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText('The best move is').waitFor();
}));

test('an unknown match shows a page with the reason', { skip }, async () => {
  const { page, context } = await visit(browser);
  await page.goto(`${ADDRESS}/match/nosuchmatch`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  assert.equal(await page.locator('#banner').innerText(), '');
  await page.getByRole('link', { name: 'Play a game' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await context.close();
});

test('hints are offered only if the server allows them', { skip }, at({}, async (page) => {
  await begin(page, 'kuhn-poker');
  await page.locator('.seat.turn').first().waitFor();
  await hasCount(page.getByRole('button', { name: 'Hint' }), 0);
  await begin(page, 'chess:standard');
  await myTurn(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText('The best move is').waitFor();
}));

test('a refused chess move shows the reason without the program name', { skip }, at({}, async (page) => {
  const position = '4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1';
  await begin(page, 'chess:standard', { seats: ME_TWICE, more: { position } });
  await myTurnOfAnySide(page);
  await page.getByLabel('Type a move').fill('e2-d3');
  await page.keyboard.press('Enter');
  await page.getByText('e2-d3 is not possible: the bishop on e2 is pinned.').waitFor();
  await play(page, 'e1', 'e3');
  await page.getByText("e1-e3 is not possible: the king on e1 can't go to e3: a king moves one square.").waitFor();
}));

const myTurnOfAnySide = (page) => page.locator('game-board button.can').first().waitFor();

// Clocks

test('each side can have its own time', { skip }, at({}, async (page) => {
  await page.goto(ADDRESS);
  await page.getByText('against Casual').waitFor();
  const clocks = page.getByRole('group', { name: 'Time control' });
  for (const name of ['1+0', '3+2', '10+0', '30+20']) await hasCount(clocks.getByRole('radio', { name, exact: true }), 1, name);
  await clocks.getByRole('radio', { name: 'Custom' }).check();
  await clocks.getByLabel('Minutes').first().fill('0.5');
  await clocks.getByLabel('Increment in seconds').first().fill('1');
  await clocks.getByLabel('Different times for the two sides').check();
  await clocks.getByLabel('Minutes').nth(1).fill('4');
  await clocks.getByLabel('Increment in seconds').nth(1).fill('0');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL(/\/match\//);
  await myTurn(page);
  assert.match(await page.locator('.seat').nth(1).locator('.clock').innerText(), /^0:(30|2\d)$/);
  assert.match(await page.locator('.seat').first().locator('.clock').innerText(), /^4:00$/);
  await page.waitForFunction(() => /^0:\d\d · Your move · .* · Rival$/.test(document.title));
  assert.match(await page.locator('#where').innerText(), /½\+1 : 4\+0|4\+0 : ½\+1/);
}));

test('an invalid time is refused before the match', { skip }, at({}, async (page) => {
  await page.goto(ADDRESS);
  await page.getByText('against Casual').waitFor();
  await page.getByRole('radio', { name: 'Custom' }).check();
  await page.getByLabel('Minutes').first().fill('0');
  await page.getByLabel('Increment in seconds').first().fill('0');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByText('Choose a time of up to 180 minutes').waitFor();
}));

// Layout

test('the actions are visible in every game at 1366 × 768', { skip, timeout: 120_000 }, at({ viewport: { width: 1366, height: 768 } }, async (page) => {
  await page.goto(`${ADDRESS}/nowhere`);
  const { games } = await page.evaluate(async () => (await fetch('/api/games')).json());
  const families = new Map(games.map(({ name, family }) => [family, name]));
  const wrong = [];
  for (const game of [...families.values(), 'checkers:international', 'chess:standard', 'backgammon:cube', 'dominoes:9,3,to=150']) {
    const seats = await page.evaluate(async (name) => (await (await fetch(`/api/games/${name}`)).json()).seats.length, game);
    await begin(page, game, { seats: Array.from({ length: seats }, (_, index) => (index === 0 ? { kind: 'me' } : { kind: 'player', player: 'random' })) });
    await page.locator('.acts [data-act=resign]').waitFor();
    await myTurn(page);
    const bottoms = await page.evaluate(() => [...document.querySelectorAll('.acts button, .acts summary, .choices button, .sentence, game-board + .seat, game-board .strip:last-child .zone')].map((node) => Math.ceil(node.getBoundingClientRect().bottom)));
    if (Math.max(...bottoms) > 768) wrong.push(`${game}: ${bottoms}`);
  }
  assert.deepEqual(wrong, []);
}));

for (const name of ['Maximiliane Wohlgemuth-Sanders', 'W'.repeat(30)]) test(`the name ${name} fits at 320 pixels`, { skip }, at({ viewport: { width: 320, height: 640 } }, async (page) => {
  assert.equal(name.length, 30);
  await page.goto(`${ADDRESS}/nowhere`);
  await page.evaluate((own) => localStorage.setItem('rival.name', JSON.stringify(own)), name);
  await begin(page, 'chess:standard', { seats: [{ kind: 'me' }, { kind: 'me' }], more: { time_control: '30m+20s' } });
  await page.locator('.seat.turn').first().waitFor();
  const found = await page.evaluate(() => [...document.querySelectorAll('.seat')].map((seat) => {
    const [player, clock] = [seat.querySelector('.player'), seat.querySelector('.clock')].map((node) => node.getBoundingClientRect());
    const node = seat.querySelector('.player');
    return { isCut: node.scrollWidth > node.clientWidth + 1, overlaps: player.right > clock.left, isOutside: clock.right > innerWidth };
  }));
  assert.deepEqual(found, found.map(() => ({ isCut: false, overlaps: false, isOutside: false })));
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
}));

test('a phone in landscape shows the board next to the panels', { skip }, at({ viewport: { width: 844, height: 390 } }, async (page) => {
  for (const game of ['chess:standard', 'backgammon', 'checkers:international']) {
    await begin(page, game);
    await page.locator('.seat.turn').first().waitFor();
    const box = (selector) => page.locator(selector).first().boundingBox();
    const [board, seat, panel] = [await box('.surface'), await box('.seat'), await box('.panel')];
    assert.ok(board.height <= 390 && board.height > 150, `${game}: ${board.height} high`);
    assert.ok(seat.x >= board.x + board.width && panel.x >= board.x + board.width, `${game}: ${JSON.stringify([board, seat, panel])}`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 844, game);
  }
}));

test('a player’s cards and tiles are visible on a phone in landscape', { skip }, async () => {
  for (const [width, height] of [[844, 390], [667, 375]]) {
    const { page, context } = await visit(browser, { viewport: { width, height } });
    for (const game of ['kuhn-poker', 'dominoes:block']) {
      await begin(page, game, { seats: [{ kind: 'me' }, { kind: 'player', player: 'random' }] });
      await myTurn(page);
      const bottom = await page.locator('game-board .strip:last-child .zone').first().evaluate((zone) => Math.max(...[...zone.querySelectorAll('.heap')].map((heap) => heap.getBoundingClientRect().bottom)));
      assert.ok(bottom <= height, `${game} at ${width} × ${height}: ${bottom}`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, game);
    }
    await context.close();
  }
});

test('the clocks are whole, whatever the screen', { skip }, async () => {
  for (const [width, height] of [[1280, 800], [1366, 768], [1024, 640]]) {
    const { page, context, problems } = await visit(browser, { viewport: { width, height } });
    for (const game of ['chess', 'backgammon', 'checkers:english', 'othello', 'hex']) {
      await begin(page, game, { seats: [{ kind: 'me' }, { kind: 'me' }], more: { time_control: '9s+0s' } });
      // The layout settles after the first drawing.
      const areWhole = () => {
        const clocks = [...document.querySelectorAll('.clock')];
        return clocks.length === 2 && clocks.every((clock) => {
          const { left, right, top, bottom } = clock.getBoundingClientRect();
          const middle = (left + right) / 2;
          return [[middle, top + 1], [middle, bottom - 2]].every(([x, y]) => document.elementFromPoint(x, y)?.closest('.clock') === clock);
        });
      };
      await page.waitForFunction(areWhole, null, { timeout: 5000 }).catch(() => assert.fail(`a clock is covered: ${game} at ${width}×${height}`));
    }
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('on a phone in landscape, the games come first, next to the settings', { skip }, async () => {
  for (const [width, height] of [[844, 390], [932, 430], [667, 375]]) {
    const { page, context } = await visit(browser, { viewport: { width, height } });
    await page.goto(`${ADDRESS}/`);
    await page.locator('.game').nth(1).waitFor();
    for (const part of [page.locator('.game').nth(1), page.getByRole('button', { name: 'Play', exact: true })]) {
      const box = await part.boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width, `${width}×${height}: ${JSON.stringify(box)}`);
    }
    await context.close();
  }
});

test('on a phone, the games come first', { skip }, at({ viewport: { width: 390, height: 844 } }, async (page) => {
  await page.goto(ADDRESS);
  await page.getByText('against Casual').waitFor();
  const top = async (locator) => (await locator.boundingBox()).y;
  const [games, start] = [await top(page.locator('.games')), await top(page.getByRole('button', { name: 'Play', exact: true }))];
  assert.ok(games < start && start < 700, `${games} ${start}`);
}));

test('Connect Four has holes, and Othello has a green board', { skip }, at({}, async (page) => {
  await begin(page, 'connect-four');
  await hasCount(page.locator('game-board .rim'), 42);
  await begin(page, 'othello');
  await hasCount(page.locator('game-board .square.cloth'), 64);
}));

// Drawings

const drawAt = async (page, from, to, keys = []) => {
  const middle = async (name) => {
    const { x, y, width, height } = await square(page, name).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  for (const key of keys) await page.keyboard.down(key);
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...(await middle(to)), { steps: 4 });
  await page.mouse.up({ button: 'right' });
  for (const key of keys) await page.keyboard.up(key);
};

test('the right button draws circles and arrows, and a left click clears them', { skip }, at({}, async (page) => {
  await begin(page, 'chess:standard');
  await myTurn(page);
  await drawAt(page, 'e2', 'e2');
  await page.locator('game-board .circle.green').waitFor();
  await drawAt(page, 'd2', 'd4', ['Shift']);
  await page.locator('game-board .arrow-head.own.red').waitFor();
  await drawAt(page, 'd2', 'd4', ['Shift']);
  await page.locator('game-board .arrow-head.own').waitFor({ state: 'detached' });
  await drawAt(page, 'c2', 'c4', ['Alt']);
  await page.locator('game-board .arrow-head.own.blue').waitFor();
  await square(page, 'e5').click();
  await page.locator('game-board .own').first().waitFor({ state: 'detached' });
  assert.deepEqual(await moves(page), []);
}));

test('drawings are saved in the study as PGN commands', { skip }, at({}, async (page) => {
  await page.goto(`${ADDRESS}/study#game=chess:standard&moves=e4+e5`);
  await page.locator('.moves.tree button').first().waitFor();
  await page.locator('.moves.tree button', { hasText: 'e4' }).click();
  await square(page, 'e4').waitFor();
  await page.waitForFunction(() => document.querySelector('[data-square="36"]')?.getAttribute('aria-label')?.includes('white pawn'));
  await page.getByLabel(/[Cc]omment/).first().fill('a good square');
  await drawAt(page, 'e4', 'e4', ['Shift']);
  await page.locator('game-board .circle.red').waitFor();
  await drawAt(page, 'g1', 'f3');
  await page.locator('game-board .arrow-head.own.green').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.locator('game-board .own').first().waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('.moves.tree .now', { hasText: 'e5' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.locator('game-board .circle.red').waitFor();
  assert.equal(await page.locator('.moves.tree .remark').innerText(), 'a good square');
  const kept = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('rival.study.')).map(([, value]) => value).join());
  assert.ok(kept.includes('a good square [%csl Re4] [%cal Gg1f3]'), kept);
  // A click that doesn't play a move clears the drawings.
  await square(page, 'd6').click();
  await page.locator('game-board .own').first().waitFor({ state: 'detached' });
}));

test('a chess game opens as chess even if checkers is selected', { skip }, at({}, async (page) => {
  await page.goto(`${ADDRESS}/study`);
  await page.getByRole('combobox', { name: 'Game' }).selectOption('checkers:english');
  const text = '[White "Ann"]\n[Black "Bob"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n\n';
  await page.locator('textarea').fill(text.repeat(2));
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: /^1\. Chess · Standard: Ann against Bob, 2 moves/ }).click();
  await page.locator('.moves.tree button', { hasText: 'Nf3' }).waitFor();
}));
