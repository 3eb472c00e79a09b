// `frontdesk items draft`, `publish`, `unpublish`, `discard` and `preview`.

import type { DraftChange, Item } from '../api-types.ts';
import { UsageError } from '../cli/command-error.ts';
import { defineCommand } from '../cli/define-command.ts';
import type { Output } from '../cli/output.ts';
import { readDuration } from '../cli/read-duration.ts';
import { parseObject, readInput } from '../cli/read-input.ts';

const itemsDraft = defineCommand({
  name: 'items draft',
  summary: 'change the draft of an item; what is live stays as it is',
  args: 'TYPE SLUG [FILE]',
  scopes: 'content:write',
  options: {},
  notes: 'FILE is a JSON object with the members to change; without it, standard input is read.',
  examples: [
    'echo \'{"title": "The harbor by day"}\' | frontdesk items draft post harbor',
    'frontdesk items draft post harbor changes.json',
  ],
  async run({ args: [type = '', slug = '', file = '-'], client, output }) {
    const change = parseObject(await readInput(file), file === '-' ? 'standard input' : file);
    const item = await client.content(type).updateDraft(slug, change as DraftChange);
    const changed = item.draft?.changed.join(', ');
    printItem(output, item, changed ? `the draft changes ${changed}` : 'the draft changes nothing');
  },
});

const itemsPublish = defineCommand({
  name: 'items publish',
  summary: 'publish an item with its draft',
  args: 'TYPE SLUG',
  scopes: 'content:write',
  options: {
    at: { value: 'TIME', help: 'at this time, such as 2031-05-01T08:00:00Z' },
    cancel: { help: 'a draft that waits for its time does not wait any longer' },
  },
  examples: ['frontdesk items publish post harbor', 'frontdesk items publish post harbor --at 2031-05-01T08:00:00Z'],
  async run({ args: [type = '', slug = ''], values: { at, cancel }, client, output }) {
    rejectBoth(at, cancel);
    const item = await client.content(type).publish(slug, cancel ? { at: null } : at === undefined ? {} : { at });
    const waits = item.draft?.publishAt;
    printItem(output, item, waits ? `its draft will be published at ${waits}` : statusOf(item));
  },
});

const itemsUnpublish = defineCommand({
  name: 'items unpublish',
  summary: 'make a published item a draft',
  args: 'TYPE SLUG',
  scopes: 'content:write',
  options: {
    at: { value: 'TIME', help: 'at this time, such as 2031-06-01T08:00:00Z' },
    cancel: { help: 'it stays published, whatever time was set' },
  },
  examples: [
    'frontdesk items unpublish post harbor',
    'frontdesk items unpublish post harbor --at 2031-06-01T08:00:00Z',
  ],
  async run({ args: [type = '', slug = ''], values: { at, cancel }, client, output }) {
    rejectBoth(at, cancel);
    const isTimed = cancel || at !== undefined;
    const item = await client.content(type).update(slug, isTimed ? { unpublishAt: at ?? null } : { status: 'draft' });
    printItem(output, item, item.unpublishAt ? `it will be a draft at ${item.unpublishAt}` : statusOf(item));
  },
});

const itemsDiscard = defineCommand({
  name: 'items discard',
  summary: 'discard the draft of an item',
  args: 'TYPE SLUG',
  scopes: 'content:write',
  options: {},
  examples: ['frontdesk items discard post harbor'],
  async run({ args: [type = '', slug = ''], client, output }) {
    const item = await client.content(type).discardDraft(slug);
    printItem(output, item, 'it has no draft');
  },
});

const itemsPreview = defineCommand({
  name: 'items preview',
  summary: 'print a link with which anyone can read the draft of an item until it expires',
  args: 'TYPE SLUG',
  scopes: 'content:write',
  options: {
    expires: { value: 'TIME', help: 'how long it works, such as 30m, 1h or 7d (default), up to 30d' },
  },
  examples: ['frontdesk items preview post harbor --expires 2d'],
  async run({ args: [type = '', slug = ''], values: { expires }, client, output }) {
    const body = expires === undefined ? {} : { expiresIn: readDuration('--expires', expires) };
    const preview = await client.content(type).preview(slug, body);
    output.result(preview, preview.url);
    if (output.isTerminal && !output.isJson) output.note(`It expires at ${preview.expiresAt}.`);
  },
});

export const itemsPublishing = [itemsDraft, itemsPublish, itemsUnpublish, itemsDiscard, itemsPreview];

/** What an item is after a change, in one line. */
export function printItem(output: Output, item: Item, what: string): void {
  output.result(item, output.isTerminal ? `${item.slug}: ${what}.` : [item.slug, item.status, item.id].join('\t'));
}

export function statusOf(item: Item): string {
  if (item.status === 'publish') return 'it is published';
  if (item.status === 'scheduled') return `it will be published at ${item.publishedAt}`;
  return item.status === 'trash' ? 'it is in the trash' : 'it is not published';
}

/** A time is either set or taken back. */
function rejectBoth(at: string | undefined, cancel: boolean | undefined): void {
  if (cancel && at !== undefined) throw new UsageError('--at and --cancel cannot be combined');
}
