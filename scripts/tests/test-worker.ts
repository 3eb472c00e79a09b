// A process that runs files of tests one after another, as it is asked to. Its parent is run-test-files.ts; report-tests.ts
// sends it the results.

import { flushCompileCache } from 'node:module';
import { test } from 'node:test';
import { endOfFile, noMoreFiles } from './test-messages.ts';

process.once('disconnect', () => process.exit(1));
process.on('message', async (file: string) => {
  // Without the channel the process ends by itself, after the hooks of its files.
  if (file === noMoreFiles) return process.channel?.unref();
  await import(file).catch((error) => test('it can be loaded', () => Promise.reject(error)));
  // Its parent may end this process without asking.
  flushCompileCache();
  await test(endOfFile, () => {});
});
