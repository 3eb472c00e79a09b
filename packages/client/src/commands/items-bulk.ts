// `frontdesk items bulk`: many changes in one request.

import type { BulkOperation, BulkResult, Fault } from '../api-types.ts';
import { CommandError } from '../cli/command-error.ts';
import { defineCommand } from '../cli/define-command.ts';
import type { Column } from '../cli/output.ts';
import { isObject, parseJson, readInput } from '../cli/read-input.ts';
import { FrontdeskError } from '../frontdesk-error.ts';

const columns: readonly Column<BulkResult>[] = [
  { title: 'action', of: ({ action }) => action },
  { title: 'slug', of: ({ slug }) => slug, isWhole: true },
  { title: 'status', of: ({ status }) => status ?? 'deleted' },
  { title: 'changed', of: ({ changed }) => changed },
  { title: 'id', of: ({ id }) => id, isWhole: true },
];

export const itemsBulk = defineCommand({
  name: 'items bulk',
  summary: 'create, update, publish, trash, restore and delete many items in one transaction',
  args: '<type> <file>',
  scopes: 'content:write',
  options: { 'dry-run': { help: 'check everything, but change nothing' } },
  notes: `<file> has one operation on each line (NDJSON), or is a JSON list of them; - is standard input. If any
operation has a fault, every fault is named by its place and nothing is changed.`,
  examples: [
    'frontdesk items bulk product prices.ndjson --dry-run',
    'echo \'{"action": "trash", "id": "old-tour"}\' | frontdesk items bulk product -',
  ],
  async run({ args: [type = '', file = ''], values, client, output }) {
    const source = file === '-' ? 'standard input' : file;
    const { operations, lines } = readOperations(await readInput(file), source);
    try {
      const response = await client.content(type).bulk(operations, { dryRun: values['dry-run'] ?? false });
      if (output.isJson) return void output.result(response, '');
      await output.rows(response.results, columns, '');
      if (response.dryRun) output.note('Nothing was changed, because of --dry-run.');
    } catch (error) {
      throw lines && error instanceof FrontdeskError ? withLines(error, lines) : error;
    }
  },
});

/** The operations, and for NDJSON the line of each. */
function readOperations(text: string, source: string): { operations: BulkOperation[]; lines: number[] | null } {
  const document = isLines(text) ? null : parseJson(text, source);
  const list = isObject(document) && Array.isArray(document.operations) ? document.operations : document;
  if (Array.isArray(list)) return { operations: list, lines: null };
  if (isObject(list)) return { operations: [list as unknown as BulkOperation], lines: [1] };
  if (list !== null)
    throw new CommandError(`${source} must have operations, such as {"action": "trash", "id": "old-tour"}`);
  const operations: BulkOperation[] = [];
  const lines: number[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    operations.push(parseJson(line, `${source}, line ${index + 1},`) as BulkOperation);
    lines.push(index + 1);
  }
  return { operations, lines };
}

/** Whether a text has several documents, one on each line. The second line of an object never starts with a brace. */
function isLines(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.slice(0, 2).every((line) => line.trimStart().startsWith('{'));
}

/** Names the line of each fault instead of the number of its operation. */
function withLines(error: FrontdeskError, lines: readonly number[]): FrontdeskError {
  const errors = error.errors.map((fault: Fault) => ({
    ...fault,
    pointer: fault.pointer.replace(/^\/operations\/(\d+)/, (whole, index) => {
      const line = lines[Number(index)];
      return line === undefined ? whole : `line ${line}: `;
    }),
  }));
  const { code, title, status, detail, requestId, retryAfterSeconds, problem } = error;
  return new FrontdeskError({ code, title, status, detail, errors, requestId, retryAfterSeconds, problem });
}
