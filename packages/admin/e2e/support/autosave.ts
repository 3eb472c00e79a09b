// When the editor saves by itself.

import type { BrowserContext } from 'playwright-core';

/** In the pages that are opened from now on, the editor saves this long after the last key, instead of five seconds. */
export async function autosaveAfter(context: BrowserContext, ms: number): Promise<void> {
  await context.addInitScript((ms) => {
    const start = window.setTimeout.bind(window) as (...parts: unknown[]) => number;
    Object.assign(window, {
      setTimeout: (run: unknown, wait: unknown, ...rest: unknown[]) => start(run, wait === 5000 ? ms : wait, ...rest),
    });
  }, ms);
}

/** For tests of what happens before that, however long they take. */
export function neverAutosave(context: BrowserContext): Promise<void> {
  return autosaveAfter(context, 2 ** 31 - 1);
}
