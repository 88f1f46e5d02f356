// Runs all page tests, one file per processor core at a time. Each file has its own browser and server.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Files to run alone, because their games use all processor cores. */
const ALONE = ['tournament.spec.mjs'];

if (!process.env.RIVAL_WEB) {
  console.error('RIVAL_WEB is not set: it is the path of the program rival-web');
  process.exit(2);
}
const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder).filter((name) => /\.(test|spec)\.mjs$/.test(name));

/**
 * Runs these files, and returns `true` if their tests pass.
 * @param {string[]} files @param {number} atOnce
 */
function pass(files, atOnce) {
  const tests = spawnSync(process.execPath, ['--test', `--test-concurrency=${atOnce}`, ...files], { stdio: 'inherit', cwd: folder });
  return tests.status === 0;
}

const passed = [
  pass(files.filter((name) => !ALONE.includes(name)), availableParallelism()),
  pass(ALONE, 1),
];
process.exit(passed.every(Boolean) ? 0 : 1);
