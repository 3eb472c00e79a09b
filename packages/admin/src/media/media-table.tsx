// Media as a list.

import type { Media } from '@frontdesk/client';
import { Anchor, Table } from '@mantine/core';
import { formatNumber } from '../ui/format.ts';
import { Time } from '../ui/time.tsx';
import { mediaName } from './media-picture.tsx';

export function MediaTable({ items, open }: { items: readonly Media[]; open(media: Media): void }) {
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table aria-label="Media">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Alternative text</Table.Th>
            <Table.Th>Folder</Table.Th>
            <Table.Th>Size</Table.Th>
            <Table.Th>Created</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((media) => (
            <Table.Tr key={media.id}>
              <Table.Td>
                <Anchor component="button" type="button" onClick={() => open(media)}>
                  {mediaName(media)}
                </Anchor>
              </Table.Td>
              <Table.Td>{media.alt}</Table.Td>
              <Table.Td>{media.folder}</Table.Td>
              <Table.Td>
                {media.size === null ? '' : `${formatNumber(Math.max(1, Math.round(media.size / 1000)))} kB`}
              </Table.Td>
              <Table.Td>
                <Time value={media.createdAt} isRelative />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
