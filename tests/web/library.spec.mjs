// The library in a browser: importing a file; finding, opening, saving and deleting matches; and played moves in a
// study. These tests have their own server and library.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { RULES, faults, hasCount, launch, skip, visit } from './browser.mjs';
import { start, stopAll } from './server.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let address;
const folder = mkdtempSync(join(tmpdir(), 'library-'));
before(async () => {
  if (skip) return;
  browser = await launch();
  ({ address } = await start(0, { XDG_STATE_HOME: folder }));
});
after(async () => {
  await browser?.close();
  stopAll();
  rmSync(folder, { recursive: true, force: true });
});

/** An English draughts match. In PDN, the first number in a result belongs to Black, who moves first. */
const pdn = (/** @type {string} */ white, /** @type {string} */ black, /** @type {string} */ result, /** @type {string} */ date, /** @type {string} */ moves) => `[Event "Club"]\n[Date "${date}"]\n[White "${white}"]\n[Black "${black}"]\n[GameType "21"]\n[WhiteRating "2100"]\n[Result "${result}"]\n\n${moves} *\n\n`;
const FILE = [
  pdn('Ada Lane', 'Bob Hill', '1-0', '1990.08.??', '1. 11-15 22-18 2. 15x22 25x18'),
  pdn('Cleo Ray', 'Ada Lane', '1/2-1/2', '1998.07.24', '1. 11-15 23-19 2. 9-14'),
  pdn('Bob Hill', 'Cleo Ray', '0-1', '1998.07.25', '1. 9-14 23-19 2. 11-15 22-17'),
  ...Array.from({ length: 30 }, (_, index) => pdn(`Player ${index}`, 'Emil Berg', '1-0', '2001.01.01', '1. 9-14 22-18')),
].join('');

/**
 * Runs a test on a page, and fails if the page reports an error.
 * @param {string} path @param {(page: import('playwright-core').Page) => Promise<void>} run @param {import('playwright-core').BrowserContextOptions & { isStranger?: boolean }} [options]
 */
const at = (path, run, options = {}) => async () => {
  const { page, context, problems } = await visit(browser, options);
  try {
    await page.goto(`${address}${path}`);
    await run(page);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
};

/** Waits for a search's report. A report of 12 matches must not be mistaken for a report of 2. */
const found = (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ text) => page.locator('.found-words', { hasText: new RegExp(`(^|\\D)${text}`) }).waitFor();
/** Waits until the searched position is drawn, because drawing moves the elements below it. */
const drawn = (/** @type {import('playwright-core').Page} */ page) => page.locator('.pattern game-board .piece').first().waitFor();
const titles = (/** @type {import('playwright-core').Page} */ page) => page.locator('.found li b').allTextContents();

/** @param {import('playwright-core').Page} page */
async function isAccessible(page) {
  // If colors are forced, the browser draws system colors, but axe checks the page's own colors.
  const areForced = await page.evaluate(() => matchMedia('(forced-colors: active)').matches);
  assert.deepEqual(await faults(page, { ...RULES, rules: { 'color-contrast': { enabled: !areForced } } }), []);
}

/** @param {import('playwright-core').Page} page */
async function fits(page) {
  for (const width of [768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(content <= window, `${content} wide in ${window}`);
  }
}

test('an empty library and an empty study explain what to do', { skip }, at('/', async (page) => {
  await page.getByRole('navigation').getByRole('link', { name: 'Library' }).click();
  await page.getByText('The library is empty. Finish a match or import a PDN or PGN file').waitFor();
  assert.equal(await page.getByRole('navigation').locator('[aria-current]').textContent(), 'Library');
  await isAccessible(page);
  await page.goto(`${address}/study#game=checkers:english`);
  await page.getByText('No match in the library reaches this position.').waitFor();
  await page.locator('.played').getByRole('link', { name: 'Open library' }).click();
  await page.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
}));

test('an import reports faults by line and skips duplicates', { skip }, at('/library', async (page) => {
  // The first move is illegal, so the match is not imported.
  const wrong = '[GameType "21"]\n[Result "*"]\n\n1. 11-18 23-19 *\n';
  const choose = async (/** @type {string} */ text) => page.locator('#library-file').setInputFiles({ name: 'club.pdn', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await choose(FILE + wrong);
  await page.getByText('club.pdn: 33 added, 0 duplicates, 1 rejected.').waitFor();
  await page.getByRole('list', { name: 'Rejected and damaged matches' }).getByText(/line \d+, column \d+: .*11-18/).waitFor();
  await found(page, '33 matches found');
  await isAccessible(page);
  await choose(FILE);
  await page.getByText('club.pdn: 0 added, 33 duplicates, 0 rejected.').waitFor();
  await hasCount(page.getByRole('list', { name: 'Rejected and damaged matches' }), 0);
  await page.locator('#library-file').setInputFiles({ name: 'notes.toml', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await page.getByText('Import stopped: notes.toml').waitFor();
  // Drop the file on the page.
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'dropped.pdn'));
    return transfer;
  }, FILE);
  await page.dispatchEvent('.library', 'drop', { dataTransfer: data });
  await page.getByText('dropped.pdn: 0 added, 33 duplicates').waitFor();
}));

test('matches are found by any criteria, page by page, and the address stores the search', { skip }, at('/library', async (page) => {
  await found(page, '33 matches found');
  assert.equal((await titles(page)).length, 20);
  await page.getByText('1 to 20').waitFor();
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByText('21 to 33').waitFor();
  assert.equal((await titles(page)).length, 13);
  assert.ok(await page.getByRole('button', { name: 'Older' }).isDisabled());
  await page.reload();
  await page.getByText('21 to 33').waitFor();
  await page.getByRole('searchbox', { name: 'Player' }).fill('ada');
  await page.keyboard.press('Enter');
  await found(page, '2 matches found');
  assert.deepEqual(await titles(page), ['Ada Lane – Cleo Ray', 'Bob Hill – Ada Lane']);
  await page.getByRole('searchbox', { name: 'Opponent' }).fill('CLEO');
  await page.getByRole('button', { name: 'Search' }).click();
  await found(page, '1 match found');
  assert.match(await page.locator('.found li').innerText(), /½-½/);
  await page.getByText('24 July 1998 · Club').waitFor();
  await page.reload();
  await found(page, '1 match found');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await found(page, '33 matches found');
  assert.equal(new URL(page.url()).hash, '');
  await page.getByLabel('From', { exact: true }).fill('1998-07-01');
  await page.getByLabel('To', { exact: true }).fill('1998-12-31');
  await found(page, '2 matches found');
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption('checkers:english');
  await page.getByRole('combobox', { name: 'Result' }).selectOption({ label: 'White wins (0-1)' });
  await found(page, '1 match found');
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption('chess:standard');
  await page.getByText('No matches found.').waitFor();
  await page.locator('.found').getByRole('button', { name: 'Clear filters' }).click();
  await found(page, '33 matches found');
}));

test('a found match opens as a study at the right ply, and the moves played there can be played', { skip }, at('/study#game=checkers:english&moves=11-15+23-19', async (page) => {
  // Reports from players arrive at any time and can move the elements below them.
  await page.getByRole('switch', { name: 'Analysis' }).click();
  const rows = page.locator('.played tbody tr');
  await rows.filter({ hasText: '9-14' }).waitFor();
  await hasCount(rows, 1);
  assert.match(await rows.first().innerText(), /9-14\s+2\s/);
  await page.getByText('Black wins 0%, draws 50%, White wins 50%').waitFor({ state: 'attached' });
  // The moves update while the user steps through the line.
  await page.keyboard.press('Home');
  await rows.filter({ hasText: '11-15' }).waitFor();
  await page.locator('.played .meta', { hasText: '33 matches' }).waitFor();
  await rows.getByRole('button', { name: '9-14' }).hover();
  await page.locator('game-board.preview').waitFor();
  await page.mouse.move(5, 5);
  await page.locator('game-board:not(.preview)').waitFor();
  await rows.getByRole('button', { name: '9-14' }).click();
  await page.locator('.tree .now', { hasText: '9-14' }).waitFor();
  await rows.filter({ hasText: '22-18' }).waitFor();
  await rows.getByRole('button', { name: '23-19' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.tree .now', { hasText: '23-19' }).waitFor();
  // The list of played moves also replaces the button, which would interrupt a click.
  await rows.filter({ hasText: '11-15' }).waitFor();
  await page.locator('.played').getByRole('button', { name: 'Find matches' }).click();
  await found(page, '1 match found');
  await drawn(page);
  await page.getByText('Position in Checkers · English').waitFor();
  await page.getByText('position after 1 move').waitFor();
  await page.getByRole('link', { name: 'Cleo Ray – Bob Hill' }).click();
  await page.locator('.tree .now', { hasText: '23-19' }).waitFor();
  await hasCount(page.locator('.tree button'), 4);
  const study = page.url();
  await page.goBack();
  await found(page, '1 match found');
  await drawn(page);
  await page.getByRole('link', { name: 'Cleo Ray – Bob Hill' }).click();
  await page.locator('.tree .now', { hasText: '23-19' }).waitFor();
  assert.equal(page.url(), study);
}));

test('matches are found by a position set up on the board, also with colors reversed', { skip }, at('/library', async (page) => {
  const setUp = page.getByRole('button', { name: 'Set up a position' });
  const find = page.getByRole('button', { name: 'Find this position' });
  const square = (/** @type {number} */ name) => page.locator('game-board').getByRole('button', { name: new RegExp(`^${name},`) });
  const says = (/** @type {string} */ position) => page.waitForFunction((wanted) => [...document.querySelectorAll('input')].some(({ value }) => value === wanted), position);
  await setUp.click();
  await page.getByText('Choose a game first').waitFor();
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption('checkers:english');
  await found(page, '33 matches found');
  await setUp.click();
  // The position after 11-15: remove the man and put it elsewhere.
  await page.getByRole('radio', { name: 'black man' }).check({ force: true });
  await square(11).click();
  await square(15).click();
  await page.getByRole('radio', { name: 'White', exact: true }).check();
  await says('W:W21-32:B1-10,12,15');
  await find.click();
  await found(page, '2 matches found');
  assert.deepEqual(await titles(page), ['Ada Lane – Cleo Ray', 'Bob Hill – Ada Lane']);
  await hasCount(page.getByText('position after 1 move'), 2);
  // The same position with reversed colors, which was never played. The search finds it only if colors don't matter.
  await setUp.click();
  const text = page.getByLabel('Position as text');
  await text.fill('B:W18,21,23-32:B1-12');
  await text.press('Tab');
  await square(18).and(page.getByRole('button', { name: 'white man' })).waitFor();
  await find.click();
  await page.getByText('No matches found.').waitFor();
  await page.getByRole('radio', { name: 'Also with colors reversed' }).check();
  await found(page, '2 matches found');
  await page.reload();
  await found(page, '2 matches found');
  // The next setup starts with this position, and canceling restores it.
  await setUp.click();
  await says('B:W18,21,23-32:B1-12');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.locator('.problem', { hasText: /./ }).waitFor();
  assert.ok(await find.isDisabled());
  await page.getByRole('button', { name: 'Cancel' }).click();
  await found(page, '2 matches found');
}));

test('one match or all results can be saved as a file', { skip }, at('/library#game=checkers:english&player=ada', async (page) => {
  await found(page, '2 matches found');
  await page.getByLabel('Save Bob Hill – Ada Lane').click();
  const [one] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save as pdn' }).click()]);
  assert.match(readFileSync(await one.path(), 'utf8'), /\[White "Ada Lane"\][^]*11-15/);
  await page.keyboard.press('Escape');
  const [all] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save all results as PDN' }).click()]);
  assert.equal(all.suggestedFilename(), 'matches.pdn');
  assert.equal(readFileSync(await all.path(), 'utf8').match(/\[White /g)?.length, 2);
  await found(page, 'Saved 2 matches.');
}, { acceptDownloads: true }));

test('a finished game appears in the library, and its player can delete it', { skip }, at('/nowhere', async (page) => {
  const match = await page.evaluate(async ([form]) => (await import(/** @type {any} */ ('/server.js'))).makeMatch(form), [{ game: 'tic-tac-toe', seats: [{ kind: 'me' }, { kind: 'me' }], moves: ['b2', 'a1'] }]);
  await page.goto(`${address}/match/${match}`);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Rematch' }).waitFor();
  // A match is saved a moment after it ends, and a study caches answers for a while.
  const search = async () => (await (await page.request.post(`${address}/api/library/search`, { data: { game: 'tic-tac-toe' } })).json()).count;
  for (const end = Date.now() + 30_000; Date.now() < end && (await search()) === 0; ) await page.waitForTimeout(100);
  await page.goto(`${address}/study#game=tic-tac-toe`);
  await page.locator('.played tbody tr', { hasText: 'b2' }).waitFor();
  await page.goto(`${address}/library#game=tic-tac-toe`);
  await found(page, '1 match found');
  await page.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No matches found.').waitFor();
  // Other users' matches lack this button.
  await page.goto(`${address}/library#game=checkers:english`);
  await page.reload();
  await found(page, '33 matches found');
  await hasCount(page.getByRole('button', { name: /^Delete / }), 0);
}));

test('a stranger sees public matches and imports nothing', { skip }, at('/library', async (page) => {
  await found(page, '33 matches found');
  await page.getByText('Only the owner of this server can import files.').waitFor();
  await page.getByText('Imported matches and finished open games.').waitFor();
  await hasCount(page.locator('#library-file'), 0);
}, { isStranger: true }));

for (const [name, options] of /** @type {[string, import('playwright-core').BrowserContextOptions][]} */ (Object.entries({ 'in the dark': { colorScheme: 'dark' }, 'in Dutch': { locale: 'nl-NL' }, 'with forced colors': { forcedColors: 'active' } }))) {
  test(`the library and what was played are accessible and fit ${name}`, { skip }, at('/library#game=checkers:english&moves=9-14', async (page) => {
    await page.locator('.found li b').first().waitFor();
    await page.locator('.pattern game-board .piece').first().waitFor();
    await isAccessible(page);
    await fits(page);
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.goto(`${address}/study#game=checkers:english`);
    await page.locator('.played tbody tr').first().waitFor();
    await isAccessible(page);
    await fits(page);
  }, options));
}

test('the library works with the keyboard alone', { skip }, at('/library', async (page) => {
  await found(page, '33 matches found');
  await page.getByRole('combobox', { name: 'Game', exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('cleo');
  await page.keyboard.press('Enter');
  await found(page, '2 matches found');
  for (let presses = 0; presses < 30; presses += 1) {
    if (await page.evaluate(() => document.activeElement?.matches('.found li > a'))) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.locator('.study .tree button').first().waitFor();
}));

test('matches are found by opening name, and a study shows the name', { skip }, at('/library', async (page) => {
  const pgn = '[White "Ada"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1-0\n';
  await page.locator('#library-file').setInputFiles({ name: 'club.pgn', mimeType: 'text/plain', buffer: Buffer.from(pgn) });
  await page.getByText('club.pgn: 1 added').waitFor();
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption('chess:standard');
  await page.getByRole('searchbox', { name: 'Opening' }).fill('najdorf');
  await page.keyboard.press('Enter');
  await found(page, '1 match found');
  await page.reload();
  await found(page, '1 match found');
  await page.locator('.found li a').first().click();
  const opening = page.locator('.study-title .opening');
  await opening.filter({ hasText: 'B90 Sicilian Defense: Najdorf Variation' }).waitFor();
  await isAccessible(page);
  await page.keyboard.press('Home');
  await opening.filter({ hasNotText: 'Sicilian' }).waitFor({ state: 'attached' });
  assert.equal(await opening.textContent(), '');
  await page.keyboard.press('ArrowRight');
  await opening.filter({ hasText: "B00 King's Pawn Game" }).waitFor();
  await fits(page);
}));
