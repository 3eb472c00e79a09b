// Health checks: `/healthz` for a live process, `/readyz` for one that can serve requests.

import { fail } from '../lib/errors.ts';
import type { App } from './typed-app.ts';

export function healthRoutes(app: App, isReady: () => Promise<boolean>): void {
  const options = { config: { access: 'anyone', rateLimit: 'none' }, schema: { hide: true } } as const;

  app.get('/healthz', options, async () => ({ status: 'ok' }));

  app.get('/readyz', options, async () => {
    const headers = { 'retry-after': '5' };
    const ready = await isReady().catch((error) => {
      throw fail('store_unavailable', { headers }, error);
    });
    const detail = 'The database has pending migrations, or the service is shutting down';
    if (!ready) throw fail('store_unavailable', { detail, headers });
    return { status: 'ready' };
  });
}
