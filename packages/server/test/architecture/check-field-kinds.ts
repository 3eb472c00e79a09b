// Kinds of fields by name: only the table of the server and that of the admin may name them.

import type { Node } from 'oxc-parser';
import { fieldKinds } from '../../src/fields/field-kinds.ts';
import { isIn } from './places.ts';
import { constantOf, nameOfKey, possibleTexts } from './possible-texts.ts';
import type { Source } from './read-sources.ts';
import { fieldKindTables, otherTypes, wordsLikeKinds } from './rules.ts';

const kinds = Object.keys(fieldKinds);
const isKind = (text: string | null): text is string => text !== null && kinds.includes(text);

export function checkFieldKinds(source: Source): string[] {
  if (isIn(source.name, fieldKindTables[source.home] ?? [])) return [];
  const found = [
    ...kindsWritten(source),
    ...(isIn(source.name, otherTypes[source.home] ?? []) ? [] : kindsAsked(source)),
  ];
  return [
    ...new Set(found.map(({ node, kind }) => source.fault(node, `names the kind ${kind}: say it in field-kinds.ts`))),
  ];
}

type Found = { node: Node; kind: string };

/** Names that mean nothing but a kind, as texts or keys. A declaration may have them, and so may an HTML attribute. */
function kindsWritten(source: Source): Found[] {
  const isDistinct = (text: string | null): text is string => isKind(text) && !wordsLikeKinds.includes(text);
  const literals = source.nodesOf('Literal').flatMap((node) => {
    const text = typeof node.value === 'string' ? node.value : null;
    const parent = source.parentOf(node);
    if (!isDistinct(text) || parent?.type === 'JSXAttribute' || isDeclared(source, node)) return [];
    return [{ node, kind: text }];
  });
  const keys = source.nodesOf('Property').flatMap(({ key, computed }) => {
    const name = computed || key.type !== 'Identifier' ? null : key.name;
    return isDistinct(name) ? [{ node: key, kind: name }] : [];
  });
  return [...literals, ...keys];
}

/** `{ name: 'message', type: 'textarea' }` declares a field, as a user would. */
function isDeclared(source: Source, node: Node): boolean {
  const property = source.parentOf(node);
  const object = property && source.parentOf(property);
  if (object?.type !== 'ObjectExpression') return false;
  const names = object.properties.map((one) => (one.type === 'Property' ? nameOfKey(one.key) : null));
  return names.includes('name') && names.includes('type');
}

/** Questions about the type of a field: `field.type === 'file'`, `['file'].includes(type)`, `inputs[field.type]` and the like. */
function kindsAsked(source: Source): Found[] {
  const of = (node: Node, texts: string[]): Found[] => texts.filter(isKind).map((kind) => ({ node, kind }));
  const compared = source.nodesOf('BinaryExpression').flatMap((node) => {
    const { left, right, operator } = node;
    if (!/^[!=]==?$/.test(operator) || left.type === 'PrivateIdentifier') return [];
    const other = isType(left) ? right : isType(right) ? left : null;
    return other ? of(node, possibleTexts(source, other) ?? []) : [];
  });
  const switched = source
    .nodesOf('SwitchStatement')
    .filter(({ discriminant }) => isType(discriminant))
    .flatMap(({ cases }) => cases.flatMap(({ test }) => (test ? of(test, possibleTexts(source, test) ?? []) : [])));
  const passed = source.nodesOf('CallExpression').flatMap((node) => {
    const [argument] = node.arguments;
    if (node.callee.type !== 'MemberExpression' || !argument || !isType(argument)) return [];
    return of(node, textsIn(source, node.callee.object));
  });
  const looked = source
    .nodesOf('MemberExpression')
    .filter(({ computed, property }) => computed && isType(property))
    .flatMap((node) => of(node, textsIn(source, node.object)));
  return [...compared, ...switched, ...passed, ...looked];
}

function isType(node: Node): boolean {
  if (node.type === 'ChainExpression') return isType(node.expression);
  if (node.type === 'MemberExpression') return !node.computed && node.property.name === 'type';
  return node.type === 'Identifier' && node.name === 'type';
}

/** The entries of a list or set, and the keys of an object or map, that the file writes out. */
function textsIn(source: Source, node: Node): string[] {
  switch (node.type) {
    case 'Identifier': {
      const value = constantOf(source, node);
      return value ? textsIn(source, value) : [];
    }
    case 'ArrayExpression':
      return node.elements.flatMap((element) => (element ? textsIn(source, element as Node) : []));
    case 'ObjectExpression':
      return node.properties.flatMap((property) =>
        property.type === 'Property' ? (nameOfKey(property.key) ?? []) : textsIn(source, property.argument),
      );
    case 'NewExpression':
      return node.arguments.flatMap((argument) => textsIn(source, argument as Node));
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return textsIn(source, node.expression);
    default:
      return possibleTexts(source, node) ?? [];
  }
}
