// The archive of the site over HTTP (scope admin).

import Type from 'typebox';
import { routesOf } from '../http/describe-route.ts';
import { queryOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { fail, failQuery } from '../lib/errors.ts';
import { streamPages } from '../lib/yield-to-event-loop.ts';
import { type Part, partNames, parts } from './archived-tables.ts';
import { writeArchive } from './write-archive.ts';

const describe = routesOf('Export');

export function archiveRoutes(app: App): void {
  let isRunning = false;
  app.get(
    '/export',
    describe('admin', 'exportSite', 'Export the whole site as an archive', {
      description:
        'A tar file with everything: see docs/backup.md for what is in it. It shows one moment, however long the download takes. ' +
        'Sign-ins, API keys and jobs are not part of it, and secrets of webhooks stay encrypted. `frontdesk import site.tar` ' +
        'imports it into an empty site. A download that breaks off is cut off, which the import notices.',
      querystring: queryOf({
        only: Type.Optional(
          Type.String({
            maxLength: 200,
            description: `Only these parts, separated by commas: ${partNames.map((part) => `\`${part}\` (${parts[part]})`).join(', ')}`,
            examples: ['content,media'],
          }),
        ),
      }),
      200: {
        description: 'The archive',
        content: { 'application/x-tar': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
      },
      problems: [409],
      headers: ['Content-Disposition', 'Cache-Control'],
      config: { audit: 'always' },
    }),
    async (request, reply) => {
      const { ctx } = request;
      const only = readParts(request.query.only);
      if (isRunning) throw fail('conflict', 'Another export is running. Wait until it has ended');
      isRunning = true;
      const bytes = writeArchive(ctx, only === null ? {} : { parts: only });
      // A database that cannot be reached is a problem of its own, before anything is sent.
      const { value: begin } = await bytes.next().catch((error) => {
        isRunning = false;
        throw error;
      });
      async function* all(): AsyncGenerator<Buffer> {
        try {
          yield begin as Buffer;
          yield* bytes;
        } finally {
          isRunning = false;
          await bytes.return(undefined as never);
        }
      }
      const body = streamPages(all());
      return reply
        .header('content-type', 'application/x-tar')
        .header('content-disposition', `attachment; filename="site-${ctx.now().toISOString().slice(0, 10)}.tar"`)
        .header('cache-control', 'private, no-store')
        .send(body) as never;
    },
  );
}

function readParts(only: string | undefined): Part[] | null {
  if (only === undefined) return null;
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown === undefined) return names as Part[];
  const detail = `\`${unknown.slice(0, 50)}\` is not a part of a site: use ${partNames.join(', ')}`;
  throw failQuery([{ pointer: 'only', code: 'invalid', detail }]);
}
