// Reads JSON bodies. Many clients say "application/json" with every request, with or without a body.

import type { App } from './typed-app.ts';

/**
 * Refuses bad JSON and members that would poison a prototype. An empty body is no body where the route takes none, or
 * may do without; elsewhere it is malformed.
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
