// The end of a round is shown for a while, unless a player begins the next round earlier.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { begin, hasCount, launch, myTurn, skip, visit } from './browser.mjs';
import { start } from './server.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
/** The address of a server that shows the end of a round for longer than any test takes. */
let address = '';
before(async () => {
  if (skip) return;
  browser = await launch();
  ({ address } = await start(0, {}, '10m'));
});
after(() => browser?.close());

/**
 * Two people in a two-hand match, each on their own page.
 * @param {import('playwright-core').BrowserContextOptions} [options] of the second person
 */
async function people(options = {}) {
  const first = await visit(browser);
  await begin(first.page, 'kuhn-poker:2', { seats: [{ kind: 'me' }, { kind: 'person' }], address });
  const second = await visit(browser, options);
  await second.page.goto(await first.page.getByLabel('Invitation link').inputValue());
  await myTurn(first.page);
  return { first, second };
}

/**
 * The first player bets, the second folds, and both see the end of the hand.
 * @param {import('playwright-core').Page} first @param {import('playwright-core').Page} second
 * @param {RegExp} said to the second player
 */
async function endHand(first, second, said = /^The round is over: a player folded, 5–3 in chips\.$/) {
  await first.getByRole('button', { name: 'bet', exact: true }).click();
  await second.getByRole('button', { name: 'fold', exact: true }).click();
  await first.getByText('The round is over: a player folded, 5–3 in chips.').waitFor();
  await second.getByText(said).waitFor();
}

test('either player can end the pause after a round for both', { skip }, async () => {
  const { first, second } = await people();
  await endHand(first.page, second.page);
  const spectator = await visit(browser);
  await spectator.page.goto(first.page.url());
  await spectator.page.getByText('The round is over: a player folded, 5–3 in chips.').waitFor();
  await hasCount(spectator.page.getByRole('button', { name: 'Continue' }), 0, 'who watches has no button');
  const next = first.page.getByRole('button', { name: 'Continue' });
  await next.waitFor();
  const mine = second.page.getByRole('button', { name: 'Continue' });
  await mine.focus();
  await second.page.keyboard.press('Enter');
  await myTurn(second.page);
  await next.waitFor({ state: 'detached' });
  await hasCount(mine, 0);
  for (const { context, problems } of [first, second, spectator]) {
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test('a player who continues too late sees no error', { skip }, async () => {
  const { first, second } = await people();
  await endHand(first.page, second.page);
  // Like a slower player's command, the second command arrives after the round has begun.
  const next = first.page.getByRole('button', { name: 'Continue' });
  await next.evaluate((button) => {
    button.click();
    button.click();
  });
  await myTurn(second.page);
  await first.page.getByText('Player 2 to move.').waitFor();
  await hasCount(first.page.locator('.sentence.refusal'), 0);
  await first.context.close();
  await second.context.close();
});

test('the button is Dutch on a Dutch page', { skip }, async () => {
  const { first, second } = await people({ locale: 'nl-NL' });
  await endHand(first.page, second.page, /^De ronde is voorbij: .* 5-3/);
  await second.page.getByRole('button', { name: 'Doorgaan', exact: true }).click();
  await myTurnInDutch(second.page);
  await first.context.close();
  await second.context.close();
});

/** Waits until it is a Dutch visitor's turn. @param {import('playwright-core').Page} page */
const myTurnInDutch = (page) => page.locator('game-board + .seat.turn .what').filter({ hasText: /aan zet$/ }).waitFor();
