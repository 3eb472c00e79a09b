// Bodies as HTML forms send them: url-encoded, or multipart/form-data (RFC 7578), whose files stream to storage one by one
// while texts are collected. If a multipart body cannot be read to its end, its stored files are removed.

import multipart, { type MultipartFile } from '@fastify/multipart';
import { parse } from 'fast-querystring';
import type { FastifyRequest } from 'fastify';
import { type Fault, fail, Problem } from '../errors.ts';
import { removeBytes, type StagedFile } from '../files/files.ts';
import { resolveFileType, sampleBytes } from '../files/sniff.ts';
import { newId } from '../lib/ids.ts';
import { escapePointer } from '../lib/validation.ts';
import { type Allowance, checkJsonText, checkJsonValue, checkPairs, fullAllowance } from './body-limits.ts';
import { drainBody } from './drain-body.ts';
import type { App } from './typed-app.ts';
import { decodeUtf8, notUtf8, readPercentEncoded } from './utf8-text.ts';

/** What a file field accepts. */
export type FileRule = { accept: string[] | null; maxSize: number; maxFiles: number };

export type MultipartInput = {
  /** Values by name, as a list if a name repeats. Text parts are strings, JSON parts are parsed. */
  values: Record<string, unknown>;
  /** Stored but not attached: the caller attaches them to a record or removes their bytes. */
  files: StagedFile[];
  /** Faults of files that were not stored. */
  faults: Fault[];
};

const mebibyte = 1024 * 1024;
const maxTexts = 200;
const maxTextBytes = mebibyte;
const maxAllTextBytes = 2 * mebibyte;
/** For files under names that no field has. */
const maxUnknownFileBytes = 10 * mebibyte;
/** How much more of a file that is too large is read, if the rest of the body counts. */
const maxSkippedBytes = 64 * mebibyte;

/** Accepts url-encoded and multipart bodies in this scope. Only routes that submit a form need it. */
export async function acceptFormBodies(app: App): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_: unknown, body: Buffer) => {
      const text = readPercentEncoded(body);
      checkPairs(text);
      return parse(text);
    },
  );
  await app.register(multipart);
}

/**
 * Reads the body of a request: files by the rule of their field, everything else as values.
 * Throws malformed_body, body_too_large, file_too_large. Files of the wrong type, too many files, and files for a field
 * that accepts none become `faults`. So do files that are too large, if all of the body is to be read in spite of them.
 */
export async function readMultipart(
  request: FastifyRequest,
  rules: ReadonlyMap<string, FileRule>,
  { largeFiles = 'throw' }: { largeFiles?: 'throw' | 'fault' } = {},
): Promise<MultipartInput> {
  const input: MultipartInput = { values: Object.create(null), files: [], faults: [] };
  const maxFiles = [...rules.values()].reduce((sum, rule) => sum + rule.maxFiles, 0);
  const limits = {
    fileSize: Number.POSITIVE_INFINITY,
    parts: maxTexts + maxFiles + 20,
    headerPairs: 50,
  };
  const allowance = fullAllowance();
  let [texts, textBytes] = [0, 0];
  try {
    // Texts arrive like files: the library would decode them and not say what it replaced.
    for await (const part of request.parts({ limits, isPartAFile: () => true })) {
      if (part.type !== 'file') continue;
      if (part.fieldname === undefined) throw fail('malformed_body', 'Every part needs a name');
      if (part.fieldname.includes('\ufffd')) throw notUtf8();
      checkJsonValue(part.fieldname, allowance);
      if (isFile(part)) await addFile(request, part, rules, input, largeFiles === 'fault');
      else {
        if (++texts > maxTexts) throw tooManyParts();
        const value = await readValue(request, part);
        textBytes += addValue(part.fieldname, value, input.values, allowance);
        if (textBytes > maxAllTextBytes)
          throw fail('body_too_large', `All texts together must have at most ${maxAllTextBytes} bytes`);
      }
    }
    return input;
  } catch (error) {
    void drainBody(request.raw);
    await removeBytes(
      request.ctx,
      input.files.map(({ id }) => id),
    );
    throw toProblem(error);
  }
}

/** Two bodies with the same fingerprint are the same request (http/idempotency.ts). */
export function fingerprintOf({ values, files }: MultipartInput): string {
  return JSON.stringify([values, files.map(({ fieldName, name, sha256 }) => [fieldName, name, sha256])]);
}

function isFile({ filename, mimetype }: MultipartFile): boolean {
  return filename !== undefined || mimetype === 'application/octet-stream';
}

/** A text, or what it says as JSON. */
async function readValue(request: FastifyRequest, { fieldname, mimetype, file }: MultipartFile): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    if (bytes > maxTextBytes) throw textTooLarge(fieldname);
    chunks.push(chunk);
  }
  const text = decodeUtf8(Buffer.concat(chunks));
  if (!/^application\/json\b/i.test(mimetype)) return text;
  checkJsonText(text);
  const parse = request.server.getDefaultJsonParser('error', 'error');
  return new Promise((resolve, reject) =>
    parse(request, text, (error, value) => (error ? reject(error) : resolve(value))),
  );
}

function textTooLarge(fieldname: string): Problem {
  const pointer = `/${escapePointer(fieldname)}`;
  const detail = `must have at most ${maxTextBytes} bytes`;
  return fail('body_too_large', { detail: `${pointer}: ${detail}`, errors: [{ pointer, code: 'too_large', detail }] });
}

function addValue(name: string, value: unknown, values: Record<string, unknown>, allowance: Allowance): number {
  checkJsonValue(value, allowance, [name]);
  const earlier = values[name];
  if (earlier === undefined) values[name] = value;
  else values[name] = Array.isArray(earlier) ? [...earlier, value] : [earlier, value];
  return typeof value === 'string' ? value.length : maxTextBytes / maxTexts;
}

async function addFile(
  request: FastifyRequest,
  part: MultipartFile,
  rules: ReadonlyMap<string, FileRule>,
  input: MultipartInput,
  isReadWhole: boolean,
): Promise<void> {
  try {
    await readFile(request, part, rules, input, isReadWhole);
  } catch (error) {
    if (!isReadWhole || !part.file.readableEnded || !(error instanceof Problem)) throw error;
    input.faults.push(...(error.details.errors ?? []));
  }
}

async function readFile(
  request: FastifyRequest,
  part: MultipartFile,
  rules: ReadonlyMap<string, FileRule>,
  input: MultipartInput,
  isReadWhole: boolean,
): Promise<void> {
  const fieldName = rules.has(part.fieldname) ? part.fieldname : part.fieldname.replace(/\[\]$/, '');
  const pointer = `/${escapePointer(fieldName)}`;
  const rule = rules.get(fieldName);
  const source = limitBytes(
    part.file,
    rule?.maxSize ?? maxUnknownFileBytes,
    pointer,
    isReadWhole ? maxSkippedBytes : 0,
  );
  const { sample, whole } = await readSample(source);
  const name = cleanName(part.filename);
  // Browsers send an empty part for a file field without a file.
  if (name === '' && sample.length === 0) return;

  const fault = async (code: string, detail: string): Promise<void> => {
    input.faults.push({ pointer, code, detail });
    for await (const _ of whole);
  };
  if (!rule) return fault('unknown', 'does not accept files');
  if (input.files.filter((file) => file.fieldName === fieldName).length >= rule.maxFiles)
    return fault('too_many_files', `accepts at most ${rule.maxFiles} ${rule.maxFiles === 1 ? 'file' : 'files'}`);
  const type = await resolveFileType(sample, part.mimetype, rule.accept);
  if (type === null) return fault('type_not_allowed', `must be one of these file types: ${rule.accept?.join(', ')}`);

  const id = newId('file');
  const stored = await store(request, id, whole);
  input.files.push({ id, fieldName, name: name || 'file', type, ...stored });
}

/** Stores a file. Throws store_unavailable if the storage fails, not if the upload breaks off. */
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
    throw fail('store_unavailable', { detail: 'Files cannot be stored right now; try again later' }, error);
  }
}

/** Throws file_too_large, after at most `moreBytes` more have been read and dropped. */
async function* limitBytes(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  pointer: string,
  moreBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes + moreBytes) break;
    if (bytes <= maxBytes) yield chunk;
  }
  if (bytes <= maxBytes) return;
  const detail = `must be at most ${maxBytes} bytes`;
  throw fail('file_too_large', {
    detail: `${pointer}: ${detail}`,
    errors: [{ pointer, code: 'too_large', detail }],
    extra: { maxSize: maxBytes },
  });
}

/** Reads the first bytes, and returns them together with a stream of all bytes. */
async function readSample(
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
 * The file name to show and to download: without a path, control or direction characters, at most 255 characters long.
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

function tooManyParts(cause?: unknown): Problem {
  return fail('body_too_large', { detail: 'The request body has too many parts' }, cause);
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, message } = error as { code?: string; message: string };
  if (code === 'FST_PARTS_LIMIT') return tooManyParts(error);
  return fail('malformed_body', { detail: `The multipart body could not be read: ${message}` }, error);
}
