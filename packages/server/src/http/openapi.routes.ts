// The OpenAPI 3.1 document, read on the first request.

import type { Context } from '../context/context.ts';
import { NotModified, sendTagged } from './conditional.ts';
import { routesOf } from './describe-route.ts';
import type { App } from './typed-app.ts';

/** Where the document comes from. */
export type Documents = {
  /** The document of the service, which is the same for every site. */
  describe(): Promise<object>;
  /** Adds the content types and forms of this site that the caller may see. */
  describeSite(ctx: Context, document: object): Promise<object>;
};

const describe = routesOf('Service');

export function openapiRoutes(app: App, documents: Documents): void {
  app.get(
    '/openapi.json',
    describe('public', 'getDocument', 'Get this document; with a token it includes the types and forms of this site', {
      security: [{}, { token: [] }],
      200: {
        description: 'OpenAPI 3.1',
        content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
      },
      304: NotModified,
    }),
    async (request, reply) => {
      const base = await documents.describe();
      const isVisitor = request.ctx.actor.kind === 'visitor';
      const whole = isVisitor ? base : await documents.describeSite(request.ctx, base);
      return sendTagged(request, reply, JSON.stringify(whole));
    },
  );
}
