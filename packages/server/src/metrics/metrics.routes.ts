// `GET /metrics` on the port of the service, for the program that has the key of the metrics.

import type { App } from '../http/typed-app.ts';
import { fail } from '../lib/errors.ts';
import { isAllowed, type MetricsPage } from '../telemetry/metrics-page.ts';

export function metricsRoutes(app: App, { token, contentType, text }: MetricsPage): void {
  const options = { config: { access: 'anyone', rateLimit: 'none' }, schema: { hide: true } } as const;
  app.get('/metrics', options, async (request, reply) => {
    if (!isAllowed(token, request.headers.authorization)) {
      const detail = 'Send the value of FRONTDESK_METRICS_TOKEN as `Authorization: Bearer <key>`';
      throw fail('invalid_token', { detail, headers: { 'www-authenticate': 'Bearer realm="metrics"' } });
    }
    return reply
      .header('cache-control', 'no-store')
      .type(contentType)
      .send(await text());
  });
}
