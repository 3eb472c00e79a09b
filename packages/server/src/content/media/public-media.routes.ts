// The files of the library at /media/<id>/<name>, and their sizes, for anyone; private ones for keys and links (media-address.ts).

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { requireScope } from '../../context/access.ts';
import type { Context, ReadContext } from '../../context/context.ts';
import { endingOf } from '../../files/file-endings.ts';
import { isKnown } from '../../http/conditional.ts';
import { attachmentHeader } from '../../http/headers.ts';
import type { App } from '../../http/typed-app.ts';
import { fail } from '../../lib/errors.ts';
import { UnusablePicture } from '../../storage/pictures.ts';
import { addressName, isLinkValid, linkParameter, type NamedFile } from './media-address.ts';
import { type AskedSize, readSize, type SizedFile, sizeQuery } from './media-sizes.ts';
import { isDecoded } from './media-types.ts';

const yearSeconds = 31_536_000;

const schema = {
  hide: true,
  params: Type.Object({ id: Type.String({ maxLength: 200 }), name: Type.String({ maxLength: 300 }) }),
  querystring: Type.Object({ [linkParameter]: Type.Optional(Type.String({ maxLength: 500 })), ...sizeQuery }),
};

export function publicMediaRoutes(app: App): void {
  app.get('/media/:id/:name', { config: { access: 'public' }, schema }, async (request, reply) => {
    const { ctx } = request;
    let missing: string | null = null;
    for (;;) {
      const file = await findFile(ctx, request.params.id);
      requireAccess(ctx, file, request.query[linkParameter]);
      try {
        return await sendFile(request, reply, file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        if (file.fileId === missing) {
          ctx.log.error({ err: error, fileId: missing }, 'the content of a file is missing');
          throw fail('media_not_found', {}, error);
        }
        // It may have been replaced or deleted since its record was read.
        missing = file.fileId;
      }
    }
  });
}

function requireAccess(ctx: Context, file: ServedFile, link: string | undefined): void {
  if (!file.private) return;
  if (link === undefined) requireScope(ctx, 'content:read');
  else if (!isLinkValid(ctx, file.mediaId, link)) throw fail('link_expired');
}

type FileRequest = FastifyRequest & { params: { name: string }; query: Parameters<typeof readSize>[0] };

/** Throws ENOENT if there are no bytes. */
async function sendFile(request: FileRequest, reply: FastifyReply, file: ServedFile): Promise<FastifyReply> {
  const asked = readSize(request.query, file, request.headers.accept);
  if (asked) return sendSize(request, reply, file, asked);
  const etag = `"${file.fileId}"`;
  const headers = {
    ...cacheHeaders(file, request.params.name),
    ...safetyHeaders(file),
    etag,
    'accept-ranges': 'bytes',
  };
  if (isKnown(request, etag)) return reply.headers(headers).status(304).send();
  const range = readRange(request, etag, file.size);
  if (range === 'unsatisfiable')
    return reply
      .status(416)
      .headers({ ...headers, 'content-range': `bytes */${file.size}`, 'cache-control': 'no-store' })
      .send();
  const bytes = await readBytes(request, file.fileId, range);
  reply.headers({ ...headers, 'content-type': contentType(file.mimeType) });
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  return reply.header('content-length', range ? range.end - range.start + 1 : file.size).send(bytes);
}

type SizeRequest = { ctx: Context; params: { name: string } } & Pick<FastifyRequest, 'headers'>;

async function sendSize(
  request: SizeRequest,
  reply: FastifyReply,
  file: ServedFile,
  asked: AskedSize,
): Promise<FastifyReply> {
  const { size, byAccept, name } = asked;
  const type = `image/${size.format}`;
  const etag = `"${file.fileId}.${name}"`;
  const caching = cacheHeaders(file, request.params.name);
  // The focal point can change while the URL stays.
  if (size.area && !file.private) caching['cache-control'] = 'public, no-cache';
  if (byAccept) caching.vary = [caching.vary, 'accept'].filter(Boolean).join(', ');
  const headers = {
    ...caching,
    ...safetyHeaders({ ...file, mimeType: type, fileName: renamed(file, size.format) }),
    etag,
  };
  if (isKnown(request, etag)) return reply.headers(headers).status(304).send();
  // Only an answer that has the picture may be kept.
  const bytes = await getSize(request.ctx, file, asked);
  return reply.headers(headers).header('content-type', type).send(bytes);
}

/** `harbor.png` becomes `harbor.webp`. */
function renamed({ fileName }: ServedFile, format: string): string {
  return `${(fileName ?? 'file').replace(/\.[^.]*$/, '')}.${format === 'jpeg' ? 'jpg' : format}`;
}

type ServedFile = NamedFile & SizedFile & { fileId: string; size: number; private: boolean };

/** Throws media_not_found. */
async function findFile(ctx: ReadContext, mediaId: string): Promise<ServedFile> {
  const row = await ctx.db
    .selectFrom('media')
    .innerJoin('mediaFiles', 'mediaFiles.id', 'media.fileId')
    .select(['media.id as mediaId', 'fileName', 'private', 'fileId', 'sha256', 'media.mimeType', 'size'])
    .select(['width', 'height', 'focalX', 'focalY'])
    .where('media.id', '=', mediaId)
    .executeTakeFirstOrThrow(() => fail('media_not_found'));
  return { ...row, fileId: row.fileId as string, mimeType: row.mimeType as string, private: row.private === 1 };
}

/** Under the current name the bytes never change. Caches on the way do not keep private files. */
function cacheHeaders(file: ServedFile, name: string): Record<string, string> {
  if (file.private) return { 'cache-control': 'private, no-cache', vary: 'authorization, cookie' };
  const isCurrent = name === addressName(file);
  return {
    'cache-control': isCurrent ? `public, max-age=${yearSeconds}, immutable` : 'public, no-cache',
    // Pages of any origin may show it, read it and draw it.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  };
}

const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'";
const shownTypes = /^(?:audio|video)\/|^image\/svg\+xml$|^text\/(?:plain|vtt)$/;

/** Whatever is uploaded must not run in this origin. Documents are downloaded, except PDFs, which readers expect to see. */
function safetyHeaders({ mimeType, fileName }: ServedFile): Record<string, string> {
  // Chromium shows no PDF in a sandbox. It has no scripts of ours to run: its viewer is isolated from the page.
  const isPdf = mimeType === 'application/pdf';
  const isShown = isPdf || isDecoded(mimeType) || shownTypes.test(mimeType);
  const allowed = "style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'";
  return {
    'content-security-policy': isPdf ? `${nothing}; object-src 'self'` : `${nothing}; ${allowed}; sandbox`,
    'x-content-type-options': 'nosniff',
    'content-disposition': attachmentHeader(
      fileName ?? `file.${endingOf(mimeType)}`,
      isShown ? 'inline' : 'attachment',
    ),
  };
}

function contentType(mimeType: string): string {
  return mimeType.startsWith('text/') || mimeType === 'image/svg+xml' ? `${mimeType}; charset=utf-8` : mimeType;
}

type Range = { start: number; end: number };

/** The one range that is asked for (RFC 9110, section 14). Several ranges, and those of another version, mean all of it. */
function readRange({ headers }: FastifyRequest, etag: string, size: number): Range | 'unsatisfiable' | null {
  const { range, 'if-range': ifRange } = headers;
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return null;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return start >= size || (first === '' && Number(last) === 0) ? 'unsatisfiable' : { start, end };
}

/** The framework sends no body to HEAD, but would read all of it. */
function readBytes({ ctx, method }: FastifyRequest, fileId: string, range: Range | null): Promise<Readable> {
  return method === 'HEAD' ? Promise.resolve(Readable.from([])) : ctx.files.read(fileId, range ?? undefined);
}

// Makes the sizes of pictures, in the process for pictures, and keeps them.

const reasons: Record<UnusablePicture['fault'], string> = {
  broken: 'The picture is broken',
  too_many_pixels: 'The picture has more than 100 million pixels',
  too_slow: 'The picture could not be read',
};

/** The bytes of a size. Throws picture_unusable, ENOENT without the file, and overloaded if too many wait. */
async function getSize(
  ctx: Context,
  { fileId, size: bytes }: { fileId: string; size: number },
  { name, size }: AskedSize,
): Promise<Buffer> {
  const picture = { size: bytes, read: () => ctx.files.read(fileId) };
  const make = async (): Promise<Buffer> => {
    try {
      return (await ctx.pictures.run('sizes', 'resize', size, picture)).bytes as Buffer;
    } catch (error) {
      if (error instanceof UnusablePicture)
        ctx.log.warn({ err: error, fileId }, 'a size of a picture could not be made');
      throw error;
    }
  };
  const onUnkept = (error: unknown) => ctx.log.warn({ err: error, fileId }, 'a size of a picture could not be stored');
  const found = await ctx.sizes.get(fileId, name, make, onUnkept).catch((error) => {
    if (error instanceof UnusablePicture) throw fail('picture_unusable', { detail: reasons[error.fault] }, error);
    throw error;
  });
  if (found.isNew) await removeIfGone(ctx, fileId);
  return found.bytes;
}

/** Who deleted the file meanwhile could not know this size. */
async function removeIfGone(ctx: Context, fileId: string): Promise<void> {
  const row = await ctx.db.selectFrom('mediaFiles').select('id').where('id', '=', fileId).executeTakeFirst();
  if (!row) await ctx.sizes.removeOf(fileId);
}
