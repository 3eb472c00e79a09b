// Reads the production files of the four packages as syntax: a tree, its nodes by type, and who declares which name.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { analyze, type Reference, type ScopeManager } from '@typescript-eslint/scope-manager';
import { type Comment, type Node, parseSync, visitorKeys } from 'oxc-parser';
import { type PackageName, packageNames } from './rules.ts';

export type NodeOf<Type extends Node['type']> = Extract<Node, { type: Type }>;

/** One file. Its faults read `packages/server/src/crm/contacts.ts:12: …`. */
export type Source = {
  home: PackageName;
  /** The path inside `src`: `crm/contacts.ts`. */
  name: string;
  comments: Comment[];
  scopes: ScopeManager;
  nodesOf<Type extends Node['type']>(...types: Type[]): NodeOf<Type>[];
  parentOf(node: Node): Node | undefined;
  /** The use of a variable that this identifier is; undefined for property names, declarations and the like. */
  referenceOf(node: Node): Reference | undefined;
  fault(where: { start: number }, text: string): string;
};

/** The files of `<folder>/<package>/src`, tests left out. Fixtures end in `.txt`, so that no other tool reads them. */
export function readSources(folder: string): Source[] {
  return packageNames.flatMap((home) => {
    const src = path.join(folder, home, 'src');
    return readdirSync(src, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll(path.sep, '/'))
      .filter((name) => /\.(tsx?|mjs)(\.txt)?$/.test(name) && !/\.(test|type-test)\.tsx?$/.test(name))
      .sort()
      .map((name) => parse(home, name.replace(/\.txt$/, ''), readFileSync(path.join(src, name), 'utf8')));
  });
}

function parse(home: PackageName, name: string, text: string): Source {
  const { program, comments, errors } = parseSync(name, text, { astType: 'ts', range: true, preserveParens: false });
  if (errors.length > 0) throw new Error(`${home}/src/${name}: ${errors[0]?.message}`);
  const { byType, parents } = index(program);
  // Both follow the same standard tree; only their declarations of it differ.
  const scopes = analyze(program as never, { sourceType: 'module', lib: [], jsxPragma: null });
  const references = new Map<unknown, Reference>(
    scopes.scopes.flatMap((scope) => scope.references.map((reference) => [reference.identifier, reference])),
  );
  return {
    home,
    name,
    comments,
    scopes,
    nodesOf: (...types) => types.flatMap((type) => byType.get(type) ?? []) as never,
    parentOf: (node) => parents.get(node),
    referenceOf: (node) => references.get(node),
    fault: ({ start }, fault) => `packages/${home}/src/${name}:${text.slice(0, start).split('\n').length}: ${fault}`,
  };
}

function index(program: Node): { byType: Map<string, Node[]>; parents: Map<Node, Node> } {
  const byType = new Map<string, Node[]>();
  const parents = new Map<Node, Node>();
  const visit = (node: Node): void => {
    const same = byType.get(node.type);
    if (same) same.push(node);
    else byType.set(node.type, [node]);
    for (const key of visitorKeys[node.type] ?? []) {
      const value = (node as unknown as Record<string, Node | (Node | null)[] | null>)[key];
      for (const child of Array.isArray(value) ? value : [value]) {
        if (!child) continue;
        parents.set(child, node);
        visit(child);
      }
    }
  };
  visit(program);
  return { byType, parents };
}
