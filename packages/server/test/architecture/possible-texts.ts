// The texts that an expression may stand for, as far as the file itself says: literals, constants, and choices of them.

import type { Node } from 'oxc-parser';
import type { Source } from './read-sources.ts';

/** Null where the text is made elsewhere: a parameter, a call, an import. */
export function possibleTexts(source: Source, node: Node): string[] | null {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : null;
    case 'TemplateLiteral':
      return templateTexts(node, (expression) => possibleTexts(source, expression));
    case 'BinaryExpression':
      return combine(possibleTexts(source, node.left), possibleTexts(source, node.right));
    case 'ConditionalExpression':
      return either(possibleTexts(source, node.consequent), possibleTexts(source, node.alternate));
    case 'LogicalExpression':
      return either(possibleTexts(source, node.left), possibleTexts(source, node.right));
    case 'Identifier': {
      const value = constantOf(source, node);
      return value && possibleTexts(source, value);
    }
    case 'MemberExpression':
      return memberTexts(source, node);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return possibleTexts(source, node.expression);
    default:
      return null;
  }
}

/** Every text of a template, given those of its expressions. */
export function templateTexts(
  { quasis, expressions }: { quasis: { value: { cooked: string | null } }[]; expressions: Node[] },
  textsOf: (expression: Node) => string[] | null,
): string[] | null {
  return quasis.reduce<string[] | null>(
    (texts, { value }, at) => {
      const before = expressions[at - 1];
      return combine(before ? combine(texts, textsOf(before)) : texts, [value.cooked ?? '']);
    },
    [''],
  );
}

/** The value that a `const` of this file holds for ever. */
export function constantOf(source: Source, identifier: Node): Node | null {
  const [definition] = source.referenceOf(identifier)?.resolved?.defs ?? [];
  const declarator = definition?.node as unknown as Node | undefined;
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return null;
  const declaration = source.parentOf(declarator);
  return declaration?.type === 'VariableDeclaration' && declaration.kind === 'const' ? declarator.init : null;
}

/** `labels.first` of `const labels = { first: 'a', second: 'b' }`; all of them where the member is computed. */
function memberTexts(source: Source, node: Extract<Node, { type: 'MemberExpression' }>): string[] | null {
  let object: Node | null = node.object.type === 'Identifier' ? constantOf(source, node.object) : null;
  while (object?.type === 'TSAsExpression' || object?.type === 'TSSatisfiesExpression') object = object.expression;
  if (object?.type !== 'ObjectExpression') return null;
  const names = namesOfMember(source, node);
  const texts = object.properties.flatMap((property) => {
    if (property.type !== 'Property') return [null];
    if (names && !names.includes(nameOfKey(property.key) ?? '')) return [];
    return possibleTexts(source, property.value) ?? [null];
  });
  return texts.length > 0 && texts.every((text) => text !== null) ? texts : null;
}

/** The names that a member may have: `x.name`, `x['name']`; null where they are made elsewhere. */
export function namesOfMember(source: Source, node: Extract<Node, { type: 'MemberExpression' }>): string[] | null {
  return node.computed ? possibleTexts(source, node.property) : [node.property.name];
}

export function nameOfKey(key: Node): string | null {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : null;
}

function either(some: string[] | null, others: string[] | null): string[] | null {
  return some && others && [...some, ...others];
}

function combine(starts: string[] | null, ends: string[] | null): string[] | null {
  return starts && ends && starts.flatMap((start) => ends.map((end) => start + end));
}
