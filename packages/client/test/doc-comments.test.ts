// What editors show on hover: every name that the package exports, and every member of it, has a sentence.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';

const client = path.resolve(import.meta.dirname, '..');

/** The folder of the declaration files, as the package has them. */
async function declarations(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-declarations-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const compiler = path.resolve(client, '../../node_modules/typescript/bin/tsc');
  const words = [compiler, '-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', folder];
  await promisify(execFile)(process.execPath, words, { cwd: client });
  return folder;
}

test('every name that the package exports, and every member of it, has a comment', async (t) => {
  const folder = await declarations(t);
  const read = (file: string): Promise<string> => readFile(path.join(folder, file), 'utf8');
  const entries = await Promise.all(['client.d.ts', 'admin.d.ts'].map(read));
  const files = new Map<string, string[] | null>([
    ['client.d.ts', null],
    ['admin.d.ts', null],
  ]);
  for (const [, names, file] of entries
    .join('\n')
    .matchAll(/^export (?:type )?(\*|\{[^}]*\}) from '\.\/(.+)\.ts';/gm)) {
    const exported = names === '*' ? null : [...(names ?? '').matchAll(/(\w+)(?= as|,| \})/g)].map(([name]) => name);
    const known = files.get(`${file}.d.ts`);
    files.set(`${file}.d.ts`, exported === null || known === null ? null : [...(known ?? []), ...exported]);
  }
  const bare: string[] = [];
  let count = 0;
  for (const [file, names] of files) {
    const lines = (await read(file)).split('\n');
    let isExported = false;
    for (const [at, line] of lines.entries()) {
      const [, name] = /^export (?:declare )?(?:type|interface|class|function|const) (\w+)/.exec(line) ?? [];
      if (name !== undefined) isExported = names === null || names.includes(name);
      else if (/^\w/.test(line)) isExported = false;
      const isMember = /^ {4}(?:readonly )?'?[\w-]+'?\??[<(:]/.test(line) && !line.startsWith('    constructor');
      if (!isExported || (name === undefined && !isMember)) continue;
      count += 1;
      if (!lines[at - 1]?.trimEnd().endsWith('*/')) bare.push(`${file}: ${line.trim()}`);
    }
  }
  assert.ok(count > 1_000, `${count} names and members were found`);
  assert.deepEqual(bare, []);
});
