// Globals that only some files may use: the network, the clock, chance, the environment.

import type { Node } from 'oxc-parser';
import { isIn, onlyIn } from './places.ts';
import { nameOfKey, namesOfMember } from './possible-texts.ts';
import type { Source } from './read-sources.ts';
import { globals } from './rules.ts';

/** A global and the members read from it: `['process', 'env', 'PORT']`. Empty for globalThis as a whole. */
type Use = { node: Node; path: string[] };

const globalObjects = ['globalThis', 'window', 'self', 'global'];
/** Objects whose members have rules, and so must not hide behind another name. */
const namespaces = ['Math', 'process', 'Date'];

export function checkGlobals(source: Source): string[] {
  return [...globalsUsed(source), ...modulesUsed(source)].flatMap((use) => {
    const name = namesOf(source, use).find((name) => Object.hasOwn(globals, name));
    if (name === undefined) return [];
    const places = globals[name]?.[source.home] ?? [];
    return isIn(source.name, places) ? [] : [source.fault(use.node, `uses ${name}, ${onlyIn(places)}`)];
  });
}

/** Names that no scope of the file declares. */
function globalsUsed(source: Source): Use[] {
  return (source.scopes.globalScope?.through ?? []).flatMap((reference) => {
    const node = reference.identifier as unknown as Node;
    const isType = ['TSTypeQuery', 'TSQualifiedName'].includes(source.parentOf(node)?.type ?? '');
    if (!reference.isValueReference || isType || node.type !== 'Identifier') return [];
    return follow(source, node, globalObjects.includes(node.name) ? [] : [node.name]);
  });
}

/** What is imported from Node's modules: `env` of node:process is process.env. */
function modulesUsed(source: Source): Use[] {
  const dynamic = source.nodesOf('ImportExpression').flatMap((node) => {
    const module = node.source.type === 'Literal' ? builtin(node.source.value) : null;
    return module === null ? [] : follow(source, node, [module]);
  });
  const named = source.nodesOf('ImportDeclaration').flatMap(({ source: from, specifiers }) => {
    const module = builtin(from.value);
    if (module === null) return [];
    return specifiers.flatMap((specifier): Use[] => {
      if (specifier.type === 'ImportSpecifier')
        return [{ node: specifier, path: [module, nameOfKey(specifier.imported) ?? ''] }];
      const [variable] = source.scopes.getDeclaredVariables(specifier as never);
      const uses = variable?.references.filter((reference) => reference.isValueReference) ?? [];
      return uses.flatMap((reference) => follow(source, reference.identifier as unknown as Node, [module]));
    });
  });
  return [...dynamic, ...named];
}

function builtin(specifier: unknown): string | null {
  return typeof specifier === 'string' ? (/^(?:node:)?(process|crypto|module)$/.exec(specifier)?.[1] ?? null) : null;
}

/** Goes on through members, `await` and destructuring to what is used in the end. */
function follow(source: Source, node: Node, path: string[]): Use[] {
  const parent = source.parentOf(node);
  switch (parent?.type) {
    case 'AwaitExpression':
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return follow(source, parent, path);
    case 'MemberExpression': {
      const names = parent.object === node ? namesOfMember(source, parent) : null;
      return names ? names.flatMap((name) => follow(source, parent, [...path, name])) : [{ node, path }];
    }
    case 'VariableDeclarator':
      if (parent.id.type !== 'ObjectPattern') return [{ node, path }];
      return parent.id.properties.map((property) => {
        const name = property.type === 'Property' ? nameOfKey(property.key) : null;
        return { node: property, path: name === null ? path : [...path, name] };
      });
    default:
      return [{ node, path }];
  }
}

/** The names under which rules may know a use, the longest first. */
function namesOf(source: Source, { node, path: [first, second] }: Use): string[] {
  if (first === undefined) return ['globalThis itself'];
  if (second !== undefined) return [`${first}.${second}`, first];
  if (!namespaces.includes(first)) return [first];
  const parent = source.parentOf(node);
  const isCalled = (parent?.type === 'NewExpression' || parent?.type === 'CallExpression') && parent.callee === node;
  if (isCalled) return parent.arguments.length === 0 ? [`new ${first}()`] : [];
  return parent?.type === 'BinaryExpression' && parent.operator === 'instanceof' ? [] : [`${first} itself`];
}
