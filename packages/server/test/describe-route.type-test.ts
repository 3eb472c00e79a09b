// The description of a route types its handler: each wrong use below must not compile.

import Type from 'typebox';
import { routesOf } from '../src/http/describe-route.ts';
import { IdParams } from '../src/http/schemas.ts';
import type { App } from '../src/http/typed-app.ts';

const describe = routesOf('Things');
const Thing = Type.Object({ id: Type.String(), count: Type.Integer() });

export function thingsRoutes(app: App): void {
  app.patch(
    '/things/:id',
    describe('crm:write', 'updateThing', 'Update a thing', {
      params: IdParams,
      body: Type.Object({ count: Type.Integer() }),
      200: Thing,
      problems: [409],
      config: { idempotency: 'none' },
    }),
    async ({ params, body, query }) => {
      const known: { id: string; count: number } = { id: params.id, count: body.count };
      // @ts-expect-error: not in the body
      body.name;
      // @ts-expect-error: not in the path
      params.name;
      // @ts-expect-error: no query is described
      query.limit;
      return known;
    },
  );

  app.get(
    '/things/:id',
    describe('crm:read', 'getThing', 'Get a thing', { params: IdParams, 200: Thing }),
    // @ts-expect-error: not a thing
    async ({ params }) => ({ id: params.id, count: 'one' }),
  );

  // @ts-expect-error: not a scope
  describe('things:read', 'getThing', 'Get a thing', { 200: Thing });
  // @ts-expect-error: not a problem
  describe('crm:read', 'getThing', 'Get a thing', { 200: Thing, problems: [418] });
}
