// What to print when the service does not start or a command fails: one sentence about what a person can mend, and the
// whole error otherwise.

import { readFileSync } from 'node:fs';
import { explainDatabaseError } from './database/database-problems.ts';
import { Problem } from './lib/errors.ts';
import { ExpectedError } from './lib/expected-error.ts';

export function explainError(error: unknown): unknown {
  const databaseProblem = explainDatabaseError(error);
  if (databaseProblem !== null) return databaseProblem;
  if (error instanceof ExpectedError || error instanceof Problem) return error.message;
  return explainListenError(error as ListenError) ?? error;
}

type ListenError = { code?: string; port?: number; address?: string; hostname?: string; syscall?: string };

function explainListenError({ code, port, address, hostname, syscall }: ListenError): string | null {
  if (code === 'EADDRINUSE') return `Port ${port} is already in use. Set PORT to use another one.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `This account may not listen on port ${port}. Set PORT to 1024 or more.`;
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return `${address ?? hostname} is not an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all.`;
  return null;
}

// Stack traces of the bundle name the sources, by lists of lines that the build writes (rolldown.config.ts). Node's own
// support (--enable-source-maps) reads all maps at the start, which takes 60 ms and 15 MB; this reads a list when a stack
// first needs it.

/** For each line of a file, counted from zero: the index of its source and the line in it, counted from one. */
export type Lines = { sources: string[]; lines: number[] };

/** The place of a frame in JavaScript; sources are TypeScript, which runs as it is. */
const place = /(file:\/\/[^\s()]+\.js):(\d+):\d+/;

const known = new Map<string, Lines | null>();

/** How many lines of stacks are kept: the payment SDK takes a stack for each of its requests. */
const maxKept = 1000;
const kept = new Map<string, string>();

export function nameSourcesInStacks(): void {
  Error.prepareStackTrace = (error, frames) =>
    [headline(error), ...frames.map((frame) => lineOf(String(frame)))].join('\n');
}

function lineOf(frame: string): string {
  const found = kept.get(frame);
  if (found !== undefined) return found;
  const line = `    at ${frame.replace(place, sourceOf)}`;
  if (kept.size >= maxKept) kept.clear();
  kept.set(frame, line);
  return line;
}

function headline(error: Error): string {
  try {
    return String(error);
  } catch {
    return '<error>';
  }
}

function sourceOf(frame: string, url: string, line: string): string {
  if (!known.has(url)) known.set(url, readLines(`${url}.lines.json`));
  const { sources, lines } = known.get(url) ?? { sources: [], lines: [] };
  const index = 2 * (Number(line) - 1);
  const source = sources[lines[index] ?? -1];
  return source === undefined ? frame : `${new URL(source, url).href}:${lines[index + 1]}`;
}

/** Packages have none. */
function readLines(url: string): Lines | null {
  try {
    return JSON.parse(readFileSync(new URL(url), 'utf8'));
  } catch {
    return null;
  }
}
