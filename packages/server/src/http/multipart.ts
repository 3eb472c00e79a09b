// multipart/form-data (RFC 7578): files stream to storage part by part, plain input comes out. Nothing stays stored of
// a body that cannot be read to its end.

import type { IncomingMessage } from 'node:http';
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type Fault, fail, Problem } from '../errors.ts';
import { removeBytes, type StagedFile } from '../files/files.ts';
import { judgeType, sampleBytes } from '../files/sniff.ts';
import { newId } from '../lib/ids.ts';
import { escapePointer } from '../lib/validation.ts';
import { refuseHostile } from './server.ts';
import type { App } from './typed-app.ts';

/** What a file field takes. */
export type FileRule = { accept: string[] | null; maxSize: number; maxFiles: number };

export type MultipartInput = {
  /** Texts by name, a list where a name repeats; values of JSON parts as they are. */
  values: Record<string, unknown>;
  /** Staged: whoever reads the input adopts them or removes their bytes. */
  files: StagedFile[];
  /** What is wrong with the files; those are not stored. */
  faults: Fault[];
};

const mebibyte = 1024 * 1024;
const maxTexts = 200;
const maxTextBytes = mebibyte;
const maxAllTextBytes = 2 * mebibyte;
/** For parts that no rule speaks of. */
const strayFileBytes = 10 * mebibyte;
/** How much more of a refused body is read, so that the sender gets to see the answer. */
const drainedBytes = 64 * mebibyte;

/** Lets the routes of this scope, and no others, take multipart bodies. */
export async function acceptMultipart(app: App): Promise<void> {
  await app.register(multipart);
}

/**
 * Reads the body of a request: files by their field's rule, everything else as values.
 * Throws malformed_body, body_too_large, file_too_large; a file of the wrong type, one too many and one for a field
 * that takes none are `faults`.
 */
export async function readMultipart(
  request: FastifyRequest,
  rules: ReadonlyMap<string, FileRule>,
): Promise<MultipartInput> {
  const input: MultipartInput = { values: Object.create(null), files: [], faults: [] };
  const mostFiles = [...rules.values()].reduce((sum, rule) => sum + rule.maxFiles, 0);
  const limits = {
    fieldSize: maxTextBytes,
    fileSize: Number.POSITIVE_INFINITY,
    fields: maxTexts,
    parts: maxTexts + mostFiles + 20,
    headerPairs: 50,
  };
  let textBytes = 0;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.fieldname === undefined) throw fail('malformed_body', 'A part has no name');
      refuseHostile(part.fieldname);
      if (part.type === 'file') await takeFile(request, part, rules, input);
      else {
        textBytes += takeValue(part, input.values);
        if (textBytes > maxAllTextBytes) throw fail('body_too_large', 'The texts are too large together');
      }
    }
    return input;
  } catch (error) {
    drain(request.raw);
    await removeBytes(
      request.ctx,
      input.files.map(({ id }) => id),
    );
    throw toProblem(error);
  }
}

/** What makes a second body the same as the first (http/idempotency.ts). */
export function fingerprintOf({ values, files }: MultipartInput): string {
  return JSON.stringify([values, files.map(({ fieldName, name, sha256 }) => [fieldName, name, sha256])]);
}

type ValuePart = Exclude<Multipart, MultipartFile>;

function takeValue(part: ValuePart, values: Record<string, unknown>): number {
  const { fieldname, value, valueTruncated } = part;
  const pointer = `/${escapePointer(fieldname)}`;
  if (valueTruncated) {
    const detail = `is larger than ${maxTextBytes} bytes`;
    throw fail('body_too_large', { detail: `${pointer}: ${detail}`, errors: [{ pointer, code: 'too_large', detail }] });
  }
  refuseHostile(value, pointer);
  const earlier = values[fieldname];
  if (earlier === undefined) values[fieldname] = value;
  else values[fieldname] = Array.isArray(earlier) ? [...earlier, value] : [earlier, value];
  return typeof value === 'string' ? value.length : maxTextBytes / maxTexts;
}

async function takeFile(
  request: FastifyRequest,
  part: MultipartFile,
  rules: ReadonlyMap<string, FileRule>,
  input: MultipartInput,
): Promise<void> {
  const fieldName = rules.has(part.fieldname) ? part.fieldname : part.fieldname.replace(/\[\]$/, '');
  const pointer = `/${escapePointer(fieldName)}`;
  const rule = rules.get(fieldName);
  const source = limitBytes(part.file, rule?.maxSize ?? strayFileBytes, pointer);
  const { sample, whole } = await takeSample(source);
  const name = cleanName(part.filename);
  // A browser sends an empty part for a file field that was left alone.
  if (name === '' && sample.length === 0) return;

  const fault = async (code: string, detail: string): Promise<void> => {
    input.faults.push({ pointer, code, detail });
    for await (const _ of whole);
  };
  if (!rule) return fault('unknown', 'takes no file');
  if (input.files.filter((file) => file.fieldName === fieldName).length >= rule.maxFiles)
    return fault('too_many_files', `takes ${rule.maxFiles} ${rule.maxFiles === 1 ? 'file' : 'files'} at most`);
  const type = await judgeType(sample, part.mimetype, rule.accept);
  if (type === null) return fault('type_not_allowed', `takes only files of the types ${rule.accept?.join(', ')}`);

  const id = newId('file');
  const stored = await store(request, id, whole);
  input.files.push({ id, fieldName, name: name || 'file', type, ...stored });
}

/** Tells a broken upload from a storage that fails. */
async function store(request: FastifyRequest, id: string, source: AsyncIterable<Uint8Array>) {
  let uploadError: unknown;
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* source;
    } catch (error) {
      uploadError = error;
      throw error;
    }
  }
  try {
    return await request.ctx.files.put(id, watched());
  } catch (error) {
    if (error === uploadError) throw error;
    throw fail('store_unavailable', { detail: 'Files cannot be stored at present' }, error);
  }
}

async function* limitBytes(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  pointer: string,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      const detail = `takes files of ${maxBytes} bytes at most`;
      throw fail('file_too_large', {
        detail: `${pointer}: ${detail}`,
        errors: [{ pointer, code: 'too_large', detail }],
        extra: { maxSize: maxBytes },
      });
    }
    yield chunk;
  }
}

/** The first bytes, and all of them once more. */
async function takeSample(
  source: AsyncGenerator<Uint8Array>,
): Promise<{ sample: Uint8Array; whole: AsyncIterable<Uint8Array> }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < sampleBytes) {
    const { value, done } = await source.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* chunks;
    yield* source;
  }
  return { sample: Buffer.concat(chunks).subarray(0, sampleBytes), whole: whole() };
}

const unsafeInNames = /[\p{Cc}\p{Default_Ignorable_Code_Point}/\\]/gu;

/**
 * The name to show and to save under: no path, no control or direction characters, no more than 255.
 * Browsers send a quotation mark as %22 (HTML, "multipart/form-data encoding algorithm").
 */
function cleanName(name: string | undefined): string {
  return (name ?? '')
    .replaceAll('%22', '"')
    .toWellFormed()
    .replace(unsafeInNames, '')
    .trim()
    .slice(-255)
    .toWellFormed();
}

/** Reads on for a while: an answer that comes while the body is still being sent is often lost otherwise. */
function drain(request: IncomingMessage): void {
  let bytes = 0;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainedBytes) request.destroy();
  });
  request.resume();
}

const limitCodes = ['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'];

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, message } = error as { code?: string; message: string };
  if (limitCodes.includes(code ?? '')) return fail('body_too_large', { detail: 'The body has too many parts' }, error);
  return fail('malformed_body', { detail: `The multipart body cannot be read: ${message}` }, error);
}
