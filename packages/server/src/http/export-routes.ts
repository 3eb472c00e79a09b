// The routes that export a list as files: one for each format, with the filters of the list and without its pages.

import type { FastifyInstance, FastifyReply, RouteShorthandOptions } from 'fastify';
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import type { Context } from '../context/context.ts';
import { type FileFormat, fileFormats, type Table, writeTable } from '../lib/table-files.ts';
import { streamPages } from '../lib/yield-to-event-loop.ts';
import { type Access, routesOf } from './describe-route.ts';
import { attachmentHeader } from './headers.ts';
import type { App } from './typed-app.ts';

/** What is sent. */
export type ExportedTable<Item> = {
  table: Table<Item>;
  pages: AsyncGenerator<Item[]>;
  /** Of the file, without its ending. */
  name: string;
};

type ListExport<Item, Query extends TSchema, Params extends TObject> = {
  /** The tag in the document. */
  tag: string;
  /** Of the list, such as `/contacts`. */
  path: string;
  access: Access;
  /** The ID of the operation that exports CSV, such as `exportContacts`; others add their format. */
  operation: string;
  /** What is exported, as texts have it. */
  what: string;
  formats?: readonly FileFormat[];
  /** The parameters of the list without its pages. */
  query: Query;
  params?: Params;
  /** Which limited keys may use it, if any. */
  limited?: 'form' | 'rule';
  /** NDJSON has no columns, so that a table of none will do. */
  open(
    ctx: Context,
    request: { query: Static<Query>; params: Static<Params>; format: FileFormat },
  ): ExportedTable<Item> | Promise<ExportedTable<Item>>;
};

export const exportHeaders = ['Content-Disposition', 'Cache-Control'] as const;

const formatNames = { csv: ['', 'CSV'], xlsx: ['Xlsx', 'a workbook (XLSX)'], ndjson: ['Ndjson', 'NDJSON'] } as const;

/** Adds the exports of a list, by default as CSV and as a workbook. */
export function exportRoutes<Item, Query extends TSchema, Params extends TObject = TObject>(
  app: App,
  list: ListExport<Item, Query, Params>,
): void {
  const { path, access, operation, what, formats = ['csv', 'xlsx'], query, params, limited, open } = list;
  // The handler has the types of the list, not those of the route.
  const describe: (...route: Parameters<ReturnType<typeof routesOf>>) => RouteShorthandOptions = routesOf(list.tag);
  const routes = app as unknown as FastifyInstance;
  for (const format of formats) {
    const { type, description } = fileFormats[format];
    const [ending, name] = formatNames[format];
    const described = describe(access, `${operation}${ending}`, `Export ${what} as ${name}`, {
      ...(params && { params }),
      querystring: query,
      200: {
        description,
        content: { [type]: { schema: Type.Unsafe<unknown>({ type: 'string', contentMediaType: type }) } },
      },
      headers: exportHeaders,
      config: { ...(limited && { limited }), audit: 'always' },
    });
    routes.get(`${path}.${format}`, described, async (request, reply) => {
      const asked = { query: request.query as Static<Query>, params: request.params as Static<Params>, format };
      return sendExport(reply, format, await open(request.ctx, asked));
    });
  }
}

/** Sends a table as a file. Throws what its first page throws, such as invalid_query. */
export async function sendExport<Item>(
  reply: FastifyReply,
  format: FileFormat,
  { table, pages, name }: ExportedTable<Item>,
): Promise<never> {
  // An invalid filter fails with the first page, so read that before sending anything.
  const first = await pages.next();
  async function* all(): AsyncGenerator<Item[]> {
    if (!first.done) yield first.value;
    yield* pages;
  }
  const { type } = fileFormats[format];
  return reply
    .header('content-type', format === 'xlsx' ? type : `${type}; charset=utf-8`)
    .header('content-disposition', attachmentHeader(`${name}.${format}`))
    .header('cache-control', 'private, no-store')
    .send(streamPages(writeTable(format, table, all()))) as never;
}
