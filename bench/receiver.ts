// A receiver of webhooks that accepts everything at once, and counts deliveries by their ID.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

export type Receiver = {
  url: string;
  count(): number;
  /** Throws if fewer arrive within a minute. */
  waitFor(count: number): Promise<void>;
  close(): void;
};

export async function startReceiver(): Promise<Receiver> {
  const ids = new Set<unknown>();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      ids.add(request.headers['webhook-id']);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    count: () => ids.size,
    async waitFor(count) {
      const deadline = performance.now() + 60_000;
      while (ids.size < count) {
        if (performance.now() > deadline)
          throw new Error(`Only ${ids.size} of ${count} deliveries arrived in a minute`);
        await setTimeout(5);
      }
    },
    close: () => server.close(),
  };
}
