// The routes of a resource: listing, reading, creating, updating and deleting its records, with their ETags.

import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { type Context, inBackground, inTransaction, type ReadContext, type WriteContext } from '../context/context.ts';
import { NotModified, requireMatch, sendTagged } from './conditional.ts';
import { type Access, routesOf } from './describe-route.ts';
import { created, deleted } from './responses.ts';
import type { ProblemStatus } from './route-headers.ts';
import { Deleted, ExternalId, IdParams, queryOf } from './schemas.ts';
import type { App } from './typed-app.ts';

/** How one of the routes is described; `summary` says more than the verb and the name of the record. */
type Route = { summary?: string; problems?: readonly ProblemStatus[] };
/** Of the record before it is changed; null for one that is about to be created. */
type Check<Tagged> = (record: Tagged | null) => void;

/** Only the routes that are given exist. */
export type Resource<
  Item extends TSchema,
  Params extends TObject,
  Query extends TSchema,
  GetQuery extends TSchema,
  New extends TSchema,
  Change extends TSchema,
  Tagged,
> = {
  /** The tag in the document. */
  tag: string;
  /** Of its list, such as `/contacts`. */
  path: string;
  /** As operation IDs end, such as `Contact` and `Contacts`; texts have them in lower case unless `words` are given. */
  one: string;
  many: string;
  words?: readonly [one: string, many: string];
  read: Access;
  write: Access;
  item: Item;
  /** Those of one record, the last of which names it; those before it belong to the path of the list. Otherwise `id`. */
  params?: Params;
  /** Of the record as it is sent, and as it is checked before a change. Without it records have no ETag. */
  tagOf?: (record: Tagged) => string;
  /** What ends the URL of a record; otherwise its ID. */
  keyOf?: (record: Static<Item>) => string;
  list?: Route & {
    query: Query;
    page: TSchema;
    run(ctx: ReadContext, query: Static<Query>, params: Static<Params>): Promise<object>;
  };
  get?: Route & {
    query?: GetQuery;
    run(ctx: Context, params: Static<Params>, query: Static<GetQuery>): Promise<Static<Item>>;
  };
  /** `operation` is the seed of the new ID. */
  create?: Route & {
    body: New;
    run(ctx: WriteContext, body: Static<New>, operation: string, params: Static<Params>): Promise<Static<Item>>;
  };
  update?: Route & {
    body: Change;
    run(ctx: WriteContext, params: Static<Params>, change: Static<Change>, check: Check<Tagged>): Promise<Static<Item>>;
  };
  /** By what another system calls them, below `by-external-id`. */
  external?: {
    body: TSchema;
    get(ctx: ReadContext, externalId: string): Promise<Static<Item>>;
    replace(
      ctx: WriteContext,
      externalId: string,
      body: never,
      options: { operation: string; check: Check<never> },
    ): Promise<{ record: Static<Item>; isNew: boolean }>;
  };
  /** Returns the ID of what was deleted. */
  delete?: Route & { run(ctx: WriteContext, params: Static<Params>, check: Check<Tagged>): Promise<string> };
};

/** Adds the routes that are given. Changes run in one transaction each; lists run in the background (context.ts). */
export function resourceRoutes<
  Item extends TSchema,
  Params extends TObject = typeof IdParams,
  Query extends TSchema = TSchema,
  GetQuery extends TSchema = TSchema,
  New extends TSchema = TSchema,
  Change extends TSchema = TSchema,
  Tagged = Static<Item>,
>(app: App, resource: Resource<Item, Params, Query, GetQuery, New, Change, Tagged>): void {
  const { path, one, many, read, write, item, tagOf, list, get, create, update } = resource;
  const { params = IdParams, keyOf = ({ id }: { id: string }) => id, words = [one, many] } = resource;
  const [name, names] = words.map((word) => word.toLowerCase());
  // Handlers have the types of the resource, not those of the route.
  const describe: (...route: Parameters<ReturnType<typeof routesOf>>) => RouteShorthandOptions = routesOf(resource.tag);
  const routes = app as unknown as FastifyInstance;
  const keys = Object.keys(params.properties);
  const key = keys.at(-1) as string;
  const parent = keys.length > 1 ? { params: Type.Omit(params, [key]) } : {};
  const problemsOf = (route: Route, ...usual: ProblemStatus[]) => ({ problems: route.problems ?? usual });
  const paramsOf = (request: FastifyRequest) => request.params as Static<Params>;
  const checkOf = (request: FastifyRequest): Check<Tagged> =>
    tagOf ? (record) => requireMatch(request, record && tagOf(record)) : () => {};

  if (list) {
    const parts = { ...parent, querystring: list.query, 200: list.page, ...problemsOf(list) };
    routes.get(path, describe(read, `list${many}`, list.summary ?? `List ${names}`, parts), async (request) =>
      list.run(inBackground(request.ctx), request.query as Static<Query>, paramsOf(request)),
    );
  }

  if (get) {
    const parts = { params, querystring: get.query ?? queryOf({}), 200: item, ...problemsOf(get) };
    const described = describe(read, `get${one}`, get.summary ?? `Read ${withArticle(name)}`, {
      ...parts,
      ...(tagOf ? { 304: NotModified } : {}),
    });
    routes.get(`${path}/:${key}`, described, async (request, reply) => {
      const record = await get.run(request.ctx, paramsOf(request), request.query as Static<GetQuery>);
      return tagOf ? sendTagged(request, reply, JSON.stringify(record), tagOf(record as Tagged)) : record;
    });
  }

  if (create) {
    const headers = tagOf ? { headers: ['ETag'] as const } : {};
    const parts = { ...parent, body: create.body, 201: item, ...problemsOf(create), ...headers };
    const described = describe(write, `create${one}`, create.summary ?? `Create ${withArticle(name)}`, parts);
    routes.post(path, described, async (request, reply) => {
      const record = await inTransaction(request.ctx, (ctx) =>
        create.run(ctx, request.body as Static<New>, request.operation, paramsOf(request)),
      );
      if (tagOf) reply.header('etag', tagOf(record as Tagged));
      return created(request, reply, record, keyOf(record as never));
    });
  }

  if (update) {
    const parts = {
      params,
      body: update.body,
      200: item,
      ...problemsOf(update, ...(tagOf ? ([409, 412] as const) : [])),
    };
    const described = describe(write, `update${one}`, update.summary ?? `Update ${withArticle(name)}`, parts);
    routes.patch(`${path}/:${key}`, described, async (request, reply) => {
      const record = await inTransaction(request.ctx, (ctx) =>
        update.run(ctx, paramsOf(request), request.body as Static<Change>, checkOf(request)),
      );
      if (tagOf) reply.header('etag', tagOf(record as Tagged));
      return record;
    });
  }

  if (resource.external) {
    const { body, get, replace } = resource.external;
    const byExternalId = `${path}/by-external-id/:externalId`;
    const params = Type.Object({ externalId: ExternalId });
    const idIn = (request: FastifyRequest) => (request.params as Static<typeof params>).externalId;
    const what = `${withArticle(name)} by what another system calls it`;
    routes.get(
      byExternalId,
      describe(read, `get${one}ByExternalId`, `Read ${what}`, {
        params,
        200: item,
        ...(tagOf ? { 304: NotModified } : {}),
        problems: [422],
      }),
      async (request, reply) => {
        const record = await get(request.ctx, idIn(request));
        return tagOf ? sendTagged(request, reply, JSON.stringify(record), tagOf(record as Tagged)) : record;
      },
    );
    const parts = { params, body, 200: item, 201: item, problems: [409, 412] as const, headers: ['ETag'] as const };
    const described = describe(write, `replace${one}ByExternalId`, `Create or update ${what}`, parts);
    routes.put(byExternalId, described, async (request, reply) => {
      const options = { operation: request.operation, check: checkOf(request) as Check<never> };
      const { record, isNew } = await inTransaction(request.ctx, (ctx) =>
        replace(ctx, idIn(request), request.body as never, options),
      );
      if (tagOf) reply.header('etag', tagOf(record as Tagged));
      return isNew ? created(request, reply, record, keyOf(record as never)) : record;
    });
  }

  if (resource.delete) {
    const { run, ...route } = resource.delete;
    const parts = { params, 200: Deleted, ...problemsOf(route, ...(tagOf ? ([409, 412] as const) : [])) };
    const described = describe(write, `delete${one}`, route.summary ?? `Delete ${withArticle(name)}`, parts);
    routes.delete(`${path}/:${key}`, described, async (request) =>
      deleted(await inTransaction(request.ctx, (ctx) => run(ctx, paramsOf(request), checkOf(request)))),
    );
  }
}

function withArticle(name = ''): string {
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`;
}
