// Groups files of tests that can share a process. Starting one takes longer than most of them run.

import { readFileSync } from 'node:fs';
import path from 'node:path';

const maxInGroup = 8;
const folders = ['packages/admin/test/', 'packages/payment-sandbox/src/', 'packages/server/src/'].map(path.normalize);

/** Hooks of a whole file and changes of its process would reach the other files; measurements would see them. */
const ownProcess =
  /^(before|after)(Each)?\(|process\.(env\.\w+ =|umask|chdir|memoryUsage)|[cC]puUsage|busy-time|mock\./m;

/** Returns the files, whose paths are relative to `root`: groups of those that can share a process, then each other alone. */
export function groupTestFiles(files: string[], root: string): string[][] {
  const canShare = (file: string): boolean => !ownProcess.test(readFileSync(path.join(root, file), 'utf8'));
  const shared = folders.map((folder) => files.filter((file) => file.startsWith(folder) && canShare(file)));
  const alone = files.filter((file) => !shared.some((some) => some.includes(file)));
  return [...shared.flatMap(inGroups), ...alone.map((file) => [file])];
}

function inGroups(files: string[]): string[][] {
  const count = Math.ceil(files.length / maxInGroup);
  return Array.from({ length: count }, (_, index) => files.slice(index * maxInGroup, (index + 1) * maxInGroup));
}
