// Files that reach themselves through what they import, and rooms that know each other in a circle; types included.

import path from 'node:path';
import type { Node } from 'oxc-parser';
import { readImports } from './read-imports.ts';
import type { Source } from './read-sources.ts';

type Edge = { from: string; to: string; source: Source; node: Node; isStarted: boolean };

/** One fault for each way back to a file. `sources` are those of one package. */
export function checkCycles(sources: Source[]): string[] {
  return closingEdges(importsAmong(sources)).map(({ edge, way }) =>
    edge.source.fault(edge.node, `closes a cycle: ${way.join(' → ')}`),
  );
}

/**
 * One fault for each way back to a room. The rooms of a folder are its sub-folders, and the files of its own as one, which is
 * called `.`. A program that is only started is not known to who starts it. `sources` are those of one package.
 */
export function checkRooms(sources: Source[]): string[] {
  const imports = importsAmong(sources).filter(({ isStarted }) => !isStarted);
  return foldersOf(sources).flatMap((folder) => {
    const between = imports.flatMap((edge) => {
      const [from, to] = [roomIn(folder, edge.from), roomIn(folder, edge.to)];
      return from === null || to === null || from === to ? [] : [{ ...edge, from, to }];
    });
    return closingEdges(between).map(({ edge, way }) =>
      edge.source.fault(edge.node, `closes a circle of rooms in ${folder || 'src'}: ${way.join(' → ')}`),
    );
  });
}

function importsAmong(sources: Source[]): Edge[] {
  const names = new Set(sources.map(({ name }) => name));
  return sources.flatMap((source) =>
    readImports(source).flatMap(({ node, target, isStarted }) =>
      target !== null && names.has(target) ? [{ from: source.name, to: target, source, node, isStarted }] : [],
    ),
  );
}

/** Every folder above a file, `src` itself as an empty text. */
function foldersOf(sources: Source[]): string[] {
  const folders = sources.flatMap(({ name }) => {
    const parts = path.posix.dirname(name).split('/');
    return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))];
  });
  return [...new Set(folders)].filter((folder) => folder !== '.').sort();
}

/** The room of a file; null outside of the folder. */
function roomIn(folder: string, file: string): string | null {
  const start = folder === '' ? '' : `${folder}/`;
  if (!file.startsWith(start)) return null;
  const [room, ...rest] = file.slice(start.length).split('/');
  return rest.length === 0 ? '.' : `${room}/`;
}

/** The first edge of each way back, in the order of a walk through the graph. */
function closingEdges(edges: Edge[]): { edge: Edge; way: string[] }[] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const found = new Map<string, { edge: Edge; way: string[] }>();
  const done = new Set<string>();
  const visit = (node: string, trail: string[]): void => {
    const way = [...trail, node];
    for (const edge of next.get(node) ?? []) {
      const at = way.indexOf(edge.to);
      const name = `${node} ${edge.to}`;
      if (at !== -1 && !found.has(name)) found.set(name, { edge, way: [...way.slice(at), edge.to] });
      else if (at === -1 && !done.has(edge.to)) visit(edge.to, way);
    }
    done.add(node);
  };
  for (const node of next.keys()) if (!done.has(node)) visit(node, []);
  return [...found.values()];
}
