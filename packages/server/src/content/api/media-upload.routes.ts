// Uploads to the library, and files that it fetches.

import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type Context, inTransaction, timeOf } from '../../context/context.ts';
import { removeBytes } from '../../files/files.ts';
import { routesOf } from '../../http/describe-route.ts';
import { acceptMultipart, fingerprintOf, type MultipartInput, readMultipart } from '../../http/form-bodies.ts';
import { beginIdempotent } from '../../http/idempotency.ts';
import { created } from '../../http/responses.ts';
import { FilePart, IdParams, unreadForm } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { type Fault, failBody, Problem } from '../../lib/errors.ts';
import { idFrom } from '../../lib/ids.ts';
import { fetchMediaFile } from '../media/fetch-media-file.ts';
import { FileFromUrl, type Media, MediaFromUrl, MediaSchema, MediaTexts } from '../media/media.schemas.ts';
import { createMedia, getMedia, readMediaTexts, replaceMediaFile } from '../media/media.ts';
import { type ReceivedFile, withMediaFile } from '../media/media-file.ts';
import { checkMediaFile } from '../media/media-types.ts';

const describe = routesOf('Media');

type Arrived = { received: ReceivedFile; texts: MediaTexts };

/** `maxBytes` of one file. */
export async function mediaUploadRoutes(app: App, maxBytes: number): Promise<void> {
  await acceptMultipart(app);

  app.post(
    '/media',
    describe('content:write', 'createMedia', 'Upload a file, or fetch one from a URL', {
      description:
        'The same bytes are stored once, whatever number of records has them. Pictures lose their metadata, are turned the way they were taken, and get their size and a placeholder.',
      body: {
        content: {
          'application/json': { schema: MediaFromUrl },
          'multipart/form-data': unreadForm,
        },
      },
      multipart: Type.Object({
        ...MediaTexts.properties,
        tags: Type.Optional(Type.String({ description: 'Labels to find it by, separated by commas' })),
        file: FilePart,
      }),
      201: MediaSchema,
    }),
    async (request, reply) => {
      const { ctx } = request;
      // Files that are sent at the same time keep their order, however long each takes.
      const now = timeOf(ctx);
      const arrived = await receive(request, reply, maxBytes);
      if (arrived === null) return reply as never;
      const { received, texts } = arrived;
      const id = idFrom('med', request.operation);
      const media = await withMediaFile(ctx, received, (file) =>
        inTransaction(ctx, (ctx) => createMedia(ctx, id, { file, fileName: received.name, texts, now })),
      );
      return created(request, reply, media, media.id);
    },
  );

  app.put(
    '/media/:id/file',
    describe('content:write', 'replaceMediaFile', 'Replace the file of a media record', {
      description: 'Its texts and its ID stay. Its earlier URLs lead to the new file.',
      params: IdParams,
      body: {
        content: {
          'application/json': { schema: FileFromUrl },
          'multipart/form-data': unreadForm,
        },
      },
      multipart: Type.Object({ file: FilePart }),
      200: MediaSchema,
    }),
    async (request, reply): Promise<Media> => {
      const { ctx } = request;
      const { id } = request.params;
      await getMedia(ctx, id);
      const { received } = (await receive(request, reply, maxBytes)) as Arrived;
      const { media, released } = await withMediaFile(ctx, received, (file) =>
        inTransaction(ctx, (ctx) => replaceMediaFile(ctx, id, { file, fileName: received.name })),
      );
      await removeBytes(ctx, released);
      return media;
    },
  );
}

/** The file and texts of a request; null if its idempotency key has a response already, which has then been sent. */
async function receive(request: FastifyRequest, reply: FastifyReply, maxBytes: number): Promise<Arrived | null> {
  const { ctx } = request;
  if (!request.isMultipart()) {
    if (!request.body) throw failBody([missingFile]);
    const { url, ...texts } = request.body as MediaFromUrl;
    return { received: await fetchMediaFile(ctx, url, maxBytes), texts };
  }
  const input = await receiveForm(request, maxBytes);
  return removingOnProblem(ctx, input.files, async () => {
    if (request.method === 'POST') await beginIdempotent(request, reply, fingerprintOf(input));
    if (reply.sent) {
      await drop(ctx, input.files);
      return null;
    }
    const texts = readMediaTexts(input.values, input.faults);
    if (request.method === 'PUT' && Object.keys(texts).length > 0)
      throw failBody(
        Object.keys(texts).map((name) => ({ pointer: `/${name}`, code: 'unknown', detail: 'is not a known field' })),
      );
    return { received: input.files[0] as ReceivedFile, texts };
  });
}

async function removingOnProblem<Result>(
  ctx: Context,
  files: MultipartFiles,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Problem) await drop(ctx, files);
    throw error;
  }
}

type MultipartFiles = readonly Pick<ReceivedFile, 'id'>[];

function drop(ctx: Context, files: MultipartFiles): Promise<void> {
  return removeBytes(
    ctx,
    files.map(({ id }) => id),
  );
}

const field = 'file';
const missingFile: Fault = {
  pointer: `/${field}`,
  code: 'required',
  detail: 'is required: send one file under this name, or its `url` as JSON',
};

/** The one file of a form and its other values. The caller removes the bytes if there are faults. */
async function receiveForm(request: FastifyRequest, maxBytes: number): Promise<MultipartInput> {
  const rule = { accept: null, maxSize: maxBytes, maxFiles: 1, check: checkMediaFile };
  const input = await readMultipart(request, new Map([[field, rule]]));
  const { files, faults } = input;
  if (files.length === 0 && faults.length === 0) faults.push(missingFile);
  return input;
}
