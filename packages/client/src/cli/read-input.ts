// JSON from a file or standard input.

import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { CommandError, UsageError } from './command-error.ts';

/** The text of a file, or of standard input if it is `-`: UTF-8, without its byte order mark. */
export async function readInput(file: string): Promise<string> {
  if (file === '-') {
    if (process.stdin.isTTY) throw new UsageError('standard input is a terminal: give a file, or redirect one with <');
    return decode(await buffer(process.stdin), 'standard input');
  }
  const bytes = await readFile(file).catch((error) => {
    throw new CommandError(explainFile(file, error));
  });
  return decode(bytes, file);
}

function decode(bytes: Uint8Array, source: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Explained below.
  }
  throw new CommandError(
    `${source} is not UTF-8. Windows PowerShell's > writes UTF-16: use Set-Content -Encoding utf8`,
  );
}

/** Why a file cannot be read, in a sentence. */
export function explainFile(file: string, error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  if (code === 'ENOENT') return `there is no file ${file}`;
  if (code === 'EISDIR') return `${file} is a folder`;
  if (code === 'EACCES' || code === 'EPERM') return `${file} cannot be read: permission denied`;
  return `${file} cannot be read: ${message}`;
}

/** The object in a JSON document. */
export function parseObject(json: string, source: string): Record<string, unknown> {
  const value = parseJson(json, source);
  if (!isObject(value)) throw new CommandError(`${source} must be a JSON object, such as {"title": "New title"}`);
  return value;
}

export function parseJson(json: string, source: string): unknown {
  if (json.trim() === '') throw new CommandError(`${source} is empty`);
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new CommandError(`${source} is not JSON: ${(error as Error).message.split('\n')[0]}`);
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
