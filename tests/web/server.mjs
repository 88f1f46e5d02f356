// The server that was built, as a process.

import { spawn } from 'node:child_process';

/** The program. */
export const PROGRAM = process.env.RIVAL_WEB ?? '';

/** @type {import('node:child_process').ChildProcess[]} */
const started = [];

/** Kills every server that was started here. */
export function stopAll() {
  for (const server of started) {
    server.removeAllListeners('exit');
    server.kill('SIGKILL');
  }
}

/**
 * Starts the server, and waits until it can be reached.
 * @param {number} [port] any free one unless it is given @param {Record<string, string>} [env] variables beside those of this process
 * @returns {Promise<{ process: import('node:child_process').ChildProcess, address: string, port: number }>}
 */
export function start(port = 0, env = {}) {
  const server = spawn(PROGRAM, ['--port', String(port), '--connections-per-client', '1000', '--matches-per-client', '1000'], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  started.push(server);
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    server.stdout.on('data', (text) => {
      const found = /http:\/\/[^/]*:(\d+)/.exec(String(text));
      if (found) resolve({ process: server, address: found[0], port: Number(found[1]) });
    });
  });
}
