// The shape of a site as YAML. The package `yaml` is loaded only here, so that the other commands do without it.

import type { Document, LineCounter, Node, Pair, ParsedNode } from 'yaml';
import { CommandError } from '../cli/command-error.ts';
import { isObject } from '../cli/read-input.ts';
import { type Entry, type Shape, sectionNames } from './shape.ts';

/** What the file must say as `version`: it changes with the members of the file. */
export const fileVersion = 1;

const head = ` The shape of a Frontdesk site. See docs/types.md; change it here, and apply it with: frontdesk schema push
 It has no items, submissions or people, and no secrets.`;

/** Leads editors with the language server of YAML to the JSON Schema of the file. */
export const schemaLineStart = '# yaml-language-server: $schema=';

/** The line of a file that does so, if it has one. */
export function schemaLineOf(text: string): string | null {
  return text.split(/\r?\n/).find((line) => line.startsWith(schemaLineStart)) ?? null;
}

export type Place = readonly (string | number)[];

export type ShapeFile = {
  value: unknown;
  /** Faults of the YAML itself. */
  faults: FileFault[];
  /** Where a value is, or the key of a member. Of what is not there, the closest around it. */
  locate(place: Place, what?: 'value' | 'key'): Position;
};

export type Position = { line: number; column: number };
export type FileFault = Position & { text: string };

async function loadYaml(): Promise<typeof import('yaml')> {
  try {
    return await import('yaml');
  } catch {
    throw new CommandError('these commands need the package yaml, which is not installed: npm install yaml');
  }
}

/** The same shape gives the same text. */
export async function writeShape(shape: Shape): Promise<string> {
  const { Document } = await loadYaml();
  // Words such as `no` are quoted: older readers of YAML take them for more than texts.
  const options = { compat: 'yaml-1.1', aliasDuplicateObjects: false } as const;
  const value: Entry = { version: fileVersion };
  for (const name of sectionNames) if (shape[name] !== undefined) value[name] = shape[name];
  const document = new Document(value, options);
  document.commentBefore = head;
  const pairs = (document.contents as { items: Pair<{ spaceBefore?: boolean }>[] }).items;
  for (const { key } of pairs) key.spaceBefore = true;
  return document.toString({ lineWidth: 0 });
}

/** Reads a file. Faults of its syntax are in the result; nothing else is checked. */
export async function parseShape(text: string): Promise<ShapeFile> {
  const { isAlias, isMap, isSeq, LineCounter, parseDocument } = await loadYaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): Position => positionAt(lines, offset);
  const faults = [...document.errors, ...document.warnings].map(({ message, pos: [offset], code }) => ({
    ...at(offset),
    text: code === 'DUPLICATE_KEY' ? 'this key is there twice' : lowerFirst(message),
  }));
  const locate: ShapeFile['locate'] = (place, what = 'value') => {
    let node: Node | null = document.contents;
    let offset = node?.range?.[0] ?? 0;
    for (const [index, step] of place.entries()) {
      if (isAlias(node)) node = node.resolve(document as Document) ?? null;
      if (isSeq(node)) node = (node.items[Number(step)] as Node | undefined) ?? null;
      else if (isMap(node)) {
        const pair = node.items.find(({ key }) => String(key) === String(step)) as Pair<ParsedNode, Node> | undefined;
        node = pair?.value ?? null;
        const isKey = what === 'key' && index === place.length - 1;
        const keyOffset = pair?.key.range?.[0];
        if (keyOffset !== undefined && (isKey || !node?.range)) offset = keyOffset;
        if (isKey) break;
      } else break;
      if (!node?.range) break;
      offset = node.range[0];
    }
    return at(offset);
  };
  return { value: faults.length > 0 ? null : toValue(document), faults, locate };
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

function toValue(document: Document.Parsed): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new CommandError(`the YAML cannot be read: ${lowerFirst((error as Error).message)}`);
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).split('\n')[0];
}

/** The file of a shape with this fault in each line, as compilers write them. */
export function faultsIn(file: string, faults: readonly FileFault[]): CommandError {
  const sorted = [...faults].sort((a, b) => a.line - b.line || a.column - b.column);
  const lines = sorted.map(({ line, column, text }) => `\n  ${file}:${line}:${column} ${text}`);
  return new CommandError(`${file} has ${lines.length === 1 ? 'a fault' : `${lines.length} faults`}:${lines.join('')}`);
}

/** The sections that a file has. */
export function sectionsIn(value: unknown): string[] {
  return isObject(value) ? sectionNames.filter((name) => value[name] !== undefined) : [];
}
