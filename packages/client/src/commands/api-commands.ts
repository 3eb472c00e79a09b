// A command for each operation of the API: `frontdesk contacts list`, `frontdesk invoices create`. All have the same grammar,
// which follows from the table of operations.

import { writeFile } from 'node:fs/promises';
import type { AdminClient } from '../admin.ts';
import type { ApiOperation } from '../cli/api-operation.ts';
import { apiOperations } from '../cli/api-operations.ts';
import { CommandError, UsageError } from '../cli/command-error.ts';
import type { Call, Command, Option } from '../cli/define-command.ts';
import { columnOf, linesOf } from '../cli/output.ts';
import { isObject, parseJson, parseObject, readInput } from '../cli/read-input.ts';
import { listOptions, printList } from '../cli/read-list.ts';
import { eachByCursor } from '../pages.ts';
import { path } from '../query.ts';

/** The options of every command with a list, and of none. */
const filterOption: Option = {
  value: 'condition',
  multiple: true,
  help: "a condition as the API writes it, such as 'createdAt[gte]=2027-01-01'; can be repeated",
};
const bodyOptions = {
  data: { value: 'json', help: 'the body: JSON, @file, or - for standard input' },
  set: {
    value: 'name=value',
    multiple: true,
    help: 'a member of the body, also inside another one: fields.price=25; null removes; can be repeated',
  },
} as const satisfies Record<string, Option>;
const columnsOption: Option = { value: 'names', help: 'what to show, separated by commas, such as id,payment.status' };
const outOption: Option = { value: 'file', help: 'where to write it (default: standard output)' };

/** Options of their own would hide parameters with these names; `--filter` has them. */
const taken = ['url', 'token', 'json', 'help', 'limit', 'all', 'filter', 'columns', 'data', 'set', 'out'];

type Row = Record<string, unknown>;

/** A command for each operation that a key may call. */
export const apiCommands: readonly Command[] = apiOperations.map((operation) => {
  const { name, summary, scopes, example } = operation;
  const members = Object.keys(operation.body ?? {});
  return {
    name,
    operation: operation.id,
    summary,
    args: argumentsOf(operation),
    scopes: scopes ?? 'what the operation needs',
    options: optionsOf(operation),
    ...(members.length === 0 ? {} : { notes: `Members of the body: ${members.join(', ')}.` }),
    examples: [`frontdesk ${example}`],
    run: (call) => run(operation, call),
  };
});

/** What is deleted may be several. */
function argumentsOf({ path, ...operation }: ApiOperation): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => `<${optionName(name)}>`);
  return names.length > 0 && isDeletion(operation) ? `${names.join(' ')}…` : names.join(' ');
}

function isDeletion({ method, columns }: Pick<ApiOperation, 'method' | 'columns'>): boolean {
  return method === 'DELETE' && columns !== undefined;
}

function isList({ method, columns }: ApiOperation): boolean {
  return method === 'GET' && columns !== undefined;
}

function optionsOf(operation: ApiOperation): Record<string, Option> {
  const query = Object.entries(operation.query).filter(([name]) => !taken.includes(name));
  return {
    ...Object.fromEntries(
      query.map(([name, { help, isFlag }]) => [
        optionName(name),
        isFlag ? { help, isNegatable: true as const } : { value: 'value', help },
      ]),
    ),
    ...(operation.hasFilters ? { filter: filterOption } : {}),
    ...(isList(operation) ? { ...listOptions, columns: columnsOption } : {}),
    ...(operation.body ? bodyOptions : {}),
    ...(operation.isFile ? { out: outOption } : {}),
  };
}

/** `contactId` → `contact-id` */
function optionName(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}

async function run(operation: ApiOperation, call: Call): Promise<number | undefined> {
  const { args, values, client, output } = call;
  const { method, columns = [] } = operation;
  const query = readQuery(operation, values);
  if (isDeletion(operation)) return deleteEach(operation, call, query);
  if (isList(operation)) {
    // What is selected of a record is what there is to show.
    const { columns: chosen = values.select } = values;
    const shown = typeof chosen === 'string' ? chosen.split(',') : columns;
    const { limit, all } = values as { limit?: string; all?: true };
    const read = (page: { limit: number }) =>
      readRows(operation, client, pathOf(operation, args), { ...query, ...page });
    await printList(output, { limit, all }, read, shown.map(columnOf), 'There are none.');
    return 0;
  }
  const body = await readBody(operation, values);
  const options = {
    query,
    ...(body === undefined ? {} : { body }),
    ...(operation.isSafeToRepeat ? { idempotencyKey: crypto.randomUUID() } : {}),
  };
  if (operation.isFile) return writeOut(await client.send(method, pathOf(operation, args), options), values.out);
  const answer = await client.request<object>(method, pathOf(operation, args), options);
  output.record(answer ?? {}, linesOf(answer ?? {}));
  return 0;
}

/** The path with its values in place of the names. */
function pathOf({ path: template }: ApiOperation, args: readonly string[]): string {
  const parts = template.split(/\{\w+\}/);
  try {
    return path(Object.assign([...parts], { raw: parts }), ...args);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readQuery({ query }: ApiOperation, values: Call['values']): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(query)) {
    const value = values[optionName(name)];
    if (value !== undefined && !taken.includes(name)) given[name] = String(value);
  }
  for (const text of (values.filter as string[] | undefined) ?? []) {
    const [name, value] = splitPair('--filter', text);
    given[name] = value;
  }
  return given;
}

function splitPair(option: string, text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`${option} must be name=value, not "${text}"`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function readRows(
  { hasPages }: ApiOperation,
  client: AdminClient,
  at: string,
  query: { limit: number },
): AsyncIterable<Row> {
  const read = (page: object) =>
    client.request<{ items: Row[]; nextCursor?: string | null }>('GET', at, { query: page });
  if (hasPages) return eachByCursor((page) => read({ ...page, total: false }), query);
  // What is never long has no pages.
  const { limit: _limit, ...rest } = query;
  return eachIn(async () => (await read(rest)).items);
}

async function* eachIn(read: () => Promise<Row[]>): AsyncGenerator<Row, void, undefined> {
  yield* await read();
}

/** Each of several is deleted, whatever becomes of the others. */
async function deleteEach(operation: ApiOperation, call: Call, query: object): Promise<number> {
  const { args, client, output, complain } = call;
  const { method, path: template, columns = [] } = operation;
  const count = template.split('{').length - 1;
  const before = args.slice(0, Math.max(count - 1, 0));
  const last = args.slice(before.length);
  let failed = 0;
  async function* each(): AsyncGenerator<Row, void, undefined> {
    if (count === 0) yield await client.request<Row>(method, template, { query });
    for (const id of last) {
      try {
        yield await client.request<Row>(method, pathOf(operation, [...before, id]), { query });
      } catch (error) {
        if (last.length === 1) throw error;
        complain(error, id);
        failed += 1;
      }
    }
  }
  const rows = each();
  const first = await rows.next();
  // An item in the trash is answered as it is, one that is gone with its ID.
  const shown = columns.filter((name) => first.done || name in first.value);
  await output.rows(eachFrom(first, rows), shown.map(columnOf), 'Nothing was deleted.');
  return failed === 0 ? 0 : 1;
}

async function* eachFrom(
  first: IteratorResult<Row, void>,
  rest: AsyncIterable<Row>,
): AsyncGenerator<Row, void, undefined> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/** The body: `--data`, and what `--set` changes in it. */
async function readBody(operation: ApiOperation, values: Call['values']): Promise<Row | undefined> {
  const { data, set = [] } = values as { data?: string; set?: string[] };
  if (!operation.body) return undefined;
  if (data === undefined && set.length === 0) {
    const [example = 'name'] = Object.keys(operation.body);
    if (operation.needsBody)
      throw new UsageError(`--data or --set is required: what to send, such as --set ${example}=…`);
    return undefined;
  }
  const body = data === undefined ? {} : await readData(data);
  for (const text of set) {
    const [name, value] = splitPair('--set', text);
    const steps = name.split('.');
    const kind = steps.length === 1 ? operation.body[name] : undefined;
    place(body, steps, kind === 'text' && value !== 'null' ? value : jsonOrText(value));
  }
  return body;
}

async function readData(data: string): Promise<Row> {
  if (data === '-') return parseObject(await readInput('-'), 'standard input');
  if (data.startsWith('@')) return parseObject(await readInput(data.slice(1)), data.slice(1));
  if (isFileName(data)) throw new UsageError(`--data is not JSON: did you mean @${data}?`);
  return parseObject(data, '--data');
}

/** Whether a file was named without the `@` before it. */
function isFileName(text: string): boolean {
  return !/^\s*[{[]/.test(text) && /\.\w+$/.test(text);
}

function jsonOrText(value: string): unknown {
  try {
    return parseJson(value, '--set');
  } catch {
    return value;
  }
}

function place(target: Row, [step = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[step] = value;
    return;
  }
  if (!isObject(target[step])) target[step] = {};
  place(target[step] as Row, rest, value);
}

async function writeOut({ body, headers }: Response, out: unknown): Promise<number> {
  if (typeof out === 'string') {
    await writeFile(out, body ?? '').catch((error: Error) => {
      throw new CommandError(`${out} cannot be written: ${error.message}`);
    });
    return 0;
  }
  const isText = /^text\/|json|xml(;|$)/.test(headers.get('content-type') ?? '');
  if (process.stdout.isTTY && !isText) throw new UsageError('--out is required on a terminal: it is not text');
  for await (const chunk of body ?? []) await new Promise((resolve) => process.stdout.write(chunk, resolve));
  return 0;
}
