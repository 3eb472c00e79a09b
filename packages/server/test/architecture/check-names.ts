// Names of files.

import path from 'node:path';
import type { Source } from './read-sources.ts';
import { fileNames } from './rules.ts';

const start = { start: 0 };

export function checkFileName(source: Source): string[] {
  const base = path.posix.basename(source.name);
  if (fileNames.junk.test(base))
    return [source.fault(start, 'says nothing about what is inside: name the file after it')];
  return fileNames.pattern.test(base) ? [] : [source.fault(start, 'is not named in kebab-case')];
}

/** Two files of the server with one name. */
export function checkUniqueNames(sources: Source[]): string[] {
  const groups = Map.groupBy(sources, ({ name }) => path.posix.basename(name));
  return [...groups.values()].flatMap(([first, ...others]) =>
    others.map((source) => source.fault(start, `has the same name as ${first?.name}`)),
  );
}
