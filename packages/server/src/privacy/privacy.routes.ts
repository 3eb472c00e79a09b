// All about one person: to export it, and to erase it. For owners.

import Type from 'typebox';
import { inBackground } from '../context/context.ts';
import { emailKeyOf } from '../crm/contacts.ts';
import { routesOf } from '../http/describe-route.ts';
import { IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { failQuery } from '../lib/errors.ts';
import { idFrom } from '../lib/ids.ts';
import { streamPages } from '../lib/yield-to-event-loop.ts';
import { beginErasure, getErasure, listErasures, planErasure } from './erasures.ts';
import { exportPerson } from './export-person.ts';
import { findPerson } from './person.ts';
import { Erasure, ErasurePlan, erasureList, PersonToFind } from './privacy.schemas.ts';

const describe = routesOf('Privacy');

export function privacyRoutes(app: App): void {
  app.post(
    '/privacy/export',
    describe('admin', 'exportPerson', 'Export all about one person', {
      description:
        'A tar file: `person.json`, the submissions with the questions as they were asked, their files, and a JSON file for each other kind of record. See docs/privacy.md',
      body: PersonToFind,
      200: {
        description: 'The archive',
        content: { 'application/x-tar': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
      },
      problems: [404],
      headers: ['Content-Disposition', 'Cache-Control'],
      config: { audit: 'always' },
    }),
    async (request, reply) => {
      const { ctx, body } = request;
      const bytes = exportPerson(ctx, await findPerson(inBackground(ctx), body));
      return reply
        .header('content-type', 'application/x-tar')
        .header('content-disposition', `attachment; filename="person-${ctx.now().toISOString().slice(0, 10)}.tar"`)
        .header('cache-control', 'private, no-store')
        .send(streamPages(bytes)) as never;
    },
  );

  app.post(
    '/privacy/erasures/plan',
    describe(
      'admin',
      'createErasurePlan',
      'Count what an erasure would delete, and what would stay, without erasing anything',
      {
        body: PersonToFind,
        200: ErasurePlan,
        problems: [404],
      },
    ),
    async (request) => {
      const ctx = inBackground(request.ctx);
      return planErasure(ctx, await findPerson(ctx, request.body));
    },
  );

  app.post(
    '/privacy/erasures',
    describe('admin', 'createErasure', 'Erase all about one person', {
      description: 'Returns at once; the erasure goes on by itself, also after a restart. Its record becomes the proof',
      body: PersonToFind,
      202: Erasure,
      headers: ['Location'],
      problems: [404, 409],
    }),
    async (request, reply) => {
      const { ctx, body } = request;
      const person = await findPerson(inBackground(ctx), body);
      const erasure = await beginErasure(ctx, idFrom('era', request.operation), person);
      reply.status(202).header('location', `${request.url.split('?')[0]}/${erasure.id}`);
      return erasure;
    },
  );

  app.get(
    '/privacy/erasures',
    describe('admin', 'listErasures', 'List erasures and their proofs', {
      querystring: erasureList.query,
      200: erasureList.page,
    }),
    async (request) => {
      const { email, ...query } = request.query;
      const ctx = inBackground(request.ctx);
      if (email !== undefined && emailKeyOf(email) === null)
        throw failQuery([{ pointer: 'email', code: 'format', detail: 'is not a valid email' }]);
      return listErasures(ctx, query, email === undefined ? null : await findPerson(ctx, { email }));
    },
  );

  app.get(
    '/privacy/erasures/:id',
    describe('admin', 'getErasure', 'Get the proof of an erasure', { params: IdParams, 200: Erasure }),
    (request) => getErasure(request.ctx, request.params.id),
  );
}
