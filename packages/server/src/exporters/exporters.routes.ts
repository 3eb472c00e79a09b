// Content in the formats of other programs (scope admin, because drafts and every field are in it).

import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { routesOf } from '../http/describe-route.ts';
import { queryOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { streamPages } from '../lib/yield-to-event-loop.ts';
import { exportItems } from './items-csv.ts';
import { writeWxr } from './write-wxr.ts';

const describe = routesOf('Export');
const textBody = (type: string, description: string) => ({
  description,
  content: { [type]: { schema: Type.Unsafe<unknown>({ type: 'string' }) } },
});

export function exportersRoutes(app: App): void {
  app.get(
    '/export/items.csv',
    describe('admin', 'exportItems', 'Export the items of a content type as CSV', {
      description:
        'All items outside the trash, one on each line, with one column for each custom field. Cells that a spreadsheet would run as ' +
        'a formula begin with an apostrophe. Submissions: `GET /forms/:id/submissions.csv`.',
      querystring: queryOf({
        type: Type.String({ maxLength: 200, description: 'Singular or plural name of a content type' }),
      }),
      200: textBody('text/csv', 'RFC 4180, UTF-8'),
      problems: [404],
      headers: ['Content-Disposition', 'Cache-Control'],
      config: { audit: 'always' },
    }),
    async ({ ctx, query }, reply) =>
      send(reply, exportItems(ctx, query.type), { type: 'text/csv; charset=utf-8', name: `${query.type}.csv` }),
  );

  app.get(
    '/export/wordpress.xml',
    describe('admin', 'exportWordpress', 'Export the content for WordPress', {
      description:
        'Authors, tags, categories, items and media records as WordPress exports them (WXR 1.2), for its importer or ours. WordPress ' +
        'fetches files from their URLs, so the service must be reachable from there.',
      200: textBody('application/xml', 'WXR 1.2'),
      headers: ['Content-Disposition', 'Cache-Control'],
      config: { audit: 'always' },
    }),
    async ({ ctx }, reply) =>
      send(reply, writeWxr(ctx), { type: 'application/xml; charset=utf-8', name: 'wordpress.xml' }),
  );
}

async function send(
  reply: FastifyReply,
  texts: AsyncGenerator<string>,
  { type, name }: { type: string; name: string },
): Promise<never> {
  // What is wrong shows up with the first text, so that is read before anything is sent.
  const begin = await texts.next();
  async function* all(): AsyncGenerator<string> {
    try {
      if (!begin.done) yield begin.value;
      yield* texts;
    } finally {
      await texts.return(undefined);
    }
  }
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`)
    .header('cache-control', 'private, no-store')
    .send(streamPages(all())) as never;
}
