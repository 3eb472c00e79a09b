// A link to the preview of an item for others, which expires.

import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { CopyableValue } from '../../ui/copyable-value.tsx';
import { formatTime } from '../../ui/format.ts';
import { toastError } from '../../ui/toast.tsx';
import type { AnyItem } from '../items/item-query.ts';

type Item = Pick<AnyItem, 'id' | 'type'>;

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;
const durations = [
  { value: String(hourSeconds), label: '1 hour' },
  { value: String(daySeconds), label: '1 day' },
  { value: String(7 * daySeconds), label: '7 days' },
  { value: String(30 * daySeconds), label: '30 days' },
];

export function PreviewLinkDialog({ item, close }: { item: Item; close(): void }) {
  return (
    <Modal opened onClose={close} title="Preview link">
      <PreviewLinkForm item={item} />
    </Modal>
  );
}

function PreviewLinkForm({ item }: { item: Item }) {
  const [seconds, setSeconds] = useState(String(7 * daySeconds));
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => api.content(item.type).preview(item.id, { expiresInSeconds: Number(seconds) }),
    onError: toastError,
  });
  return (
    <Stack>
      <Text size="sm">
        Anyone with the link can read the item as it is saved, drafts included, until the link expires.
      </Text>
      <Group align="end" gap="xs">
        <Select
          label="Expires after"
          data={durations}
          value={seconds}
          allowDeselect={false}
          onChange={(value) => value && setSeconds(value)}
        />
        <Button onClick={() => mutate()} loading={isPending}>
          Create link
        </Button>
      </Group>
      {data && (
        <div role="status">
          <CopyableValue value={data.url} label="preview link" />
          <Text size="sm" c="dimmed" mt={4}>
            Expires {formatTime(data.expiresAt)}
          </Text>
        </div>
      )}
    </Stack>
  );
}
