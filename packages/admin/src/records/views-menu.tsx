// Saves the filters, order and columns of a list under a name, and shows the list as it was saved.

import type { SavedView } from '@frontdesk/client';
import { mergePatchBetween } from '@frontdesk/client/admin';
import { Button, Menu, Text } from '@mantine/core';
import { IconBookmark, IconCheck, IconDeviceFloppy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { ViewDialog } from './view-dialog.tsx';

type ViewsMenuProps = {
  type: string;
  /** The ID of the view that the list began with, or ''. */
  active: string;
};

export function ViewsMenu({ type, active }: ViewsMenuProps) {
  const views = useQuery(viewsQuery(type)).data?.items ?? [];
  const search = searchToSave(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null);
  const view = views.find(({ id }) => id === active);
  const isChanged = view !== undefined && !isSameSearch(view.search, search);
  const name = view && `${view.name}${isChanged ? ' (changed)' : ''}`;
  const show = (view: SavedView | null): void => {
    navigate({ to: '.', search: (view ? { ...view.search, view: view.id } : {}) as never });
  };
  const finish = async (saved: SavedView, message: string): Promise<void> => {
    await refreshViews(type);
    show(saved);
    toastSuccess(message);
  };
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button
            variant={view ? 'light' : 'default'}
            leftSection={<IconBookmark size={16} aria-hidden />}
            maw={220}
            aria-label={name ? `View: ${name}` : 'Views'}
          >
            {name ?? 'Views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((each) => (
            <Menu.Item
              key={each.id}
              onClick={() => show(each)}
              leftSection={each === view ? <IconCheck size={16} aria-hidden /> : <IconBookmark size={16} aria-hidden />}
              rightSection={each.shared ? <Text size="xs">Shared</Text> : null}
            >
              {each.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          {view && (
            <Menu.Item leftSection={<IconBookmark size={16} aria-hidden />} onClick={() => show(null)}>
              Leave this view
            </Menu.Item>
          )}
          {view?.editable && isChanged && (
            <Menu.Item
              leftSection={<IconDeviceFloppy size={16} aria-hidden />}
              onClick={() =>
                api.views
                  .update(view.id, { search: mergePatchBetween(view.search, search) as typeof search })
                  .then((saved) => finish(saved, 'View saved'), toastError)
              }
            >
              Save changes
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog('new')}>
            Save as a new view
          </Menu.Item>
          {view?.editable && (
            <>
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('edit')}>
                Rename or share
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => remove(view, () => show(null))}
              >
                Delete view
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <ViewDialog
        view={dialog === 'edit' ? (view ?? null) : null}
        isOpen={dialog !== null}
        close={() => setDialog(null)}
        save={async ({ name, shared }) => {
          if (dialog === 'edit' && view) {
            const saved = await api.views.update(view.id, { name, shared });
            await refreshViews(type);
            toastSuccess(`View “${saved.name}” saved`);
          } else {
            const saved = await api.views.create({ type, name, shared, search });
            await finish(saved, `View “${saved.name}” saved`);
          }
        }}
      />
    </>
  );
}

async function remove(view: SavedView, leave: () => void): Promise<void> {
  const isSure = await askToConfirm({
    title: `Delete view “${view.name}”?`,
    children: view.shared
      ? 'It is deleted for all users. What it shows stays as it is.'
      : 'What it shows stays as it is.',
    confirm: 'Delete view',
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    await api.views.delete(view.id);
    leave();
    await refreshViews(view.type);
    toastSuccess(`View “${view.name}” deleted`);
  } catch (error) {
    toastError(error);
  }
}

/** The saved views of a list of items, or of the inbox. */
function viewsQuery(type: string) {
  return queryOptions({
    queryKey: ['views', type],
    queryFn: ({ signal }) => api.views.list({ type }, { signal }),
    staleTime: 60_000,
  });
}

function refreshViews(type: string): Promise<void> {
  return queries.invalidateQueries({ queryKey: ['views', type] });
}

/** What a view keeps of the query of a list: all but the page, the view itself and what is open beside the list. */
function searchToSave(search: Record<string, unknown>): SavedView['search'] {
  const kept = Object.entries(search).filter(
    ([name, value]) => !['page', 'view', 'open'].includes(name) && value !== undefined,
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

function isSameSearch(one: SavedView['search'], other: SavedView['search']): boolean {
  const textOf = (search: SavedView['search']) => JSON.stringify(Object.entries(search).sort());
  return textOf(one) === textOf(other);
}
