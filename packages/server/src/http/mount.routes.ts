// Passes all requests below a prefix to a Node handler, which reads the request and writes the response itself.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from './typed-app.ts';

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Mounts the handler below `prefix`; it sees URLs relative to that. */
export async function mountRoutes(app: App, prefix: string, handler: NodeHandler): Promise<void> {
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.route({
        method: ['GET', 'POST'],
        url: '/*',
        config: { access: 'public' },
        schema: { hide: true },
        handler: (request, reply) => {
          reply.hijack();
          request.raw.url = request.url.slice(prefix.length) || '/';
          handler(request.raw, reply.raw);
        },
      });
    },
    { prefix },
  );
}
