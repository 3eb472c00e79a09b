// SQL written as text: which tables it writes, and the words that only one of the two databases knows.

import type { Node } from 'oxc-parser';
import { isIn, onlyIn } from './places.ts';
import { namesOfMember } from './possible-texts.ts';
import type { Source } from './read-sources.ts';
import { readSql } from './read-sql.ts';
import { databaseMembers, databaseOnly, wordsAnywhere, wordsInSql } from './rules.ts';
import { writeFault } from './table-owners.ts';

const verb =
  /insert(?:\s+or\s+\w+)?(?:\s+into)?|replace\s+into|merge(?:\s+into)?|delete(?:\s+from)?|truncate(?:\s+table)?|update(?:\s+or\s+\w+)?/;
/** A verb and its table, past `only` and the name of a schema; `for update` and `on delete` write nothing. */
const write = new RegExp(
  String.raw`(?<!\b(?:for|do|on|key)\s+)\b(?:${verb.source})\b\s*(?:only\b\s*)?(?:["\w]+\s*\.\s*)?["\`[]?(\w+)?`,
  'gi',
);
const members = new Map(Object.entries(databaseMembers));
const schemaChange = /\b(?:create|drop|alter)\s+\w+/i;

/** Tables written by SQL of another owner, and changes of the schema. */
export function checkRawSql(source: Source): string[] {
  if (isIn(source.name, databaseOnly)) return [];
  return readSql(source).flatMap(({ node, texts }) => {
    if (!texts) return [source.fault(node, 'SQL must be written out where it is used')];
    return texts.flatMap((text) => {
      const sql = text.replace(/--.*$|\/\*.*?\*\//gms, ' ');
      const faults = [...sql.matchAll(write)].map((match) => writeFault(source, node, match[1] ?? null));
      if (schemaChange.test(sql)) faults.push(source.fault(node, 'changes the schema, which is for database/'));
      return faults.filter((fault) => fault !== null);
    });
  });
}

/** Words of one database in any text of the code. Comments may say them. */
export function checkDatabaseWords(source: Source): string[] {
  if (isIn(source.name, databaseOnly)) return [];
  const fault = (node: Node, text: string, words: RegExp): string[] => {
    const word = words.exec(text)?.[0];
    return word === undefined ? [] : [source.fault(node, `says "${word}", which is for database/`)];
  };
  return [
    ...source.nodesOf('Literal').flatMap((node) => fault(node, String(node.value), wordsAnywhere)),
    ...source.nodesOf('TemplateElement').flatMap((node) => fault(node, node.value.cooked ?? '', wordsAnywhere)),
    ...readSql(source).flatMap(({ node, texts }) => (texts ?? []).flatMap((text) => fault(node, text, wordsInSql))),
  ];
}

/** Members such as `query.forUpdate` and `dialect.name`. */
export function checkDatabaseMembers(source: Source): string[] {
  return source.nodesOf('MemberExpression').flatMap((node) => {
    const object = node.object.type === 'MemberExpression' ? node.object.property : node.object;
    const before = object.type === 'Identifier' ? object.name : '';
    return (namesOfMember(source, node) ?? []).flatMap((name) => {
      const rule = members.get(name) ?? members.get(`${before}.${name}`);
      return rule && !isIn(source.name, rule) ? [source.fault(node, `uses ${name}, ${onlyIn(rule)}`)] : [];
    });
  });
}
