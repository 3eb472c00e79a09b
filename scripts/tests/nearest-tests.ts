// Which tests are the nearest to a change: those of the changed files, of the files that import them, and so on outwards.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What starts the service knows all of it, and would make each test the neighbor of each change. */
const wholeService = /^packages\/server\/(src\/[^/]+|test\/support\/.*)$/;
/** Relative ones, also of programs and threads. */
const imported = /(?:\bfrom |\bimport\(|\bnew URL\()'(\.[^']+\.(?:ts|tsx|mjs))'/g;
const isTest = (file: string): boolean => /\.test\.ts$/.test(file);

type Sources = { tests: Map<string, string[]>; importers: Map<string, string[]> };

/** The tests of each folder and, for each file, those that import it. Paths are relative to `root`. */
export function readSources(root: string): Sources {
  const files = listFiles(root);
  return {
    tests: Map.groupBy(files.filter(isTest), path.posix.dirname),
    importers: readImporters(root, files),
  };
}

/**
 * The tests that a change of `changed` reaches, nearest first. A test reaches what it imports, at any distance, and what lies in its
 * folder, because most tests use the service from outside.
 */
export function nearestTests({ tests, importers }: Sources, changed: readonly string[]): string[] {
  const found = new Set<string>();
  const seen = new Set(changed);
  for (let ring = [...changed]; ring.length > 0; ) {
    for (const file of ring) {
      if (isTest(file)) found.add(file);
      for (const test of tests.get(path.posix.dirname(file)) ?? []) found.add(test);
    }
    const next = ring.filter((file) => !wholeService.test(file)).flatMap((file) => importers.get(file) ?? []);
    ring = [...new Set(next)].filter((file) => !seen.has(file));
    for (const file of ring) seen.add(file);
  }
  return [...found];
}

/** The files that differ from `revision`, new ones among them. */
export function changedFiles(root: string, revision: string): string[] {
  const changed = git(root, 'diff', '--name-only', revision);
  return [...changed, ...git(root, 'ls-files', '--others', '--exclude-standard')];
}

function listFiles(root: string): string[] {
  return git(root, 'ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs').filter((file) =>
    existsSync(path.join(root, file)),
  );
}

function git(root: string, ...words: string[]): string[] {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}

function readImporters(root: string, files: readonly string[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    const specifiers = readFileSync(path.join(root, file), 'utf8').matchAll(imported);
    for (const [, specifier = ''] of specifiers) {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      const known = importers.get(target);
      if (known) known.push(file);
      else importers.set(target, [file]);
    }
  }
  return importers;
}
