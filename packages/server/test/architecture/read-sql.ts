// SQL written as text with Kysely's `sql`: as a template, or with `sql.raw` and its like.

import type { Node } from 'oxc-parser';
import { constantOf, possibleTexts, templateTexts } from './possible-texts.ts';
import type { Source } from './read-sources.ts';

/** `texts` is null where the SQL cannot be read off; inside a text, `¿` stands for each part that cannot. */
export type Sql = { node: Node; texts: string[] | null };

export function readSql(source: Source): Sql[] {
  const names = source
    .nodesOf('ImportDeclaration')
    .filter((node) => node.source.value === 'kysely')
    .flatMap((node) => node.specifiers)
    .filter(
      (one) => one.type === 'ImportSpecifier' && one.imported.type === 'Identifier' && one.imported.name === 'sql',
    )
    .map((one) => one.local.name);
  if (names.length === 0) return [];
  return source
    .nodesOf('Identifier')
    .filter((node) => names.includes(node.name) && source.referenceOf(node)?.isValueReference)
    .map((node) => {
      const use = useOf(source, node);
      return { node: use, texts: textsOf(source, use) };
    });
}

/** The template, or the call of sql.raw and its like. */
function useOf(source: Source, node: Node): Node {
  const parent = source.parentOf(node);
  if (parent?.type !== 'MemberExpression') return parent?.type === 'TaggedTemplateExpression' ? parent : node;
  const call = source.parentOf(parent);
  return call?.type === 'CallExpression' && call.callee === parent ? call : node;
}

function textsOf(source: Source, node: Node): string[] | null {
  switch (node.type) {
    case 'TaggedTemplateExpression':
      return templateTexts(node.quasi, (expression) => partOf(source, expression));
    case 'CallExpression': {
      const {
        callee,
        arguments: [argument],
      } = node;
      if (callee.type !== 'MemberExpression') return null;
      // sql`…`.as('name')
      if (callee.object.type === 'TaggedTemplateExpression') return textsOf(source, callee.object);
      const isRaw = callee.property.type === 'Identifier' && callee.property.name === 'raw';
      return (argument && possibleTexts(source, argument)) ?? (isRaw ? null : ['¿']);
    }
    default:
      return null;
  }
}

/** What stands inside `${…}`: a text, another piece of SQL, a constant that holds one, or a value. */
function partOf(source: Source, node: Node): string[] {
  if (node.type === 'ConditionalExpression')
    return [...partOf(source, node.consequent), ...partOf(source, node.alternate)];
  const value = node.type === 'Identifier' ? constantOf(source, node) : node;
  return (value && textsOf(source, value)) ?? ['¿'];
}
