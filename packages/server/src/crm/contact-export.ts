// The export of contacts: one row for each.

import type { Table } from '../lib/table-files.ts';
import type { Contact } from './crm.schemas.ts';

export const contactTable: Table<Contact> = {
  title: 'Contacts',
  columns: [
    { name: 'name', label: 'Name', of: ({ name }) => name },
    { name: 'email', label: 'Email', of: ({ email }) => email },
    { name: 'phone', label: 'Phone', of: ({ phone }) => phone },
    { name: 'source', label: 'Source', of: ({ source }) => source },
    { name: 'id', label: 'ID', of: ({ id }) => id },
    { name: 'externalId', label: 'External ID', of: ({ externalId }) => externalId },
    { name: 'createdAt', label: 'Created (UTC)', kind: 'time', of: ({ createdAt }) => createdAt },
    { name: 'updatedAt', label: 'Updated (UTC)', kind: 'time', of: ({ updatedAt }) => updatedAt },
    // Each contact may have others, so that there is no column for each of them.
    {
      name: 'fields',
      label: 'Fields',
      of: ({ fields }) => (Object.keys(fields).length ? JSON.stringify(fields) : null),
    },
  ],
};
