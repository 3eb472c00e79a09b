// Media as a list.

import type { Media } from '@frontdesk/client';
import { Anchor } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { formatNumber } from '../ui/format.ts';
import type { Selection } from '../ui/row-selection.tsx';
import { Time } from '../ui/time.tsx';
import classes from './media.module.css';
import { MediaPicture, mediaName } from './media-picture.tsx';

type MediaTableProps = {
  query: UseQueryResult<{ items: Media[]; total: number }>;
  open(media: Media): void;
  selection: Selection<Media> | undefined;
};

export function MediaTable({ query, open, selection }: MediaTableProps) {
  const columns: Column<Media>[] = [
    {
      key: 'name',
      header: 'Name',
      render: (media) => (
        <div className={classes.name}>
          <div className={classes.thumbnail}>
            <MediaPicture media={media} />
          </div>
          <Anchor component="button" type="button" ta="start" c="inherit" fw={600} onClick={() => open(media)}>
            {mediaName(media)}
          </Anchor>
        </div>
      ),
    },
    { key: 'alt', header: 'Alternative text', render: ({ alt }) => alt },
    { key: 'folder', header: 'Folder', render: ({ folder }) => folder },
    { key: 'size', header: 'Size', align: 'right', render: sizeOf },
    { key: 'createdAt', header: 'Created', render: ({ createdAt }) => <Time value={createdAt} /> },
  ];
  return (
    <DataTable
      label="Media"
      query={query}
      columns={columns}
      rowKey={({ id }) => id}
      empty={null}
      selection={selection}
    />
  );
}

function sizeOf({ size }: Media): string {
  return size === null ? '' : `${formatNumber(Math.max(1, Math.round(size / 1000)))}\u00a0kB`;
}
