// Whether the service can listen where the settings say, before anything is created.

import { createServer } from 'node:net';
import type { Config } from './config/config.ts';

/** Throws what listening would throw, such as EADDRINUSE. */
export async function checkAddress({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer();
  server.once('error', reject);
  server.listen({ host, port }, () => server.close(() => resolve()));
  return promise;
}
