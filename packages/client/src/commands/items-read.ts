// `frontdesk items list` and `get`.

import type { Item, ListedItem, ListItemsQuery } from '../api-types.ts';
import { UsageError } from '../cli/command-error.ts';
import { defineCommand } from '../cli/define-command.ts';
import { type Column, showTime } from '../cli/output.ts';
import { parseObject } from '../cli/read-input.ts';
import { listOptions, printList } from '../cli/read-list.ts';
import type { ItemFilters, OrderBy, SortKey } from '../content.ts';

type Where = NonNullable<ItemFilters<Record<string, unknown>, string>['where']>;

const columns: readonly Column<ListedItem>[] = [
  { title: 'SLUG', of: ({ slug }) => slug, isWhole: true },
  { title: 'TITLE', of: ({ title }) => title },
  { title: 'STATUS', of: ({ status }) => status },
  {
    title: 'PUBLISHED',
    of: ({ publishedAt }) => publishedAt,
    show: ({ publishedAt }) => showTime(publishedAt),
    isWhole: true,
  },
  { title: 'UPDATED', of: ({ updatedAt }) => updatedAt, isForPrograms: true },
  { title: 'ID', of: ({ id }) => id, isForPrograms: true },
];

const itemsList = defineCommand({
  name: 'items list',
  summary: 'list the items of a content type',
  args: 'TYPE',
  scopes: 'content:read',
  options: {
    status: { value: 'STATUS', help: 'publish (default), draft, scheduled, trash, or any (all but the trash)' },
    search: { value: 'WORDS', help: 'with all of these words' },
    tag: { value: 'SLUG', help: 'with this tag' },
    category: { value: 'SLUG', help: 'in this category' },
    filter: {
      value: 'NAME=VALUE',
      multiple: true,
      help: 'by a custom field, such as color=red or price[gte]=10; can be repeated',
    },
    where: {
      value: 'JSON',
      help: 'by conditions in groups, such as \'{"or":[{"tag":"new"},{"title":{"contains":"tour"}}]}\'',
    },
    'order-by': { value: 'WHAT', help: 'date (default), title, menu_order or fields.NAME' },
    order: { value: 'ORDER', help: 'asc or desc' },
    sort: { value: 'KEYS', help: 'in place of these: up to four keys, such as --sort=-fields.price,title' },
    select: { value: 'MEMBERS', help: 'with --json: only these members, such as title,fields.price' },
    ...listOptions,
  },
  examples: [
    'frontdesk items list post --status draft',
    "frontdesk items list product --filter 'price[gte]=10' --order-by fields.price --order asc",
    'frontdesk items list post --all --json | jq -r .title',
    'frontdesk items list product --all --json --sort=-fields.price --select title,fields.price > prices.ndjson',
  ],
  async run({ args: [type = ''], values, client, output }) {
    const { limit, all, filter = [], 'order-by': orderBy, status, order, where, sort, select, ...filters } = values;
    if (select !== undefined && !output.isJson) throw new UsageError('--select is for programs: add --json');
    const query = {
      ...filters,
      ...(status === undefined ? {} : { status: status as NonNullable<ListItemsQuery['status']> }),
      ...(order === undefined ? {} : { order: order as 'asc' | 'desc' }),
      ...(orderBy === undefined ? {} : { orderBy: orderBy as OrderBy<string> }),
      ...(sort === undefined ? {} : { sort: sort.split(',') as SortKey<string>[] }),
      ...(select === undefined ? {} : { select: select.split(',') as never[] }),
      ...(where === undefined ? {} : { where: parseObject(where, '--where') as Where }),
      filter: readFilters(filter),
    };
    const read = (page: { limit: number }) => client.content(type).all({ ...query, ...page });
    await printList(output, { limit, all }, read, columns, 'No matching items.');
  },
});

const itemsGet = defineCommand({
  name: 'items get',
  summary: 'show an item',
  args: 'TYPE SLUG',
  scopes: 'content:read',
  options: { draft: { help: 'as it will be when its draft is published; needs content:write' } },
  notes: 'SLUG can be the ID as well.',
  examples: ['frontdesk items get post harbor --draft', 'frontdesk items get post harbor --json > harbor.json'],
  async run({ args: [type = '', slug = ''], values, client, output }) {
    const item = await client.content(type).get(slug, values.draft ? { version: 'draft' } : {});
    output.record(item, linesOf(item));
  },
});

export const itemsRead = [itemsList, itemsGet];

/** `price[gte]=10` → `{ price: { gte: '10' } }`. */
function readFilters(texts: readonly string[]): Record<string, Record<string, string>> {
  const filters: Record<string, Record<string, string>> = {};
  for (const text of texts) {
    const [, name, operator = 'eq', value] = /^([^[\]=]+)(?:\[(\w+)\])?=(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError(`--filter must be NAME=VALUE or NAME[OPERATOR]=VALUE, such as price[gte]=10, not "${text}"`);
    }
    filters[name] = { ...filters[name], [operator]: value };
  }
  return filters;
}

function linesOf(item: Item): [label: string, value: string | number | null][] {
  const fields = Object.entries(item.fields).map(([name, value]): [string, string] => [
    `fields.${name}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return [
    ['ID', item.id],
    ['Slug', item.slug],
    ['Title', item.title],
    ['Status', item.status],
    ['Published', item.publishedAt],
    ['Updated', item.updatedAt],
    ['Version', item.version],
    ['Author', item.author?.name ?? null],
    ['Tags', item.tags.join(',')],
    ['Categories', item.categories.join(',')],
    ['Draft', item.draft ? `changes ${item.draft.changed.join(', ') || 'nothing'}` : null],
    ['Excerpt', item.excerpt],
    ...fields,
    ['Content', item.content],
  ];
}
