// `frontdesk search`.

import type { SearchResult } from '../api-types.ts';
import { defineCommand } from '../cli/define-command.ts';
import type { Column } from '../cli/output.ts';
import { readNumber } from '../cli/read-list.ts';

const columns: readonly Column<SearchResult>[] = [
  { title: 'kind', of: ({ kind, type }) => type ?? kind },
  { title: 'title', of: ({ title }) => title },
  { title: 'detail', of: ({ detail }) => detail },
  { title: 'status', of: ({ status }) => status },
  { title: 'createdAt', of: ({ createdAt }) => createdAt, isWhole: true },
  { title: 'id', of: ({ id }) => id, isWhole: true },
];

export const search = defineCommand({
  name: 'search',
  summary: 'find items, contacts, payments, invoices, forms and submissions',
  args: '<word>…',
  scopes: 'the scopes of what it may find, such as content:read and crm:read',
  options: { limit: { value: 'number', help: 'up to so many of each kind' } },
  examples: ['frontdesk search lovelace', 'frontdesk search 25.50 EUR --limit 3'],
  async run({ args, values: { limit }, client, output }) {
    const query = { q: args.join(' '), ...(limit === undefined ? {} : { limit: readNumber('--limit', limit) }) };
    const { items, incomplete } = await client.search(query);
    await output.rows(items, columns, 'Nothing was found.');
    if (incomplete.length > 0) output.note(`The search took too long for: ${incomplete.join(', ')}.`);
  },
});
