// Stack traces of the bundle name the sources. Node's own support (--enable-source-maps) reads all maps at the start,
// which takes 60 ms and 15 MB; this reads one when a stack first needs it.

import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** The place of a frame in JavaScript; sources are TypeScript, which runs as it is. */
const place = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/;

const maps = new Map<string, SourceMap | null>();

export function nameSourcesInStacks(): void {
  Error.prepareStackTrace = (error, frames) =>
    [headline(error), ...frames.map((frame) => `    at ${String(frame).replace(place, sourceOf)}`)].join('\n');
}

function headline(error: Error): string {
  try {
    return String(error);
  } catch {
    return '<error>';
  }
}

function sourceOf(known: string, url: string, line: string, column: string): string {
  if (!maps.has(url)) maps.set(url, readMap(`${url}.map`));
  const origin = maps.get(url)?.findOrigin(Number(line), Number(column));
  if (!origin || !('fileName' in origin)) return known;
  return `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`;
}

/** Packages have no maps. */
function readMap(url: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(url), 'utf8')));
  } catch {
    return null;
  }
}
