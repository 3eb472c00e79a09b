// Collects what a page reports in the console: script errors, policy violations, failed requests.

import type { Page } from 'playwright-core';

/** Starts listening. Returns a function that lists the errors so far, without 4xx responses, which screens handle. */
export function watchForPageErrors(page: Page): () => string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const isResponse = /status of 4\d\d/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isResponse) errors.push(message.text());
  });
  return () => [...errors];
}
