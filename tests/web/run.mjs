// Runs all tests of the page on a server of their own.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PROGRAM, start, stopAll } from './server.mjs';

if (!PROGRAM) {
  console.error('RIVAL_WEB is not set: it is the path of the program rival-web');
  process.exit(2);
}
const server = await start();
const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder).filter((name) => /\.(test|spec)\.mjs$/.test(name));
const env = { ...process.env, RIVAL_WEB_URL: server.address };
// One file after the other: each has a browser, and they would take each other's time.
const tests = spawnSync(process.execPath, ['--test', '--test-concurrency=1', ...files], { stdio: 'inherit', env, cwd: folder });
stopAll();
process.exit(tests.status ?? 1);
