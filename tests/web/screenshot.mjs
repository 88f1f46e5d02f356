// Writes the browser screenshot for the README: a chess game study with a review and engine lines.
//
//   RIVAL_WEB=target/release/rival-web node tests/web/screenshot.mjs docs/pictures/browser.png

import { ADDRESS, launch, visit } from './browser.mjs';

const FILE = process.argv[2] ?? 'browser.png';

/** Morphy against the Duke of Brunswick and Count Isouard, Paris 1858. */
const MOVES = 'e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#';

const browser = await launch();
const { page } = await visit(browser, { viewport: { width: 1280, height: 940 } });
await page.goto(`${ADDRESS}/study#game=chess:standard&moves=${MOVES.replaceAll(' ', '+').replaceAll('#', '%23')}`);
await page.waitForFunction(() => document.querySelectorAll('.tree button').length > 30);
const review = page.getByRole('button', { name: /Review/ });
if (await review.count()) await review.first().click();
await page.waitForTimeout(Number(process.env.WAIT ?? 25000));
await page.locator('.tree button', { hasText: 'O-O-O' }).last().click();
await page.evaluate(() => scrollTo(0, 0));
await page.waitForTimeout(4000);
await page.screenshot({ path: FILE });
await browser.close();
process.exit(0);
