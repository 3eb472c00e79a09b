// The rules of ARCHITECTURE.md, executable: who may import whom, who writes which table, which words stay where.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { owners } from '../src/database/tables.ts';

const source = path.resolve(import.meta.dirname, '../src');
const packages = path.resolve(import.meta.dirname, '../..');

type SourceFile = { name: string; text: string; imports: string[]; packages: string[] };

const files = read(source);
const byName = new Map(files.map((file) => [file.name, file]));

function read(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8');
      const targets = [
        ...text.matchAll(/(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+'([^']+)'|import\('([^']+)'\)/g),
      ].map((match) => (match[1] ?? match[2]) as string);
      return {
        name,
        text,
        imports: targets
          .filter((target) => target.startsWith('.'))
          .map((target) => path.posix.join(path.posix.dirname(name), target)),
        packages: targets.filter((target) => !target.startsWith('.')),
      };
    });
}

const slices = ['accounts', 'content', 'importers', 'forms', 'payments', 'crm', 'webhooks', 'settings'];
const middle = ['context.ts', 'processor.ts', 'database', 'http', 'events', 'jobs', 'files', 'mail', 'fields'];
const bottom = ['lib', 'config.ts', 'errors.ts'];
const processes = ['main.ts', 'cli.ts'];

function levelOf(name: string): number {
  const top = name.split('/')[0] as string;
  if (bottom.includes(top)) return 0;
  if (middle.includes(top)) return 1;
  if (slices.includes(top)) return 2;
  return processes.includes(top) ? 4 : 3;
}

/** Imports between slices that the design allows. */
const allowedBetweenSlices = [
  /^forms\/.* → payments\/(payments|checkout)\.ts$/,
  /^forms\/submissions\.ts → crm\/contacts\.ts$/,
  /^payments\/.* → crm\/(payer-contact|paid-invoices)\.ts$/,
  /^importers\/.* → content\/imports\/[^/]+$/,
  /^.* → settings\/settings\.ts$/,
  // Who may do what is asked everywhere.
  /^.* → accounts\/access\.ts$/,
];

test('imports go down the levels, never up', () => {
  const wrong = files.flatMap((file) =>
    file.imports.filter((target) => levelOf(target) > levelOf(file.name)).map((target) => `${file.name} → ${target}`),
  );
  assert.deepEqual(wrong, []);
});

test('slices do not import slices, but for the listed exceptions', () => {
  const wrong = files
    .filter((file) => levelOf(file.name) === 2)
    .flatMap((file) =>
      file.imports
        .filter((target) => levelOf(target) === 2 && target.split('/')[0] !== file.name.split('/')[0])
        .map((target) => `${file.name} → ${target}`),
    )
    .filter((edge) => !allowedBetweenSlices.some((allowed) => allowed.test(edge)));
  assert.deepEqual(wrong, []);
});

test('no file reaches itself through its imports, types included', () => {
  const done = new Set<string>();
  const visit = (name: string, trail: string[]): void => {
    const at = trail.indexOf(name);
    assert.equal(at, -1, `cycle: ${[...trail.slice(at), name].join(' → ')}`);
    if (done.has(name)) return;
    for (const target of byName.get(name)?.imports ?? []) visit(target, [...trail, name]);
    done.add(name);
  };
  for (const file of files) visit(file.name, []);
});

test('only the owner of a table writes it', () => {
  const wrong = files.flatMap((file) =>
    [...file.text.matchAll(/\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*'([A-Za-z]+)/g)]
      .map((match) => match[1] as keyof typeof owners)
      .filter((table) => table in owners && file.name.split('/')[0] !== owners[table])
      .map((table) => `${file.name} writes ${table}, which belongs to ${owners[table]}/`),
  );
  assert.deepEqual(wrong, []);
});

const words: { what: string; pattern: RegExp; allowed: RegExp }[] = [
  {
    what: 'fastify',
    pattern: /from '(?:fastify|@fastify\/[^']+)'/,
    allowed: /^http\/|\.routes\.ts$|^accounts\/guard\.ts$|^app\.ts$|^document\.ts$/,
  },
  { what: 'stripe', pattern: /(?:from|import\() ?'stripe'/, allowed: /^payments\/processor\/stripe\.ts$/ },
  { what: 'process.env', pattern: /process\.env/, allowed: /^config\.ts$/ },
  {
    what: 'words of one database',
    pattern: /json_extract|json_each|->>|#>>|\bilike\b|skip locked|better-sqlite3|from 'pg'|dialect\.name/i,
    allowed: /^database\//,
  },
  { what: 'fetch', pattern: /(?<![.\w])fetch\(|import (?!type)[^;]*from 'node:https?'/, allowed: /^lib\/public-fetch/ },
  {
    what: 'Math.random or Date.now in rules',
    pattern: /new Date\(\)|Date\.now\(\)/,
    allowed: /^(lib|database|service\.ts|main\.ts|cli\.ts|files\/local-storage|http)/,
  },
];

for (const { what, pattern, allowed } of words) {
  test(`${what}: only where it belongs`, () => {
    const wrong = files
      .filter((file) => pattern.test(withoutComments(file.text)) && !allowed.test(file.name))
      .map((file) => file.name);
    assert.deepEqual(wrong, []);
  });
}

test('every file has a name of its own, in kebab-case, and none is a junk drawer', () => {
  const names = files
    .filter((file) => !file.name.startsWith('fields/kinds/'))
    .map((file) => path.posix.basename(file.name))
    .filter((name) => !/^\d{4}-/.test(name));
  const twice = names.filter((name, index) => names.indexOf(name) !== index && !['app.ts'].includes(name));
  assert.deepEqual(twice, []);
  assert.deepEqual(
    names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.routes|\.schemas)?\.ts$/.test(name)),
    [],
  );
  assert.deepEqual(
    names.filter((name) => /^(index|utils?|types|helpers?|common|shared|misc)\.ts$/.test(name)),
    [],
  );
});

test('the payment sandbox imports nothing of ours, and only the process starts it', () => {
  const sandbox = read(path.join(packages, 'payment-sandbox/src'));
  assert.deepEqual(
    sandbox.filter(
      (file) =>
        file.packages.some((name) => name.startsWith('@frontdesk/')) ||
        file.imports.some((target) => target.startsWith('..')),
    ),
    [],
  );
  const starters = files
    .filter((file) => file.packages.includes('@frontdesk/payment-sandbox'))
    .map((file) => file.name);
  assert.deepEqual(
    starters.filter((name) => name !== 'main.ts' && name !== 'sandbox.ts'),
    [],
  );
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
