// An import that waits, checks its file or stores its records.

import type { Import } from '@frontdesk/client';
import { Button, Progress, Stack, Text } from '@mantine/core';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { toastError } from '../../ui/toast.tsx';

const phases: Partial<Record<Import['status'], string>> = {
  pending: 'Waiting to begin',
  checking: 'Checking the file',
  importing: 'Importing',
};

export function RunningImport({ running }: { running: Import }) {
  const { fileName, status, progress, size } = running;
  const percent = Math.min(100, Math.floor(((progress?.bytes ?? 0) / Math.max(size, 1)) * 100));
  return (
    <Section
      title={`Importing ${fileName}`}
      description="It goes on if you leave this screen."
      actions={
        <Button variant="default" onClick={() => void cancel(running)}>
          Cancel import
        </Button>
      }
    >
      <Stack gap="xs">
        <Text size="sm" role="status">
          {phases[status]}
          {progress && `: ${formatNumber(percent)} %`}
        </Text>
        <Progress value={percent} aria-label={`Progress of ${fileName}`} />
        {progress && status === 'importing' && (
          <Text size="sm" c="dimmed">
            {formatNumber(progress.created)} created, {formatNumber(progress.updated)} updated,{' '}
            {formatNumber(progress.unchanged)} unchanged, {formatNumber(progress.skipped)} skipped
          </Text>
        )}
      </Stack>
    </Section>
  );
}

async function cancel({ id, status }: Import): Promise<void> {
  const isConfirmed =
    status !== 'importing' ||
    (await askToConfirm({
      title: 'Cancel the import?',
      children: 'What has been imported stays. Importing the file again continues.',
      confirm: 'Cancel import',
      isDangerous: true,
    }));
  if (!isConfirmed) return;
  try {
    queries.setQueryData(['imports', id], await api.imports.cancel(id));
    await queries.invalidateQueries({ queryKey: ['imports'] });
  } catch (error) {
    toastError(error);
  }
}
