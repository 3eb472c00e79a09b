// The reference of the API at /api/docs: pages that are written from its OpenAPI document, for those who are signed in with the types and
// forms of their site.

// Adds `hide` to the schemas of routes.
import type {} from '@fastify/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../context/access.ts';
import type { Documents } from '../http/openapi.routes.ts';
import type { App } from '../http/typed-app.ts';
import { fail } from '../lib/errors.ts';
import { type ReferenceDocument, referencePath, referencePolicy, renderReference } from './reference-page.ts';

const options = { config: { access: 'public' }, schema: { hide: true } } as const;

export function referenceRoutes(app: App, documents: Documents): void {
  /** The pages for visitors, which change with the version only. */
  const known = new Map<string, string>();
  /** What the operations require, by their operationId. Their routes are added later. */
  const access = new Map<string, Access>();
  app.addHook('onRoute', ({ schema, config }) => {
    const { operationId } = (schema ?? {}) as { operationId?: string };
    if (operationId !== undefined && config?.access !== undefined) access.set(operationId, config.access);
  });

  const send = async (request: FastifyRequest, reply: FastifyReply, slug: string): Promise<FastifyReply> => {
    const document = await documents.describe();
    const isVisitor = request.ctx.actor.kind === 'visitor';
    const whole = isVisitor ? document : await documents.describeSite(request.ctx, document);
    const page = (isVisitor && known.get(slug)) || renderReference(whole as ReferenceDocument, slug, access);
    if (page === null) throw fail('not_found');
    if (isVisitor) known.set(slug, page);
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache, private',
        'content-security-policy': referencePolicy,
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        // Requests can be tried here with the session of the admin.
        'cross-origin-opener-policy': 'same-origin',
      })
      .serializer((markup: string) => markup)
      .send(page);
  };

  app.get(referencePath, options, async (request, reply) => send(request, reply, ''));
  app.get<{ Params: { group: string } }>(`${referencePath}/:group`, options, async (request, reply) =>
    send(request, reply, request.params.group),
  );
}
