// Reads JSON bodies. Many clients send `Content-Type: application/json` with every request, even without a body.

import type { App } from './typed-app.ts';

/**
 * Rejects invalid JSON, and keys that would pollute a prototype. An empty body counts as no body if the route does not
 * require one; elsewhere it is malformed.
 */
export function readJsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0 && mayBeAbsent(request.routeOptions.schema?.body)) done(null, undefined);
    else parse(request, text as string, done);
  });
}

function mayBeAbsent(schema: unknown): boolean {
  const { type } = (schema ?? { type: 'null' }) as { type?: unknown };
  return [type].flat().includes('null');
}
