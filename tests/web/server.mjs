// Starts the built server as a process isolated from the user's files.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The path of the server program. */
export const PROGRAM = process.env.RIVAL_WEB ?? '';

/** @type {import('node:child_process').ChildProcess[]} */
const started = [];

/**
 * The owner's cookies for each server started by this process.
 * @type {Map<number, { name: string, value: string, url: string, httpOnly: boolean, sameSite: 'Strict' }>}
 */
const owners = new Map();

/** The owner's cookies for all servers started by this process. */
export const ownerCookies = () => [...owners.values()];

/** The owner's header for requests outside a browser. @returns {{ cookie: string }} */
export const ownerHeader = () => ({ cookie: ownerCookies().map(({ name, value }) => `${name}=${value}`).join('; ') });

/** The default state folder for this process's servers. */
const state = mkdtempSync(join(tmpdir(), 'rival-page-'));
process.on('exit', () => {
  stopAll();
  rmSync(state, { recursive: true, force: true });
});

/** Kills every server started by this process. */
export function stopAll() {
  for (const server of started) {
    server.removeAllListeners('exit');
    server.kill('SIGKILL');
  }
}

/**
 * Starts the server and waits until it is reachable.
 * @param {number} [port] any free port by default @param {Record<string, string>} [env] variables in addition to this
 * process's
 * @param {string} [roundPause] the time for which the end of a round is shown
 * @returns {Promise<{ process: import('node:child_process').ChildProcess, address: string, port: number, link: string
 * }>} the server and its owner link
 */
export function start(port = 0, env = {}, roundPause = '0s') {
  const server = spawn(PROGRAM, ['--port', String(port), '--connections-per-client', '1000', '--requests-per-client', '1000', '--matches-per-client', '1000', '--round-pause', roundPause], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, XDG_STATE_HOME: state, ...env } });
  started.push(server);
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    server.stdout.on('data', (text) => {
      const found = /(http:\/\/[^/]*:(\d+))\/owner#(\w+)/.exec(String(text));
      if (!found) return;
      const [link, address, digits, token] = found;
      const port = Number(digits);
      owners.set(port, { name: `rival-owner-${port}`, value: token, url: address, httpOnly: true, sameSite: 'Strict' });
      // This process doesn't wait for the server, which ends with it.
      server.unref();
      /** @type {import('node:net').Socket} */ (server.stdout).unref();
      resolve({ process: server, address, port, link });
    });
  });
}

/**
 * Adds puzzles to a server's library with the program rival next to the server.
 * @param {string} puzzles a file with puzzles @param {string} [folder] the state folder, by default the one shared by
 * this process's servers
 */
export function importPuzzles(puzzles, folder = state) {
  const file = join(folder, 'puzzles.toml');
  writeFileSync(file, puzzles);
  const imported = spawnSync(join(dirname(PROGRAM), 'rival'), ['puzzles', 'import', file], { env: { ...process.env, XDG_STATE_HOME: folder }, encoding: 'utf8' });
  if (imported.status !== 0) throw new Error(imported.stderr);
}
