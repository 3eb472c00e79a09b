// `frontdesk items revisions`, `diff` and `restore`.

import type { Revision } from '../api-types.ts';
import { UsageError } from '../cli/command-error.ts';
import { defineCommand } from '../cli/define-command.ts';
import { withoutControls } from '../cli/format-table.ts';
import { type Column, showTime } from '../cli/output.ts';
import { listOptions, printList, readNumber } from '../cli/read-list.ts';
import { printItem, statusOf } from './items-publish.ts';

const columns: readonly Column<Revision>[] = [
  { title: 'NUMBER', of: ({ number }) => number },
  { title: 'TIME', of: ({ createdAt }) => createdAt, show: ({ createdAt }) => showTime(createdAt), isWhole: true },
  { title: 'ACTION', of: ({ action }) => action },
  { title: 'WAY', of: ({ way }) => way },
  { title: 'BY', of: ({ by }) => by?.name },
  { title: 'NAME', of: ({ name }) => name },
  { title: 'CHANGED', of: ({ changed }) => changed.join(',') },
];

const itemsRevisions = defineCommand({
  name: 'items revisions',
  summary: 'list what an item was, the newest first',
  args: 'TYPE SLUG',
  scopes: 'content:write',
  options: listOptions,
  examples: ['frontdesk items revisions post harbor'],
  async run({ args: [type = '', slug = ''], values, client, output }) {
    const revisions = client.content(type).revisions(slug);
    await printList(output, values, (page) => revisions.all(page), columns, 'No revisions.');
  },
});

const itemsDiff = defineCommand({
  name: 'items diff',
  summary: 'show what differs between a revision and what the item is now',
  args: 'TYPE SLUG NUMBER',
  scopes: 'content:write',
  options: { with: { value: 'NUMBER', help: 'compare with another revision' } },
  examples: ['frontdesk items diff post harbor 3', 'frontdesk items diff post harbor 3 --with 5'],
  async run({ args: [type = '', slug = '', number = ''], values, client, output }) {
    const query = values.with === undefined ? {} : { with: readNumber('--with', values.with) };
    const differences = await client.content(type).revisions(slug).compare(readNumber('NUMBER', number), query);
    const { from, to, changes } = differences;
    if (output.isJson) return void output.result(differences, '');
    if (!output.isTerminal) {
      for (const { member, before, after } of changes) {
        console.log([member, before, after].map((value) => withoutControls(textOf(value))).join('\t'));
      }
      return;
    }
    if (changes.length === 0) return void output.note(`Revisions ${from} and ${to} do not differ.`);
    for (const { member, before, after } of changes) {
      console.log([member, ...changedLines(textOf(before), textOf(after))].join('\n'));
    }
  },
});

const itemsRestore = defineCommand({
  name: 'items restore',
  summary: 'give an item the texts, fields and terms of a revision',
  args: 'TYPE SLUG NUMBER',
  scopes: 'content:write',
  options: {
    to: { value: 'WHERE', help: 'live (default), or draft: what is live stays until the draft is published' },
  },
  examples: ['frontdesk items restore post harbor 3 --to draft'],
  async run({ args: [type = '', slug = '', number = ''], values: { to = 'live' }, client, output }) {
    if (to !== 'live' && to !== 'draft') throw new UsageError(`--to must be live or draft, not "${to}"`);
    const item = await client.content(type).revisions(slug).restore(readNumber('NUMBER', number), { to });
    printItem(
      output,
      item,
      to === 'draft' ? `revision ${number} is its draft` : `revision ${number} is restored; ${statusOf(item)}`,
    );
  },
});

export const itemsHistory = [itemsRevisions, itemsDiff, itemsRestore];

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}

/** The lines of two texts without those that both start or end with. */
function changedLines(before: string, after: string): string[] {
  const [old, fresh] = [before, after].map((text) => text.split(/\r?\n/)) as [string[], string[]];
  const max = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < max && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < max - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const marked = (mark: string, lines: string[]): string[] =>
    lines.slice(start, lines.length - end).map((line) => `  ${mark} ${withoutControls(line)}`);
  return [...marked('-', old), ...marked('+', fresh)];
}
