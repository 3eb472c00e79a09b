// Files that reach themselves through what they import, types included.

import { readImports } from './read-imports.ts';
import type { Source } from './read-sources.ts';

/** One fault for each way back. `sources` are those of one package. */
export function checkCycles(sources: Source[]): string[] {
  const files = new Map(sources.map((source) => [source.name, source]));
  const faults: string[] = [];
  const done = new Set<string>();
  const visit = (source: Source, trail: string[]): void => {
    const path = [...trail, source.name];
    for (const { node, target } of readImports(source)) {
      const next = files.get(target ?? '');
      if (!next) continue;
      const at = path.indexOf(next.name);
      if (at !== -1) faults.push(source.fault(node, `closes a cycle: ${[...path.slice(at), next.name].join(' → ')}`));
      else if (!done.has(next.name)) visit(next, path);
    }
    done.add(source.name);
  };
  for (const source of sources) if (!done.has(source.name)) visit(source, []);
  return faults;
}
