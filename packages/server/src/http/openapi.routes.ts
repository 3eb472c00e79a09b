// The API's document (OpenAPI 3.1), made from the routes' own schemas when it is first asked for.

import type { App } from './typed-app.ts';

export function openapiRoutes(app: App, describe: () => Promise<object>): void {
  let document: Promise<object> | null = null;
  app.get(
    '/openapi.json',
    {
      config: { access: 'public' },
      schema: { tags: ['Service'], summary: 'This document', operationId: 'getDocument', security: [] },
    },
    async (_request, reply) => {
      document ??= describe();
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=60')
        .serializer((body: unknown) => JSON.stringify(body))
        .send(await document);
    },
  );
}
