// What stands beside a file that is in quarantine, and what an owner can do about it.

import type { Submission } from '@frontdesk/client';
import { Anchor, Group, Text } from '@mantine/core';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';

type File = Submission['files'][number];

export function QuarantineNote({ file }: { file: File }) {
  const { may } = useMe();
  const { reason, note } = file.quarantine ?? {};
  if (reason === undefined) return null;
  return (
    <>
      <Text size="sm" c={reason === 'waiting' ? 'dimmed' : undefined} fw={reason === 'waiting' ? undefined : 600}>
        {reason === 'waiting' && 'Locked until it has been scanned'}
        {reason === 'infected' && `Infected: ${note}`}
        {reason === 'unscannable' && `Could not be scanned: ${note}`}
      </Text>
      {may('admin') && (
        <Group gap="sm">
          {reason !== 'waiting' && (
            <Anchor component="button" type="button" size="sm" onClick={() => scanAgain(file)}>
              Scan again
            </Anchor>
          )}
          <Anchor component="button" type="button" size="sm" onClick={() => release(file)}>
            Release
          </Anchor>
        </Group>
      )}
    </>
  );
}

async function scanAgain({ id }: File): Promise<void> {
  await change(() => api.files.scan(id), 'The file will be scanned');
}

async function release({ id, name, quarantine }: File): Promise<void> {
  const isSure = await askToConfirm({
    title: `Release “${name}”?`,
    children:
      quarantine?.reason === 'infected'
        ? `The scan found ${quarantine.note} in it. Release it only if you know that this is a false alarm.`
        : 'It has not been scanned. Everyone who can read the submission will be able to download it.',
    confirm: 'Release file',
    isDangerous: true,
  });
  if (isSure) await change(() => api.files.release(id), 'File released');
}

async function change(run: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await run();
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['inbox'] }),
      queries.invalidateQueries({ queryKey: ['forms'] }),
    ]);
    toastSuccess(done);
  } catch (error) {
    toastError(error);
  }
}
