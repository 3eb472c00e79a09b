// The list of authors, and the author who the signed-in user is.

import { type Author, FrontdeskError, type Tagged, type User } from '@frontdesk/client';
import { Button, Modal, Text } from '@mantine/core';
import { IconPlus, IconUserEdit } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, SearchInput } from '../../ui/filter-bar.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { useListQuery } from '../../ui/list-query.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { useRecordDialog } from '../../ui/record-dialog.ts';
import { Section } from '../../ui/section.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { AuthorMenu, askForUser, MergeDialog, refreshAuthors } from './author-actions.tsx';
import { AuthorForm, usersQuery } from './author-form.tsx';
import { MergeAuthorsDialog } from './merge-authors-dialog.tsx';

export function AuthorsScreen() {
  const list = useListQuery({ search: '' });
  const { may } = useMe();
  const mayWrite = may('content:write');
  const dialog = useRecordDialog<Tagged<Author>>();
  const [merged, setMerged] = useState<Author | null>(null);
  const [into, setInto] = useState<Author | null>(null);
  const edit = ({ id }: Author): void => dialog.edit(id, () => api.authors.get(id));
  const authors = useQuery({
    queryKey: ['authors', 'list', list.query],
    queryFn: ({ signal }) => api.authors.list(list.query, { signal }),
    placeholderData: keepPreviousData,
  });
  const users = useQuery({ ...usersQuery, enabled: may('admin') });
  const newButton = mayWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.create}>
      New author
    </Button>
  );
  const { shown, close } = dialog;
  const menu = (author: Author) => (
    <AuthorMenu
      author={author}
      isBusy={dialog.reading === author.id}
      edit={edit}
      merge={setMerged}
      mergeOthers={setInto}
    />
  );
  return (
    <>
      <PageHeader
        title="Authors"
        back={<TextLink to="/types">Content types</TextLink>}
        actions={
          <>
            {mayWrite && (
              <ButtonLink to="/authors/mine" variant="default" leftSection={<IconUserEdit size={16} aria-hidden />}>
                My profile
              </ButtonLink>
            )}
            {newButton}
          </>
        }
      />
      <FilterBar
        list={list}
        search={<SearchInput label="Search" value={list.filters.search} set={(search) => list.set({ search })} />}
      />
      <DataTable
        label="Authors"
        query={authors}
        columns={[
          ...columns,
          ...(users.data ? [userColumn(users.data.items)] : []),
          ...(mayWrite ? [actionsOf(menu)] : []),
        ]}
        rowKey={({ id }) => id}
        paging={list.paging}
        empty={
          list.isFiltered ? (
            <EmptyState title="No matching authors" />
          ) : (
            <EmptyState title="No authors yet" action={newButton}>
              You become one when you create an item.
            </EmptyState>
          )
        }
      />
      <Modal opened={shown !== null} onClose={close} title={shown === 'new' ? 'New author' : 'Edit author'}>
        {shown && (
          <AuthorForm
            author={shown === 'new' ? null : shown}
            cancel={close}
            onSaved={async ({ name }) => {
              close();
              toastSuccess(`Author “${name}” saved`);
              await refreshAuthors();
            }}
          />
        )}
      </Modal>
      <MergeDialog author={merged} close={() => setMerged(null)} />
      <MergeAuthorsDialog into={into} close={() => setInto(null)} />
    </>
  );
}

const columns: Column<Author>[] = [
  {
    key: 'name',
    header: 'Name',
    render: ({ name, email }) => (
      <>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        {email && (
          <Text size="sm" c="dimmed">
            {email}
          </Text>
        )}
      </>
    ),
  },
  { key: 'slug', header: 'Slug', render: ({ slug }) => slug },
  {
    key: 'count',
    header: 'Published items',
    align: 'right',
    width: 160,
    render: ({ count }) => formatNumber(count),
  },
];

/** Who the author is; or who it may be, by the email. */
function userColumn(users: User[]): Column<Author> {
  return {
    key: 'user',
    header: 'User',
    render: (author) => {
      const email = author.email?.toLowerCase();
      const user = users.find(({ id }) => id === author.userId);
      const similar = user ? undefined : users.find((user) => user.email.toLowerCase() === email);
      if (!similar) return user?.name;
      return (
        <Button variant="default" size="compact-sm" onClick={() => askForUser(author, similar)}>
          Is this {similar.name}?
        </Button>
      );
    },
  };
}

function actionsOf(menu: (author: Author) => ReactNode): Column<Author> {
  return { key: 'actions', header: 'Actions', isAction: true, width: 80, render: menu };
}

export function MyAuthorScreen() {
  const { user } = useMe();
  const mine = useQuery({ queryKey: ['authors', 'mine'], queryFn: readMine });
  return (
    <>
      <PageHeader
        title="My author profile"
        description="What readers see of you beside what you write."
        back={<TextLink to="/authors">Authors</TextLink>}
      />
      <QueryView query={mine}>
        {({ author }) => (
          <Section title={author?.name ?? user.name}>
            <AuthorForm
              key={author?.etag}
              author={author}
              save={(change, ifMatch) => api.authors.updateMine(change, ifMatch === undefined ? {} : { ifMatch })}
              onSaved={async () => {
                toastSuccess('Profile saved');
                await refreshAuthors();
              }}
            />
          </Section>
        )}
      </QueryView>
    </>
  );
}

/** There is none until the user has an item or saves the profile. */
async function readMine(): Promise<{ author: Tagged<Author> | null }> {
  try {
    return { author: await api.authors.mine() };
  } catch (error) {
    if (error instanceof FrontdeskError && error.status === 404) return { author: null };
    throw error;
  }
}
