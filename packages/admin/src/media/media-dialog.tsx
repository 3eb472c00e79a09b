// Picks media from the library, or uploads new ones: for fields, and for the editor of texts.

import type { Media, MediaQuery } from '@frontdesk/client/admin';
import { Button, Group, Modal, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { SearchInput } from '../ui/filter-bar.tsx';
import { formatNumber } from '../ui/format.ts';
import { Pager } from '../ui/pager.tsx';
import { QueryView } from '../ui/query-view.tsx';
import classes from './media.module.css';
import { MediaGrid } from './media-grid.tsx';
import { UploadArea, UploadButton } from './upload-area.tsx';
import { useUploads } from './use-uploads.ts';

export type MediaDialogProps = {
  opened: boolean;
  onClose(): void;
  /** Gets at least one record, in the order in which they were chosen. */
  onPick(media: Media[]): void;
  type?: MediaQuery['type'];
  multiple?: boolean;
};

export function MediaDialog(props: MediaDialogProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title="Media"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Picker {...props} />
    </Modal>
  );
}

const pageSize = 24;

function Picker({ onPick, onClose, type, multiple = false }: MediaDialogProps) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<Media[]>([]);
  const uploads = useUploads('', (media) => setChosen((before) => (multiple ? [...before, media] : [media])));
  const query = { ...(type && { type }), search, limit: pageSize, offset: (page - 1) * pageSize };
  const list = useQuery({
    queryKey: ['media', 'list', query],
    queryFn: ({ signal }) => api.media.list(query, { signal }),
    placeholderData: keepPreviousData,
  });
  const choose = (media: Media): void =>
    setChosen((before) => {
      if (before.some(({ id }) => id === media.id)) return before.filter(({ id }) => id !== media.id);
      return multiple ? [...before, media] : [media];
    });
  return (
    <UploadArea uploads={uploads}>
      <Group mb="md">
        <SearchInput
          label="Search media"
          value={search}
          set={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
        <UploadButton uploads={uploads} />
      </Group>
      <QueryView query={list}>
        {({ items, total }) => (
          <>
            {total === 0 && <Text c="dimmed">{search === '' ? 'No files yet' : 'No matching files'}</Text>}
            <MediaGrid items={items} open={choose} chosen={new Set(chosen.map(({ id }) => id))} />
            <Pager page={page} pageSize={pageSize} total={total} set={setPage} className={classes.pager} />
          </>
        )}
      </QueryView>
      <Group justify="end" className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={chosen.length === 0}
          onClick={() => {
            onPick(chosen);
            onClose();
          }}
        >
          {chosen.length > 1 ? `Insert ${formatNumber(chosen.length)} files` : 'Insert file'}
        </Button>
      </Group>
    </UploadArea>
  );
}
