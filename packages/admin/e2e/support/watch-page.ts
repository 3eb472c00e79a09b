// What a page complains of while it is used: scripts that fail, policies it breaks, what it cannot load.

import type { Page } from 'playwright-core';

/** Starts listening; the answer lists the complaints so far. A 4xx that the screen shows is no complaint. */
export function watchPage(page: Page): () => string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const isAnswer = /status of 4\d\d/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isAnswer) complaints.push(message.text());
  });
  return () => [...complaints];
}
