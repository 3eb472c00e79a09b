// The media library.

import { FrontdeskError, type Media, type MediaQuery } from '@frontdesk/client/admin';
import { Button, Group, Modal, SegmentedControl } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterBar, FilterSelect, SearchInput } from '../ui/filter-bar.tsx';
import { formatCount } from '../ui/format.ts';
import { useListQuery } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryView } from '../ui/query-view.tsx';
import type { Selection } from '../ui/row-selection.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import classes from './media.module.css';
import { MediaDetails } from './media-details.tsx';
import { MediaGrid } from './media-grid.tsx';
import { mediaName } from './media-picture.tsx';
import { MediaTable } from './media-table.tsx';
import { UploadArea, UploadButton } from './upload-area.tsx';
import { useUploads } from './use-uploads.ts';

const types = [
  { value: '', label: 'All types' },
  { value: 'image', label: 'Pictures' },
  { value: 'video', label: 'Videos' },
  { value: 'audio', label: 'Audio' },
  { value: 'document', label: 'Documents' },
];

export function MediaListScreen() {
  const canEdit = useMe().may('content:write');
  const client = useQueryClient();
  const list = useListQuery({ search: '', type: '', folder: '', tag: '', view: 'grid' }, 40);
  const { folder, view } = list.filters;
  const uploads = useUploads(folder);
  const [opened, setOpened] = useOpenedFile();
  const [chosen, setChosen] = useState<ReadonlyMap<string, Media>>(new Map());
  const { view: _, ...query } = list.query;
  const media = useQuery({
    queryKey: ['media', 'list', query],
    queryFn: ({ signal }) => api.media.list(query as Omit<MediaQuery, 'total'>, { signal }),
    placeholderData: keepPreviousData,
  });
  const folders = useLabels('folders');
  const tags = useLabels('tags');
  const select = (records: readonly Media[], isSelected: boolean): void =>
    setChosen((before) => {
      const after = new Map(before);
      for (const record of records) {
        if (isSelected) after.set(record.id, record);
        else after.delete(record.id);
      }
      return after;
    });
  const selection: Selection<Media> = { has: ({ id }) => chosen.has(id), set: select, nameOf: mediaName };
  const remove = async (records: readonly Media[]): Promise<void> => {
    const [first] = records;
    const what = records.length === 1 && first ? `“${mediaName(first)}”` : formatCount(records.length, 'file');
    const isSure = await askToConfirm({
      title: `Delete ${what}?`,
      children: 'This cannot be undone.',
      confirm: 'Delete',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      for (const record of records) await removeOne(record);
      toastSuccess(records.length === 1 ? 'File deleted' : 'Files deleted');
      setOpened(null);
    } catch (error) {
      toastError(error);
    }
    setChosen(new Map());
    await client.invalidateQueries({ queryKey: ['media'] });
  };
  return (
    <>
      <PageHeader title="Media" actions={canEdit && <UploadButton uploads={uploads} />} />
      <FilterBar
        list={list}
        search={<SearchInput label="Search media" value={list.filters.search} set={(search) => list.set({ search })} />}
      >
        <FilterSelect label="Type" value={list.filters.type} set={(type) => list.set({ type })} options={types} />
        {folders.length > 0 && (
          <FilterSelect
            label="Folder"
            value={folder}
            set={(folder) => list.set({ folder })}
            options={withAll('All folders', folders)}
          />
        )}
        {tags.length > 0 && (
          <FilterSelect
            label="Tag"
            value={list.filters.tag}
            set={(tag) => list.set({ tag })}
            options={withAll('All tags', tags)}
          />
        )}
        <SegmentedControl
          aria-label="View"
          value={view}
          onChange={(view) => list.set({ view })}
          data={[
            { value: 'grid', label: 'Grid' },
            { value: 'list', label: 'List' },
          ]}
        />
      </FilterBar>
      {chosen.size > 0 && (
        <Group mb="md">
          <Button color="red.8" onClick={() => remove([...chosen.values()])}>
            Delete {formatCount(chosen.size, 'file')}
          </Button>
          <Button variant="default" onClick={() => setChosen(new Map())}>
            Clear selection
          </Button>
        </Group>
      )}
      <UploadArea uploads={uploads}>
        <QueryView query={media}>
          {({ items, total }) =>
            total === 0 ? (
              <EmptyState
                icon={<IconPhoto aria-hidden />}
                title={list.isFiltered ? 'No matching files' : 'No files yet'}
              >
                {list.isFiltered ? null : 'Drop files here, paste a picture, or upload files.'}
              </EmptyState>
            ) : (
              <>
                {view === 'list' ? (
                  <MediaTable query={media} open={setOpened} selection={canEdit ? selection : undefined} />
                ) : (
                  <MediaGrid
                    items={items}
                    open={setOpened}
                    chosen={new Set(chosen.keys())}
                    choose={canEdit ? (record) => select([record], !chosen.has(record.id)) : undefined}
                  />
                )}
                <Pager {...list.paging} total={total} className={classes.pager} />
              </>
            )
          }
        </QueryView>
      </UploadArea>
      <Modal
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={opened ? mediaName(opened) : ''}
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {opened && (
          <MediaDetails
            key={opened.id}
            media={opened}
            canEdit={canEdit}
            close={() => setOpened(null)}
            remove={(record) => remove([record])}
          />
        )}
      </Modal>
    </>
  );
}

/** The file whose details are open: the one that the URL names, as the search over everything opens it, or a chosen one. */
function useOpenedFile(): [opened: Media | null, open: (media: Media | null) => void] {
  const { file } = useSearch({ strict: false }) as { file?: string };
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Media | null>(null);
  useEffect(() => {
    if (file === undefined) return;
    const controller = new AbortController();
    api.media.get(file, { signal: controller.signal }).then(setOpened, (error) => {
      if (!controller.signal.aborted) toastError(error);
    });
    return () => controller.abort();
  }, [file]);
  const open = (media: Media | null): void => {
    setOpened(media);
    if (media === null && file !== undefined) {
      navigate({ to: '.', search: (({ file: _, ...rest }: { file?: string }) => rest) as never, replace: true });
    }
  };
  return [opened, open];
}

function useLabels(kind: 'folders' | 'tags'): { name: string }[] {
  const { data } = useQuery({ queryKey: ['media', kind], queryFn: ({ signal }) => api.media[kind]({ signal }) });
  return data ?? [];
}

function withAll(label: string, labels: readonly { name: string }[]) {
  return [{ value: '', label }, ...labels.map(({ name }) => ({ value: name, label: name }))];
}

/** Asks again if items, authors or forms use the file. Throws if it is not deleted. */
async function removeOne(record: Media): Promise<void> {
  try {
    await api.media.delete(record.id);
  } catch (error) {
    if (!(error instanceof FrontdeskError) || error.code !== 'still_referenced') throw error;
    const isSure = await askToConfirm({
      title: `Delete “${mediaName(record)}” although it is used?`,
      children: `${error.detail ?? ''}. Fields become empty, texts keep a URL that leads nowhere, and forms are shown without it.`,
      confirm: 'Delete file',
      isDangerous: true,
    });
    if (isSure) await api.media.delete(record.id, { references: 'clear' });
  }
}
