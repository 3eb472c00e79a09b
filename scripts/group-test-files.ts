// Groups files of tests that can share a process. Starting one takes longer than most of them run.

import { readFileSync } from 'node:fs';
import path from 'node:path';

/** How many files of each folder share a process: few of those that take long, so that none is left alone at the end. */
const groupSizes = {
  'packages/admin/e2e/': 4,
  'packages/server/test/': 4,
  'packages/client/': 8,
  'packages/admin/test/': 16,
  'packages/payment-sandbox/src/': 16,
  'packages/server/src/': 16,
};

/** Hooks of a whole file and changes of its process would reach the other files; measurements would see them. */
const ownProcess =
  /^(before|after)(Each)?\(|process\.(env\.\w+ =|umask|chdir|memoryUsage)|[cC]puUsage|busy-time|mock\./m;

/** Returns the files, whose paths are relative to `root`: groups of those that can share a process, then each other alone. */
export function groupTestFiles(files: string[], root: string): string[][] {
  const canShare = (file: string): boolean => !ownProcess.test(readFileSync(path.join(root, file), 'utf8'));
  const shared = Object.entries(groupSizes).flatMap(([folder, size]) => {
    const start = path.normalize(folder);
    return inGroups(
      files.filter((file) => file.startsWith(start) && canShare(file)),
      size,
    );
  });
  const grouped = new Set(shared.flat());
  return [...shared, ...files.filter((file) => !grouped.has(file)).map((file) => [file])];
}

function inGroups(files: string[], size: number): string[][] {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, index) => files.slice(index * size, (index + 1) * size));
}
