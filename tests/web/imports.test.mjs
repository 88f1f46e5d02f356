// The page's modules have no circular imports, static or dynamic.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import test from 'node:test';

const page = new URL('../../crates/support/web-page/page/', import.meta.url);

/** The modules that a source imports: the paths of static and dynamic imports and of re-exports, without types in comments. @param {string} name @param {string} source */
function importsOf(name, source) {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const paths = [...code.matchAll(/(?:\bfrom|^import|\bimport\()\s*'(\.[^']+)'/gm)].map(([, path]) => path);
  return paths.map((path) => posix.join(posix.dirname(name), path));
}

/**
 * The cycles in a graph, each as a list of modules that can all reach each other.
 * @param {Map<string, string[]>} graph
 */
function circlesOf(graph) {
  const reachable = new Map([...graph.keys()].map((name) => {
    const found = new Set();
    const waiting = [...(graph.get(name) ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      waiting.push(...(graph.get(next) ?? []));
    }
    return [name, found];
  }));
  const leadsTo = (/** @type {string} */ one, /** @type {string} */ other) => reachable.get(one)?.has(other) ?? false;
  const names = [...graph.keys()].filter((name) => leadsTo(name, name)).sort();
  const circles = names.map((name) => names.filter((other) => leadsTo(name, other) && leadsTo(other, name)));
  return circles.filter((circle, index) => circle[0] === names[index]);
}

test('import cycles are found: static, dynamic and re-exported', () => {
  const sources = { 'a.js': "import { b } from './v/b.js';", 'v/b.js': "const a = await import('../a.js');", 'c.js': "export { d } from './d.js';", 'd.js': "import './c.js';", 'e.js': "/** @type {import('./f.js').F} */", 'f.js': "// import './e.js'\nimport { e } from './e.js';" };
  const graph = new Map(Object.entries(sources).map(([name, source]) => [name, importsOf(name, source)]));
  assert.deepEqual(circlesOf(graph), [['a.js', 'v/b.js'], ['c.js', 'd.js']]);
});

test('the page’s modules have no import cycles', () => {
  const names = readdirSync(page, { recursive: true }).map(String).filter((name) => name.endsWith('.js'));
  const graph = new Map(names.map((name) => [name, importsOf(name, readFileSync(new URL(name, page), 'utf8'))]));
  const imports = [...graph.values()].flat();
  assert.ok(imports.length > 100, `only ${imports.length} imports were found`);
  for (const path of imports) assert.ok(graph.has(path), `${path} is imported, but is not in the page`);
  assert.deepEqual(circlesOf(graph), []);
});
