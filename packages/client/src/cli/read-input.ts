// JSON from a file or standard input.

import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CommandError, UsageError } from './command-error.ts';

/** The text of a file, or of standard input if it is `-`. */
export async function readInput(file: string): Promise<string> {
  if (file === '-') {
    if (process.stdin.isTTY) throw new UsageError('standard input is a terminal: give a file, or redirect one with <');
    return text(process.stdin);
  }
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(explainFile(file, error));
  }
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
    // Editors on Windows put a byte order mark in front.
    return JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CommandError(`${source} is not JSON: ${(error as Error).message.split('\n')[0]}`);
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
