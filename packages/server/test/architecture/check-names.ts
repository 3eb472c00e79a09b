// Names of files, and how many share a folder.

import path from 'node:path';
import type { Source } from './read-sources.ts';
import { fileNames, levels, sliceLevel } from './rules.ts';

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

/** Folders of slices with more files than a person takes in at once. */
export function checkFolderSizes(sources: Source[]): string[] {
  const folders = Map.groupBy(sources, ({ name }) => path.posix.dirname(name));
  return [...folders].flatMap(([folder, files]) => {
    const isOfSlice = levels.server?.[sliceLevel]?.includes(folder.split('/')[0] ?? '');
    const { maxInFolder } = fileNames;
    return isOfSlice && files.length > maxInFolder
      ? [`packages/server/src/${folder}: has ${files.length} files, more than ${maxInFolder}`]
      : [];
  });
}
