// What can be done with the selected submissions of a list.

import { Button, Group, Text } from '@mantine/core';
import { IconMailCheck, IconMailX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../ui/format.ts';
import { sortSpam } from './spam-actions.ts';

type SubmissionBulkProps = { formId: string; ids: string[]; areSpam: boolean; clear(): void };

export function SubmissionBulk({ formId, ids, areSpam, clear }: SubmissionBulkProps) {
  const [isBusy, setBusy] = useState(false);
  const move = async (): Promise<void> => {
    setBusy(true);
    if (await sortSpam(formId, ids, !areSpam)) clear();
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
        onClick={move}
      >
        {areSpam ? 'Not spam' : 'Move to spam'}
      </Button>
      <Button size="xs" variant="subtle" onClick={clear}>
        Clear selection
      </Button>
    </Group>
  );
}
