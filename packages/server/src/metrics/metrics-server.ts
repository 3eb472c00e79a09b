// `GET /metrics` on a port of its own, which a proxy of the service does not pass on.

import { createServer, type Server } from 'node:http';
import { ExpectedError } from '../lib/expected-error.ts';
import { isAllowed, type MetricsPage } from '../telemetry/metrics-page.ts';

/** Listens. Throws ExpectedError if the address is not free. */
export async function startMetricsServer(
  page: MetricsPage,
  { host, port }: { host: string; port: number },
  onError: (error: unknown) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    const send = (status: number, body: string, headers: Record<string, string> = {}): void => {
      const always = { 'content-length': Buffer.byteLength(body), 'x-content-type-options': 'nosniff' };
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...always, ...headers });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    if (request.url?.split('?')[0] !== '/metrics') return send(404, 'The metrics are at /metrics\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'Use GET\n', { allow: 'GET, HEAD' });
    if (!isAllowed(page.token, request.headers.authorization)) {
      const challenge = { 'www-authenticate': 'Bearer realm="metrics"' };
      return send(401, 'Send the value of FRONTDESK_METRICS_TOKEN as Authorization: Bearer <key>\n', challenge);
    }
    page.text().then(
      (text) => send(200, text, { 'content-type': page.contentType, 'cache-control': 'no-store' }),
      (error) => {
        onError(error);
        send(500, 'The metrics could not be read. The log has the reason\n');
      },
    );
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host, port }, resolve);
  await promise.catch((error) => {
    const settings = 'Set FRONTDESK_METRICS_PORT and FRONTDESK_METRICS_HOST to a free address of this machine.';
    throw new ExpectedError(`The metrics cannot be served on ${host}, port ${port} (${error.message}). ${settings}`, {
      cause: error,
    });
  });
  return server;
}
