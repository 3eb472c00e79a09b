// Bodies as HTML forms send them: url-encoded, or multipart/form-data (RFC 7578), whose files stream to storage one by one
// while texts are collected. If a multipart body cannot be read to its end, its stored files are removed.
// Browsers send each line break as two characters: texts get back the one that was typed, which `maxlength` counted.

import multipart, { type MultipartFile } from '@fastify/multipart';
import { parse } from 'fast-querystring';
import type { FastifyRequest } from 'fastify';
import { cleanName } from '../files/file-name.ts';
import { removeBytes, type StagedFile } from '../files/files.ts';
import { limitBytes, readSample, storeBytes } from '../files/receive.ts';
import { resolveFileType } from '../files/sniff.ts';
import { type Fault, fail, Problem } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { escapePointer } from '../lib/validation.ts';
import { type Allowance, checkJsonText, checkJsonValue, checkPairs, fullAllowance } from './body-limits.ts';
import { decodeUtf8, notUtf8, readPercentEncoded } from './encodings.ts';
import { drainBody } from './problem.ts';
import type { App } from './typed-app.ts';

/** What a file field accepts. */
export type FileRule = {
  accept: string[] | null;
  maxSize: number;
  maxFiles: number;
  /** Instead of `accept`: the type to store, or why the file is rejected. The name is as it was sent. */
  check?: (sample: Uint8Array, sent: { name: string; type: string }) => Promise<string | Omit<Fault, 'pointer'>>;
};

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
      const text = readPercentEncoded(body).replace(/(?:%0d|\r)(?:%0a|\n)/gi, '%0A');
      checkPairs(text);
      return parse(text);
    },
  );
  await acceptMultipart(app);
}

/** Accepts multipart bodies in this scope. */
export async function acceptMultipart(app: App): Promise<void> {
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
  // Otherwise the library would cut the path off a name.
  const preservePath = [...rules.values()].some((rule) => rule.check);
  const limits = {
    fileSize: Number.POSITIVE_INFINITY,
    parts: maxTexts + maxFiles + 20,
    headerPairs: 50,
  };
  const allowance = fullAllowance();
  let [texts, textBytes] = [0, 0];
  try {
    // Texts arrive like files: the library would decode them and not say what it replaced.
    for await (const part of request.parts({ limits, preservePath, isPartAFile: () => true })) {
      if (part.type !== 'file') continue;
      if (part.fieldname === undefined) throw fail('malformed_body', 'Every part needs a name');
      if (`${part.fieldname}${part.filename}`.includes('\ufffd')) throw notUtf8();
      checkJsonValue(part.fieldname, allowance);
      if (isFile(part, rules)) await addFile(request, part, rules, input, largeFiles === 'fault');
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

/** Browsers give each `Blob` a file name, so JSON is a file only in a field for files. */
function isFile({ fieldname, filename, mimetype }: MultipartFile, rules: ReadonlyMap<string, FileRule>): boolean {
  if (isJson(mimetype) && !rules.has(fileFieldOf(fieldname, rules))) return false;
  return filename !== undefined || mimetype === 'application/octet-stream';
}

function isJson(mimetype: string): boolean {
  return /^application\/json\b/i.test(mimetype);
}

/** `papers[]` is a name of the field `papers`. */
function fileFieldOf(name: string, rules: ReadonlyMap<string, FileRule>): string {
  return rules.has(name) ? name : name.replace(/\[\]$/, '');
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
  if (!isJson(mimetype)) return text.replaceAll('\r\n', '\n');
  checkJsonText(text);
  const parse = request.server.getDefaultJsonParser('error', 'error');
  return new Promise((resolve, reject) =>
    parse(request, text, (error, value) => (error ? reject(rejectedJson(text)) : resolve(value))),
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
  const fieldName = fileFieldOf(part.fieldname, rules);
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

  const fault = async (code: Fault['code'], detail: string): Promise<void> => {
    input.faults.push({ pointer, code, detail });
    for await (const _ of whole);
  };
  if (!rule) {
    const names = [...rules.keys()].map((name) => `\`${name}\``).join(' or ');
    return fault('unknown', names ? `does not accept files: send them as ${names}` : 'does not accept files');
  }
  if (input.files.filter((file) => file.fieldName === fieldName).length >= rule.maxFiles)
    return fault('too_many_files', `accepts at most ${rule.maxFiles} ${rule.maxFiles === 1 ? 'file' : 'files'}`);
  if (sample.length === 0) return fault('empty', 'must not be empty');
  const type = await typeOf(sample, part, rule);
  if (typeof type !== 'string') return fault(type.code, type.detail);

  const id = newId('file');
  const stored = await storeBytes(request.ctx, id, whole);
  input.files.push({ id, fieldName, name: name || 'file', type, ...stored });
}

async function typeOf(
  sample: Uint8Array,
  { filename = '', mimetype }: MultipartFile,
  { accept, check }: FileRule,
): Promise<string | Omit<Fault, 'pointer'>> {
  if (check) return check(sample, { name: filename.replaceAll('%22', '"'), type: mimetype });
  const detail = `must be one of these file types: ${accept?.join(', ')}`;
  return (await resolveFileType(sample, mimetype, accept, filename)) ?? { code: 'type_not_allowed', detail };
}

function tooManyParts(cause?: unknown): Problem {
  return fail('body_too_large', { detail: 'The request body has too many parts' }, cause);
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, message } = error as { code?: string; message: string };
  if (code === 'FST_PARTS_LIMIT') return tooManyParts(error);
  if (code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return fail('unsupported_media_type', 'Send the body as multipart/form-data', error);
  return fail('malformed_body', { detail: `The multipart body could not be read: ${message}` }, error);
}

// Why the parser of JSON bodies rejected a text. Fastify's own errors do not say where its syntax is wrong.

/**
 * malformed_json with the place of the fault; malformed_body for JSON with a key that would pollute a prototype: nothing else is
 * rejected.
 */
export function rejectedJson(text: string): Problem {
  try {
    // The parser, too, skips a byte order mark.
    JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    return fail('malformed_json', text.trim() === '' ? 'The body is empty' : faultOf(error as SyntaxError), error);
  }
  return fail(
    'malformed_body',
    'The body has a key `__proto__`, or a `prototype` inside `constructor`. Use other names',
  );
}

/** V8's message, with the place in words where it has one, and of the text at most one character. */
function faultOf({ message }: SyntaxError): string {
  const [, fault, line, column] =
    /^(.*?)(?: in JSON)? at position \d+ \(line (\d+) column (\d+)\)$/.exec(message) ?? [];
  if (fault !== undefined) return `${fault} at line ${line}, column ${column}`;
  const [, character] = /^Unexpected token '(.+?)', /su.exec(message) ?? [];
  if (character !== undefined) return `Unexpected character ${nameOf(character)}`;
  return message.startsWith('Unexpected end')
    ? 'It ends before it is complete'
    : 'It is a word or a number that JSON does not have';
}

/** A character that is not seen, or is half of one, by its number. */
function nameOf(character: string): string {
  if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)) return character;
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
}
