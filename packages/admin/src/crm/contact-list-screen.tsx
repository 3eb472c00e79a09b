// The list of contacts.

import type { Contact } from '@frontdesk/client';
import { IconAddressBook, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { contactName, sourceLabel } from '../records/contact-link.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { FilterBar, SearchInput } from '../ui/filter-bar.tsx';
import { ButtonLink, RowLink } from '../ui/links.tsx';
import { useListQuery } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Time } from '../ui/time.tsx';

export function ContactListScreen() {
  const { may } = useMe();
  const list = useListQuery({ search: '' });
  const contacts = useQuery({
    queryKey: ['contacts', 'list', list.query],
    queryFn: ({ signal }) => api.contacts.list(list.query, { signal }),
    placeholderData: keepPreviousData,
  });
  const create = may('crm:write') && (
    <ButtonLink to="/contacts/new" leftSection={<IconPlus size={18} aria-hidden />}>
      New contact
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Contacts"
        actions={
          <>
            <ExportMenu path="/contacts" query={list.query} />
            {create}
          </>
        }
      />
      <FilterBar
        list={list}
        search={
          <SearchInput
            label="Search by name, email or phone"
            value={list.filters.search}
            set={(search) => list.set({ search })}
          />
        }
      />
      <DataTable
        label="Contacts"
        query={contacts}
        columns={columns}
        rowKey={({ id }) => id}
        paging={list.paging}
        empty={
          list.isFiltered ? (
            <EmptyState icon={<IconAddressBook aria-hidden />} title="No matching contacts" />
          ) : (
            <EmptyState icon={<IconAddressBook aria-hidden />} title="No contacts yet" action={create}>
              A contact is created when someone submits a form or pays.
            </EmptyState>
          )
        }
      />
    </>
  );
}

const columns: Column<Contact>[] = [
  {
    key: 'name',
    header: 'Name',
    render: (contact) => (
      <RowLink to="/contacts/$contact" params={{ contact: contact.id }}>
        {contactName(contact)}
      </RowLink>
    ),
  },
  { key: 'email', header: 'Email', render: ({ email }) => email },
  { key: 'phone', header: 'Phone', render: ({ phone }) => phone },
  { key: 'source', header: 'Source', wideOnly: true, render: ({ source }) => sourceLabel(source) },
  { key: 'created', header: 'Created', render: ({ createdAt }) => <Time value={createdAt} isRelative /> },
];
