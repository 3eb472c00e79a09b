// What can be done with an author in the list: editing, merging, deleting, and saying who of the users it is.

import { type Author, FrontdeskError, type User } from '@frontdesk/client';
import { ActionIcon, Button, Group, Menu, Modal, Stack, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { formatCount } from '../../ui/format.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { useSaving } from '../../ui/saving.ts';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { refreshContent } from '../items/item-query.ts';
import { AuthorPicker } from './author-picker.tsx';

type AuthorMenuProps = {
  author: Author;
  /** It is being read to be edited. */
  isBusy: boolean;
  edit(author: Author): void;
  /** Into another one. */
  merge(author: Author): void;
  mergeOthers(into: Author): void;
};

export function AuthorMenu({ author, isBusy, edit, merge, mergeOthers }: AuthorMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={28} aria-label={`Actions for ${author.name}`} loading={isBusy}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => edit(author)}>Edit…</Menu.Item>
        <Menu.Item onClick={() => merge(author)}>Merge into another one…</Menu.Item>
        <Menu.Item onClick={() => mergeOthers(author)}>Merge others into it…</Menu.Item>
        <Menu.Item onClick={() => deleteAuthor(author, merge)}>Delete…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Lists and items show the names of authors. */
export function refreshAuthors(): Promise<unknown> {
  return Promise.all([queries.invalidateQueries({ queryKey: ['authors'] }), refreshContent()]);
}

/** An author who still has items can only be merged. */
async function deleteAuthor(author: Author, merge: (author: Author) => void): Promise<void> {
  const isSure = await askToConfirm({
    title: `Delete author “${author.name}”?`,
    children: 'If the author still has items, you can choose who gets them.',
    confirm: 'Delete author',
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    await api.authors.delete(author.id);
    toastSuccess(`Author “${author.name}” deleted`);
    await refreshAuthors();
  } catch (error) {
    if (error instanceof FrontdeskError && error.code === 'author_in_use') merge(author);
    else toastError(error);
  }
}

export function MergeDialog({ author, close }: { author: Author | null; close(): void }) {
  return (
    <Modal opened={author !== null} onClose={close} title={`Merge “${author?.name}” into another author`}>
      {author && <MergeForm author={author} close={close} />}
    </Modal>
  );
}

function MergeForm({ author, close }: { author: Author; close(): void }) {
  const [other, setOther] = useState<string | null>(null);
  const saving = useSaving({
    save: (replaceBy: string) => api.authors.delete(author.id, { replaceBy }),
    onSaved: async () => {
      close();
      toastSuccess(`Author “${author.name}” merged`);
      await refreshAuthors();
    },
  });
  return (
    <SaveForm saving={saving} onSubmit={() => other !== null && saving.save(other)}>
      <Stack>
        <Text size="sm">
          The other author gets all items of “{author.name}”, who is deleted with name, text and picture. This cannot be
          undone.
        </Text>
        <AuthorPicker
          label="Other author"
          placeholder="Search"
          required
          value={other}
          set={setOther}
          without={author.slug}
          fault={saving.field('replaceBy')}
        />
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" color="red.8" disabled={other === null} loading={saving.isSaving}>
            Merge author
          </Button>
        </Group>
      </Stack>
    </SaveForm>
  );
}

/** Asks whether an author with the email of a user is this user, and links or merges them. */
export async function askForUser(author: Author, user: User): Promise<void> {
  try {
    const { items } = await api.authors.list({ search: user.email, limit: 100 });
    const own = items.find(({ userId }) => userId === user.id);
    const isSure = await askToConfirm({
      title: `Is “${author.name}” the user ${user.name}?`,
      children: own
        ? `${user.name} is the author “${own.name}” now. “${author.name}” gets their items (${formatCount(own.count, 'published item')}), and “${own.name}” is deleted. This cannot be undone.`
        : `What ${user.name} creates will have the author “${author.name}”. ${user.name} can edit this author.`,
      confirm: own ? 'Merge authors' : 'Link author',
      isDangerous: own !== undefined,
    });
    if (!isSure) return;
    if (own) await api.authors.delete(own.id, { replaceBy: author.id });
    else await api.authors.update(author.id, { userId: user.id });
    toastSuccess(`“${author.name}” is ${user.name}`);
    await refreshAuthors();
  } catch (error) {
    toastError(error);
  }
}
