// Imports of uploaded exports over HTTP.

import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { inBackground, inTransaction } from '../context/context.ts';
import { removeBytes } from '../files/files.ts';
import { sampleBytes } from '../files/sniff.ts';
import { routesOf } from '../http/describe-route.ts';
import { acceptMultipart, fingerprintOf, type MultipartInput, readMultipart } from '../http/form-bodies.ts';
import { beginIdempotent } from '../http/idempotency.ts';
import { FilePart, IdParams, unreadForm } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { type Fault, failBody, Problem } from '../lib/errors.ts';
import { idFrom } from '../lib/ids.ts';
import { bodyValidator, faultsOf } from '../lib/validation.ts';
import { ImportChange, ImportSchema, ImportStart, importList, UploadedImport } from './imports.schemas.ts';
import { cancelImport, checkTimeZone, createImport, getImport, listImports, startImport } from './imports.ts';
import { createElementReader } from './wordpress-elements.ts';
import { inspectWordpressExport } from './wordpress-export.ts';
import { WordpressExportError } from './wordpress-export-error.ts';
import { readXmlText } from './xml-text.ts';

const describe = routesOf('Imports');
const field = 'file';

/** `maxImportBytes` of one file. */
export async function importsRoutes(app: App, { maxImportBytes }: { maxImportBytes: number }): Promise<void> {
  app.get(
    '/imports',
    describe('content:write', 'listImports', 'List imports, newest first', {
      description: 'Without their reports.',
      querystring: importList.query,
      200: importList.page,
    }),
    async ({ ctx, query }) => listImports(inBackground(ctx), query),
  );

  app.get(
    '/imports/:id',
    describe('content:write', 'getImport', 'Read an import, with its progress and its report', {
      params: IdParams,
      200: ImportSchema,
    }),
    async ({ ctx, params }) => getImport(ctx, params.id),
  );

  app.post(
    '/imports/:id/start',
    describe('content:write', 'applyImport', 'Start an import that has been checked', {
      params: IdParams,
      body: ImportStart,
      202: ImportSchema,
      problems: [409],
    }),
    async ({ ctx, params, body }, reply) => {
      checkTimeZone(body ?? {});
      reply.status(202);
      return inTransaction(ctx, (ctx) => startImport(ctx, params.id, body ?? {}));
    },
  );

  app.patch(
    '/imports/:id',
    describe('content:write', 'updateImport', 'Cancel an import', {
      description: 'What has been imported stays.',
      params: IdParams,
      body: ImportChange,
      200: ImportSchema,
      problems: [409],
    }),
    async ({ ctx, params }) => {
      const { canceled, fileId } = await inTransaction(ctx, (ctx) => cancelImport(ctx, params.id));
      if (fileId !== null) await removeBytes(ctx, [fileId]);
      return canceled;
    },
  );

  await app.register(async (scope) => uploadRoute(scope as unknown as App, maxImportBytes));
}

async function uploadRoute(app: App, maxBytes: number): Promise<void> {
  await acceptMultipart(app);

  app.post(
    '/imports',
    describe('content:write', 'createImport', 'Import a WordPress export', {
      description:
        'The import runs in a process of its own, one at a time. The file is read to its end before anything is stored; `GET /imports/{id}` has its progress. What an earlier import stored is not stored twice.',
      body: {
        content: {
          'multipart/form-data': unreadForm,
        },
      },
      multipart: Type.Object({
        ...UploadedImport.properties,
        file: { ...FilePart, description: 'The XML that WordPress writes under Tools, Export' },
      }),
      202: ImportSchema,
      problems: [409],
      headers: ['Location'],
    }),
    async (request, reply) => {
      const { ctx } = request;
      const input = await receive(request, maxBytes);
      const drop = (): Promise<void> =>
        removeBytes(
          ctx,
          input.files.map(({ id }) => id),
        );
      try {
        await beginIdempotent(request, reply, fingerprintOf(input));
        if (reply.sent) {
          await drop();
          return reply as never;
        }
        const options = readOptions(input);
        const [file] = input.files as [MultipartInput['files'][number]];
        const id = idFrom('imp', request.operation);
        const created = await inTransaction(ctx, (ctx) => createImport(ctx, id, file, options));
        reply.status(202).header('location', `${request.url.split('?')[0]}/${id}`);
        return created;
      } catch (error) {
        // After any other error the commit may have happened, so the file is left to the sweep.
        if (error instanceof Problem) await drop();
        throw error;
      }
    },
  );
}

/** The one file of a form and its other values. The caller removes the bytes if there are faults. */
async function receive(request: FastifyRequest, maxBytes: number): Promise<MultipartInput> {
  const rule = { accept: null, maxSize: maxBytes, maxFiles: 1, check: checkSample };
  const input = await readMultipart(request, new Map([[field, rule]]));
  if (input.files.length === 0 && input.faults.length === 0)
    input.faults.push({
      pointer: `/${field}`,
      code: 'required',
      detail: 'is required: send the export under this name',
    });
  return input;
}

let validate: ReturnType<ReturnType<typeof bodyValidator>['compile']> | null = null;

/** The options that were sent as text. Throws invalid_body with every fault of the parts. */
function readOptions({ values, faults }: MultipartInput): UploadedImport {
  const options = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, flags[String(value)] ?? value]),
  );
  validate ??= bodyValidator().compile(UploadedImport);
  const found = validate({ ...options }) ? [] : faultsOf(validate.errors ?? []);
  if (faults.length + found.length > 0) throw failBody([...faults, ...found]);
  checkTimeZone(options);
  return options;
}

const flags: Record<string, boolean> = { true: true, '1': true, on: true, false: false, '0': false, off: false };

// Looks at the first bytes of an uploaded file, so that most wrong files are rejected at once. All others are found when
// the file is read to its end.

/** The media type of an export, or why it cannot be one. A sample that is shorter than usual is the whole file. */
async function checkSample(sample: Uint8Array): Promise<string | Omit<Fault, 'pointer'>> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield sample;
  }
  try {
    if (sample.length < sampleBytes) await inspectWordpressExport(bytes());
    else {
      const reader = createElementReader(() => {});
      for await (const text of readXmlText(bytes())) reader.write(text);
    }
    return 'application/xml';
  } catch (error) {
    if (!(error instanceof WordpressExportError)) throw error;
    return { code: 'not_an_export', detail: `cannot be imported: ${error.message}` };
  }
}
