// Downloads of uploaded files, for callers who may read submissions.

import Type from 'typebox';
import type { ReadContext } from '../context/context.ts';
import { findFile } from '../files/files.ts';
import { requireReleased } from '../files/quarantine.ts';
import { fail } from '../lib/errors.ts';
import { S3Error } from '../lib/s3/s3-error.ts';
import { routesOf } from './describe-route.ts';
import { attachmentHeader } from './headers.ts';
import { keepReply } from './kept-responses.ts';
import { IdParams } from './schemas.ts';
import type { App } from './typed-app.ts';

const describe = routesOf('Submissions');

/** Files up to this size, such as pictures, are sent from memory when they are asked for again. */
const maxKeptBytes = 256 * 1024;

/** `formIdsFor`: the forms whose files the caller may read; null for all. */
export function filesRoutes(app: App, formIdsFor: (ctx: ReadContext) => readonly string[] | null): void {
  app.get(
    '/files/:id',
    describe('forms:read', 'getFile', 'Download an uploaded file', {
      params: IdParams,
      config: { limited: 'rule' },
      problems: [409],
      200: {
        description: 'The file in its own media type, as an attachment',
        content: { '*/*': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
      },
      headers: ['Content-Disposition', 'Content-Security-Policy', 'Cache-Control'],
    }),
    async (request, reply) => {
      const { ctx } = request;
      const file = await findFile(ctx, request.params.id, formIdsFor(ctx));
      requireReleased(file);
      const stream = await ctx.files.read(file.id).catch((error) => {
        if (error instanceof S3Error) throw error;
        ctx.log.error({ err: error, fileId: file.id }, 'the content of a file is missing');
        throw fail('file_not_found', {}, error);
      });
      const isSmall = file.size <= maxKeptBytes;
      if (isSmall) keepReply(reply);
      // An uploaded file must never run in this origin.
      return reply
        .header('content-type', file.type)
        .header('content-length', file.size)
        .header('content-disposition', attachmentHeader(file.name))
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'private, no-store')
        .send((isSmall ? Buffer.concat(await stream.toArray()) : stream) as never);
    },
  );
}
