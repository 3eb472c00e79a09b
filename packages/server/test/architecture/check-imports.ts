// Levels, slices, and the modules from outside.

import path from 'node:path';
import { isIn, onlyIn } from './places.ts';
import { type Import, readImports } from './read-imports.ts';
import type { Source } from './read-sources.ts';
import {
  computedImports,
  edges,
  floors,
  levels,
  type ModuleRule,
  modules,
  reexports,
  sharedSources,
  sliceLevels,
} from './rules.ts';

/** Imports from a higher level, of another slice, out of the package, and those that say no name. */
export function checkOwnImports(source: Source): string[] {
  return readImports(source).flatMap(({ node, specifier, target }) => {
    const fault = specifier === null ? nameFault(source) : target && targetFault(source, target);
    return fault ? [source.fault(node, fault)] : [];
  });
}

function nameFault({ home, name }: Source): string | null {
  return isIn(name, computedImports[home] ?? []) ? null : 'imports a computed name: write it out';
}

function targetFault({ home, name }: Source, target: string): string | null {
  if (isIn(name, sharedSources[home]?.[target] ?? [])) return null;
  if (target.startsWith('..')) return `imports ${target}, outside of its package`;
  const [from, to] = [levelOf(home, name), levelOf(home, target)];
  if (from === -1 || to === -1) return `imports ${target}, but one of the two is on no level: see rules.ts`;
  if (to > from) return `imports ${target} of a higher level`;
  const areSlices = from === sliceLevels[home] && to === sliceLevels[home];
  if (!areSlices) return null;
  if (folderOf(name) === folderOf(target)) return home === 'server' ? floorFault(name, target) : null;
  const isAllowed = edges.some((edge) => path.matchesGlob(name, edge.from) && path.matchesGlob(target, edge.to));
  return isAllowed ? null : `imports ${target} of another slice`;
}

/** In one slice. */
function floorFault(name: string, target: string): string | null {
  const rooms = floors[folderOf(name)];
  if (!rooms) return null;
  const [from, to] = [name, target].map((file) => rooms.findIndex((floor) => floor.includes(roomOf(file)))) as [
    number,
    number,
  ];
  if (from === -1 || to === -1) return `imports ${target}, but one of the two is on no floor: see rules.ts`;
  return to > from ? `imports ${target} of a higher floor` : null;
}

function roomOf(file: string): string {
  const [, room, ...rest] = file.split('/') as [string, string, ...string[]];
  return rest.length === 0 ? '.' : room;
}

/** A package without levels is all on one. */
function levelOf(home: Source['home'], name: string): number {
  return levels[home]?.findIndex((level) => isIn(name, level) || level.includes(folderOf(name))) ?? 0;
}

function folderOf(name: string): string {
  return name.split('/')[0] as string;
}

/** Files that export what another one declares, so that an import does not say where a name comes from. */
export function checkReexports(source: Source): string[] {
  if (isIn(source.name, reexports[source.home] ?? [])) return [];
  const passed = source.nodesOf('ExportNamedDeclaration', 'ExportAllDeclaration').filter((node) => {
    if (node.type === 'ExportAllDeclaration' || node.source !== null) return true;
    return node.specifiers.some(({ local }) => source.referenceOf(local)?.resolved?.defs[0]?.type === 'ImportBinding');
  });
  return passed.map((node) => source.fault(node, 'exports what another file declares: import it from there'));
}

/** Modules from outside that are not on the package's list, or not for this file. */
export function checkModules(source: Source): string[] {
  return readImports(source).flatMap((imported) => {
    const { node, specifier, target } = imported;
    if (specifier === null || target !== null) return [];
    const rules = modules[source.home];
    const known = Object.keys(rules).find((pattern) => path.matchesGlob(specifier, pattern));
    const rule = rules[known ?? ''];
    if (!rule) return [source.fault(node, `imports ${specifier}, which is not on the list of ${source.home}`)];
    const fault = moduleFault(source.name, rule, imported);
    return fault ? [source.fault(node, fault)] : [];
  });
}

function moduleFault(name: string, rule: ModuleRule, { specifier, isType, names }: Import): string | null {
  const { in: values, types = values, names: free = [] } = 'in' in rule ? rule : { in: rule };
  if (isIn(name, isType ? types : values)) return null;
  if (names.length > 0 && names.every((one) => free.includes(one))) return null;
  return `imports ${specifier}, ${onlyIn(isType ? types : values)}`;
}
