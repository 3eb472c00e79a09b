// Creates or edits an author.

import type { Author, AuthorChange, NewAuthor, Page, Tagged, User } from '@frontdesk/client';
import { Select, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { MediaPicker } from '../../fields/inputs/media-picker.tsx';
import { useDraft } from '../../ui/draft.ts';
import { SaveButtons, textInputs } from '../../ui/record-form.tsx';
import { changedMembers, saveUnlessChanged } from '../../ui/save-changes.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { useSaving } from '../../ui/saving.ts';
import { type Link, LinkRows, linkLabels } from './link-rows.tsx';

type Values = {
  name: string;
  slug: string;
  bio: string;
  pictureId: string | null;
  links: Link[];
  email: string;
  userId: string | null;
};

type AuthorFormProps = {
  /** Null for a new one. */
  author: Tagged<Author> | null;
  /** How the author is saved, if not by slug or ID. */
  save?: (change: AuthorChange, ifMatch: string | undefined) => Promise<Tagged<Author>>;
  onSaved(author: Tagged<Author>): unknown;
  cancel?: () => void;
};

export function AuthorForm({ author, save, onSaved, cancel }: AuthorFormProps) {
  const { may, user } = useMe();
  const base = valuesOf(author);
  const first = save && !author ? { ...base, name: user.name } : base;
  const draft = useDraft(first);
  const { values, set } = draft;
  const saving = useSaving({
    save: (values: Values): Promise<Tagged<Author>> => {
      const change = changeOf(changedMembers(base, values));
      if (save && !author) return save(change, undefined);
      if (!author) return api.authors.create(change as NewAuthor);
      return saveUnlessChanged({
        name: 'author',
        opened: author,
        read: () => api.authors.get(author.id),
        save: (ifMatch) => (save ?? ((body) => api.authors.update(author.id, body, { ifMatch })))(change, ifMatch),
      });
    },
    onSaved,
  });
  const submit = (): void => {
    const links = values.links.filter(({ label, url }) => label.trim() !== '' || url.trim() !== '');
    // An empty row is no link, and faults count the rows that are sent.
    if (links.length < values.links.length) set('links', links);
    void saving.save({ ...values, links });
  };
  const text = textInputs(draft, saving);
  return (
    <SaveForm saving={saving} onSubmit={submit} labels={linkLabels(values.links)}>
      <Stack>
        {text('name', 'Name', { required: true, 'data-autofocus': true })}
        {text('slug', 'Slug', author ? {} : { description: 'Leave empty to generate it from the name' })}
        <Textarea
          label="About"
          description="Shown with the items on the site"
          autosize
          minRows={3}
          maxRows={10}
          value={values.bio}
          onChange={(event) => set('bio', event.currentTarget.value)}
          {...saving.field('/bio')}
        />
        <MediaPicker
          label="Picture"
          description={undefined}
          required={false}
          type="image"
          value={values.pictureId}
          set={(id) => set('pictureId', id)}
          {...saving.field('/pictureId')}
        />
        <LinkRows links={values.links} set={(links) => set('links', links)} field={saving.field} />
        {text('email', 'Email', { type: 'email', description: 'Never shown on the site' })}
        {!save && may('admin') && (
          <UserSelect value={values.userId} set={(id) => set('userId', id)} fault={saving.field('/userId')} />
        )}
        <SaveButtons isSaving={saving.isSaving} cancel={cancel} />
      </Stack>
    </SaveForm>
  );
}

export const usersQuery = {
  queryKey: ['users'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.request<Page<User>>('GET', '/users', { signal }),
};

type UserSelectProps = { value: string | null; set(id: string | null): void; fault: object };

function UserSelect({ value, set, fault }: UserSelectProps) {
  const users = useQuery(usersQuery);
  return (
    <Select
      label="User"
      description="What this user creates has this author"
      placeholder="None"
      clearable
      clearButtonProps={{ 'aria-label': 'Clear user' }}
      data={(users.data?.items ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
      value={value}
      onChange={set}
      {...fault}
    />
  );
}

function valuesOf(author: Author | null): Values {
  const { name = '', slug = '', bio = '', pictureId = null, links = [], email, userId } = author ?? {};
  const rows = links.map((link, index) => ({ key: index, ...link }));
  return { name, slug, bio, pictureId, links: rows, email: email ?? '', userId: userId ?? null };
}

/** An empty slug is not sent: the server makes one, or keeps it. */
function changeOf({ slug, email, links, ...rest }: Partial<Values>): AuthorChange {
  return {
    ...rest,
    ...(slug ? { slug } : {}),
    ...(email === undefined ? {} : { email: email.trim() || null }),
    ...(links === undefined ? {} : { links: links.map(({ label, url }) => ({ label, url: url.trim() })) }),
  };
}
