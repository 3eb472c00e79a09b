// The blocks that are not run: whether they say what the API, the settings and the languages allow.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Parser } from 'htmlparser2';
import { parseSync } from 'oxc-parser';
import { bodyValidator } from '../../src/lib/validation.ts';
import { type Block, root } from './read-blocks.ts';

type Check = (block: Block) => string | null | undefined;

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** By the language of the block. Each returns what is wrong, or null. */
const checks: Record<string, Check> = {
  json: checkJson,
  env: checkSettings,
  css: checkStyles,
  html: checkHtml,
  text: checkCommands,
};
for (const language of ['js', 'mjs', 'ts', 'tsx', 'jsx']) checks[language] = checkSyntax;

/** What is wrong with a block; undefined if no check is for its language. */
export function faultOf(block: Block): string | null | undefined {
  return checks[block.language]?.(block);
}

type Schema = Record<string, unknown>;
const document = JSON.parse(read('docs/openapi.json')) as { components: { schemas: Record<string, Schema> } };
const partial = { components: { schemas: withoutRequired(document.components.schemas) } };

/** `json Form` is a whole form, `json FieldDeclaration[]` a list, `json part=Form` some members of one. */
function checkJson({ words: [word = ''], code }: Block): string | null {
  const value = JSON.parse(code) as unknown;
  const [, part, name = '', list] = /^(part=)?(\w+)(\[\])?$/.exec(word) ?? [];
  const { components } = part ? partial : document;
  if (!components.schemas[name])
    return 'name the schema of the API that it is an example of, or the file that it is saved as';
  const entry = { $ref: `#/components/schemas/${name}` };
  const isValid = bodyValidator().compile({ ...(list ? { type: 'array', items: entry } : entry), components });
  if (!isValid(withoutGaps(value))) return JSON.stringify(isValid.errors?.[0]);
  const known = (components.schemas[name] as { properties?: object }).properties;
  const members = list || !known ? [] : Object.keys(withoutGaps(value) as object);
  const unknown = members.find((member) => !(member in (known as object)));
  return unknown ? `${name} has no ${unknown}` : null;
}

/** Without the members and entries `…`, which stand for those that the example leaves out. IDs such as `sub_…` are different ones. */
function withoutGaps(value: unknown): unknown {
  if (typeof value === 'string') return value.replace('…', () => String(++gaps));
  if (Array.isArray(value)) return value.filter((entry) => entry !== '…').map(withoutGaps);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([key, member]) => key !== '…' && member !== '…');
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutGaps(member)]));
}

let gaps = 0;

function withoutRequired<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutRequired) as Value;
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([key, member]) => key !== 'required' || !Array.isArray(member));
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutRequired(member)])) as Value;
}

/** What is opened is closed. */
function checkHtml({ code }: Block): string | null {
  const open: string[] = [];
  let fault: string | null = null;
  const parser = new Parser({
    onopentagname: (name) => void open.push(name),
    onclosetag(name, isImplied) {
      if (open.pop() !== name) fault ??= `</${name}> closes another tag`;
      if (isImplied && !empty.has(name)) fault ??= `<${name}> is not closed`;
    },
  });
  parser.end(code);
  return fault;
}

/** https://html.spec.whatwg.org/multipage/syntax.html#void-elements, as far as they are used. */
const empty = new Set(['br', 'img', 'input', 'link', 'meta']);

/** Lines of a file `.env`. */
function checkSettings({ code }: Block): string | null {
  const known = new Set([...read('docs/configuration.md').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name));
  for (const line of code.split('\n').filter((line) => line && !line.startsWith('#'))) {
    const [, name = ''] = /^([A-Z0-9_]+)=\S/.exec(line) ?? [];
    if (!known.has(name) && !name.startsWith('OTEL_')) return `${line} is no setting of docs/configuration.md`;
  }
  return null;
}

/** `text commands`: each line is a command of docs/commands.md or an operation of the API. Its options are checked by command.test.ts of the client. */
function checkCommands({ words: [word], code }: Block): string | null | undefined {
  if (word !== 'commands') return undefined;
  const names = [...read('docs/commands.md').matchAll(/^### (.+)$/gm)].map(([, name]) => name);
  const operations = [...read('packages/client/src/cli/api-operations.ts').matchAll(/^ {2}\{"name":"([^"]+)"/gm)].map(
    ([, name]) => name,
  );
  const known = [...names, ...operations, '<resource> <verb>'].map((name) => `frontdesk ${name}`);
  const isKnown = (line: string) => known.some((name) => `${line.replace(/^echo .* \| /, '')} `.startsWith(`${name} `));
  const unknown = code
    .trimEnd()
    .split('\n')
    .find((line) => !isKnown(line));
  return unknown === undefined ? null : `${unknown} is no command of docs/commands.md`;
}

/** Names of custom properties are those that the script of embedded forms reads. */
function checkStyles({ code }: Block): string | null {
  const script = read('packages/admin/src/embed/frontdesk-form.ts');
  const names = [...code.matchAll(/--frontdesk-([\w-]+)/g)].map(([, name]) => name as string);
  return names.find((name) => !script.includes(`read('${name}')`)) ?? null;
}

function checkSyntax({ code, language, place }: Block): string | null {
  const name = `${place.replace(/\W/g, '-')}.${language}`;
  return parseSync(name, code, { sourceType: 'module' }).errors[0]?.message ?? null;
}
