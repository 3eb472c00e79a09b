// What can be done with the selected submissions of a list.

import { Button, Group, Text } from '@mantine/core';
import { IconMailCheck, IconMailX, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../ui/format.ts';
import { deleteSubmissions } from './delete-submissions.ts';
import { sortSpam } from './spam-actions.ts';

type SubmissionBulkProps = { ids: string[]; areSpam: boolean; clear(): void };

export function SubmissionBulk({ ids, areSpam, clear }: SubmissionBulkProps) {
  const [isBusy, setBusy] = useState(false);
  const during = async (act: () => Promise<boolean>): Promise<void> => {
    setBusy(true);
    if (await act()) clear();
    setBusy(false);
  };
  return (
    <Group component="section" aria-label="Selected submissions" gap="sm" mb="sm">
      <Text fw={550}>{formatCount(ids.length, 'submission')} selected</Text>
      <Button
        size="xs"
        variant="default"
        loading={isBusy}
        leftSection={areSpam ? <IconMailCheck size={16} aria-hidden /> : <IconMailX size={16} aria-hidden />}
        onClick={() => during(() => sortSpam(ids, !areSpam))}
      >
        {areSpam ? 'Not spam' : 'Move to spam'}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={isBusy}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => during(() => deleteSubmissions(ids))}
      >
        Delete
      </Button>
      <Button size="xs" variant="subtle" onClick={clear}>
        Clear selection
      </Button>
    </Group>
  );
}
