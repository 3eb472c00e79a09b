// Who writes which table through Kysely.

import type { Node } from 'oxc-parser';
import { nameOfKey, namesOfMember, possibleTexts } from './possible-texts.ts';
import type { Source } from './read-sources.ts';
import { tableWriters } from './rules.ts';
import { writeFault } from './table-owners.ts';

/** `.insertInto('items')` and the like, by a file of another owner, or where the table cannot be read off. */
export function checkTables(source: Source): string[] {
  return [...calls(source), ...detached(source)];
}

function calls(source: Source): string[] {
  return source.nodesOf('MemberExpression').flatMap((node) => {
    const names = namesOfMember(source, node);
    if (names === null)
      return isDatabase(node.object) ? [source.fault(node, 'calls a computed method of its database')] : [];
    const writer = names.find((name) => tableWriters.includes(name));
    if (!writer) return [];
    const call = source.parentOf(node);
    if (call?.type !== 'CallExpression' || call.callee !== node || !call.arguments[0])
      return [detachedFault(source, node, writer)];
    return tablesOf(source, call.arguments[0]).flatMap((table) => writeFault(source, node, table) ?? []);
  });
}

/** `const { deleteFrom } = ctx.db` */
function detached(source: Source): string[] {
  const properties = source.nodesOf('ObjectPattern').flatMap((pattern): Node[] => pattern.properties);
  return properties.flatMap((property) => {
    const name = property.type === 'Property' ? nameOfKey(property.key) : null;
    return name !== null && tableWriters.includes(name) ? [detachedFault(source, property, name)] : [];
  });
}

function detachedFault(source: Source, node: Node, name: string): string {
  return source.fault(node, `takes ${name} off its database: call it with a table where it is named`);
}

function isDatabase(node: Node): boolean {
  const name = node.type === 'MemberExpression' ? node.property : node;
  return name.type === 'Identifier' && ['db', 'writer', 'transaction', 'trx'].includes(name.name);
}

/** The names in 'payments', 'payments as p' and ['payments', 'refunds']; null stands for one that cannot be read off. */
function tablesOf(source: Source, argument: Node): (string | null)[] {
  if (argument.type === 'ArrayExpression') {
    return argument.elements.flatMap((element) => (element ? tablesOf(source, element) : []));
  }
  const texts = possibleTexts(source, argument);
  return texts?.map((text) => /^(?:\w+\.)?(\w+)(?:\s+as\s+\w+)?$/i.exec(text.trim())?.[1] ?? null) ?? [null];
}
