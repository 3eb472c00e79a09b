// What a file imports, in every way there is.

import path from 'node:path';
import type { Node } from 'oxc-parser';
import { possibleTexts } from './possible-texts.ts';
import type { NodeOf, Source } from './read-sources.ts';

export type Import = {
  node: Node;
  /** As written; null where it is computed. */
  specifier: string | null;
  /** The file inside `src` that a relative specifier means: `crm/contacts.ts`, or `../../server/src/main.ts`. */
  target: string | null;
  isType: boolean;
  /** Whether it is only started, as a process or thread of its own. */
  isStarted: boolean;
  /** The names of a static import; empty for all other kinds. */
  names: string[];
};

export function readImports(source: Source): Import[] {
  return [...staticImports(source), ...dynamicImports(source), ...fileImports(source)];
}

function staticImports(source: Source): Import[] {
  return [
    ...source.nodesOf('ImportDeclaration').map((node) => {
      const named = node.specifiers.filter((specifier) => !isTypeSpecifier(specifier));
      const isType = node.importKind === 'type' || (node.specifiers.length > 0 && named.length === 0);
      return toImport(source, node, node.source.value, { isType, names: isType ? [] : named.map(importedName) });
    }),
    ...source.nodesOf('ExportNamedDeclaration', 'ExportAllDeclaration').flatMap((node) => {
      return node.source ? [toImport(source, node, node.source.value, { isType: node.exportKind === 'type' })] : [];
    }),
    // import('./x.ts').Type
    ...source.nodesOf('TSImportType').map((node) => toImport(source, node, node.source.value, { isType: true })),
    // import x = require('x')
    ...source.nodesOf('TSExternalModuleReference').map((node) => toImport(source, node, node.expression.value)),
    // declare module 'x' { … }
    ...source.nodesOf('TSModuleDeclaration').flatMap((node) => {
      return node.id.type === 'Literal' ? [toImport(source, node, node.id.value, { isType: true })] : [];
    }),
  ];
}

function isTypeSpecifier(specifier: NodeOf<'ImportDeclaration'>['specifiers'][number]): boolean {
  return specifier.type === 'ImportSpecifier' && specifier.importKind === 'type';
}

function importedName(specifier: NodeOf<'ImportDeclaration'>['specifiers'][number]): string {
  if (specifier.type !== 'ImportSpecifier') return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*';
  return specifier.imported.type === 'Literal' ? specifier.imported.value : specifier.imported.name;
}

/** import('x'), require('x'), require.resolve('x'), import.meta.resolve('x') */
function dynamicImports(source: Source): Import[] {
  return [
    ...source.nodesOf('ImportExpression').flatMap((node) => computedImports(source, node, node.source)),
    ...source.nodesOf('CallExpression').flatMap((node) => {
      const [argument] = node.arguments;
      return argument && isResolver(node.callee) ? computedImports(source, node, argument) : [];
    }),
  ];
}

function isResolver(callee: Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 'require';
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  const isModule = callee.object.type === 'MetaProperty';
  return callee.property.name === 'resolve' && (isModule || isResolver(callee.object));
}

/** new URL('./x.ts', import.meta.url), and the file of a worker thread. */
function fileImports(source: Source): Import[] {
  return source.nodesOf('NewExpression').flatMap((node) => {
    const [file, base] = node.arguments;
    if (!file || node.callee.type !== 'Identifier') return [];
    if (node.callee.name === 'Worker') return isFileUrl(file) ? [] : [toImport(source, node, null)];
    if (node.callee.name !== 'URL' || !base || !isModuleUrl(base)) return [];
    return computedImports(source, node, file)
      .filter(({ specifier }) => specifier === null || /\.[cm]?[jt]sx?$/.test(specifier))
      .map((found) => ({ ...found, isStarted: true }));
  });
}

function isFileUrl(node: Node): boolean {
  return node.type === 'NewExpression' && node.arguments[1] !== undefined && isModuleUrl(node.arguments[1]);
}

function isModuleUrl(node: Node): boolean {
  return node.type === 'MemberExpression' && node.object.type === 'MetaProperty';
}

function computedImports(source: Source, node: Node, specifier: Node): Import[] {
  const texts = possibleTexts(source, specifier) ?? [null];
  return texts.map((text) => toImport(source, node, text));
}

function toImport(source: Source, node: Node, specifier: string | null, rest: Partial<Import> = {}): Import {
  const target = specifier?.startsWith('.') ? path.posix.join(path.posix.dirname(source.name), specifier) : null;
  return { node, specifier, target, isType: false, isStarted: false, names: [], ...rest };
}
