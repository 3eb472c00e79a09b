// Backups: when they are made, which there are, and whether the last one succeeded.

import type { Backup, BackupPlan } from '@frontdesk/client';
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDatabaseExport, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatBytes, formatCount, formatDuration, formatTime } from '../ui/format.ts';
import { useListQuery } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { useSaving } from '../ui/saving.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { BackupPlanForm } from './backup-plan-form.tsx';

const planQuery = {
  queryKey: ['backups', 'plan'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.backups.plan({ signal }),
};
const refreshMs = 1500;
const idleRefreshMs = 10_000;

/** The first backup of a schedule begins at once. */
function showSaved(plan: BackupPlan): void {
  queries.setQueryData(planQuery.queryKey, plan);
  void queries.invalidateQueries({ queryKey: ['backups', 'list'] });
}

export function BackupsScreen() {
  const plan = useQuery({ ...planQuery, refetchInterval: idleRefreshMs });
  return (
    <>
      <PageHeader
        title="Backups"
        description="Everything in one checked file, made while the site is running. The command frontdesk restore brings it back."
        actions={<BackUpNow />}
      />
      <QueryView query={plan}>
        {(plan) => (
          <Stack gap="lg">
            <Warnings plan={plan} />
            <BackupList />
            <BackupPlanForm plan={plan} onSaved={showSaved} />
          </Stack>
        )}
      </QueryView>
    </>
  );
}

function BackUpNow() {
  const saving = useSaving({
    save: () => api.backups.create(),
    onSaved: () => queries.invalidateQueries({ queryKey: ['backups'] }),
  });
  const start = async (): Promise<void> => {
    if (await saving.save(undefined)) toastSuccess('Backup started');
  };
  return (
    <Group gap="xs">
      {saving.error !== null && (
        <Text size="sm" c="red.8" role="alert">
          {(saving.error as { detail?: string }).detail ?? 'The backup could not be started'}
        </Text>
      )}
      <Button
        leftSection={<IconDatabaseExport size={18} aria-hidden />}
        loading={saving.isSaving}
        onClick={() => void start()}
      >
        Back up now
      </Button>
    </Group>
  );
}

function Warnings({ plan }: { plan: BackupPlan }) {
  const icon = <IconAlertTriangle aria-hidden />;
  return (
    <>
      {plan.warning === 'failed' && (
        <Alert color="red" role="alert" icon={icon} title="The last backup failed">
          The list below says why. It is tried again within the hour.
        </Alert>
      )}
      {plan.warning === 'late' && (
        <Alert color="yellow" icon={icon} title="There is no recent backup">
          One should be made within minutes. If it is not, see the log of the service.
        </Alert>
      )}
      {!plan.keySealed && (
        <Alert color="yellow" icon={icon} title="Backups are made without the key">
          Without the key that encrypts stored secrets, the secrets of webhooks and of the payment processor cannot be
          restored. Set <Code>FRONTDESK_BACKUP_PASSPHRASE</Code> in the environment of the service, or keep a copy of{' '}
          <Code>secret.key</Code> in another place.
        </Alert>
      )}
    </>
  );
}

function BackupList() {
  const list = useListQuery({});
  const backups = useQuery({
    queryKey: ['backups', 'list', list.query],
    queryFn: ({ signal }) => api.backups.list(list.query, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ endedAt }) => endedAt === null) ? refreshMs : idleRefreshMs,
  });
  return (
    <DataTable
      label="Backups"
      query={backups}
      columns={columns}
      rowKey={({ id }) => id}
      paging={list.paging}
      empty={
        <EmptyState icon={<IconDatabaseExport aria-hidden />} title="No backups yet">
          Those that the service makes are listed here. Those of the command frontdesk backup are not.
        </EmptyState>
      }
    />
  );
}

const columns: Column<Backup>[] = [
  {
    key: 'createdAt',
    header: 'Age',
    render: ({ createdAt, cause }) => (
      <>
        <Time value={createdAt} isRelative />
        <Text size="xs" c="dimmed">
          {cause === 'schedule' ? 'By schedule' : 'On request'}
        </Text>
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    render: ({ status, error, missingFiles }) => (
      <>
        <StatusBadge status={status} {...shownAs[status]} />
        {error !== null && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {error}
          </Text>
        )}
        {missingFiles !== null && missingFiles > 0 && (
          <Text size="sm">{formatCount(missingFiles, 'file')} missing on the disk</Text>
        )}
      </>
    ),
  },
  {
    key: 'size',
    header: 'Size',
    render: ({ size, rows, files }) =>
      size === null ? (
        '–'
      ) : (
        <>
          {formatBytes(size)}
          <Text size="xs" c="dimmed">
            {formatCount(rows ?? 0, 'row')}, {formatCount(files ?? 0, 'file')}
          </Text>
        </>
      ),
  },
  {
    key: 'duration',
    header: 'Took',
    wideOnly: true,
    render: ({ startedAt, endedAt }) =>
      startedAt && endedAt ? (
        <span style={{ whiteSpace: 'nowrap' }}>{formatDuration(Date.parse(endedAt) - Date.parse(startedAt))}</span>
      ) : (
        '–'
      ),
  },
  {
    key: 'actions',
    header: '',
    align: 'right',
    isAction: true,
    render: (backup) => <RowActions backup={backup} />,
  },
];

const shownAs: Record<Backup['status'], { tone: 'good' | 'busy' | 'bad'; label: string }> = {
  pending: { tone: 'busy', label: 'Waiting' },
  running: { tone: 'busy', label: 'Running' },
  completed: { tone: 'good', label: 'Checked' },
  failed: { tone: 'bad', label: 'Failed' },
};

function RowActions({ backup }: { backup: Backup }) {
  const { user } = useMe();
  const name = formatTime(backup.createdAt);
  if (backup.endedAt === null) return null;
  return (
    <Group gap="xs" justify="end" wrap="nowrap">
      {backup.fileName !== null && user.role === 'owner' && (
        <Button
          component="a"
          href={`/api/v1/backups/${backup.id}/file`}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={`Download the backup of ${name}`}
        >
          Download
        </Button>
      )}
      <Button
        variant="default"
        size="xs"
        onClick={() => void deleteBackup(backup)}
        aria-label={`Delete the backup of ${name}`}
      >
        Delete
      </Button>
    </Group>
  );
}

async function deleteBackup({ id, createdAt, fileName }: Backup): Promise<void> {
  const isSure = await askToConfirm({
    title: `Delete the backup of ${formatTime(createdAt)}?`,
    children: fileName === null ? 'Its record is deleted.' : 'Its file is deleted, too. This cannot be undone.',
    confirm: 'Delete backup',
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    await api.backups.delete(id);
    await queries.invalidateQueries({ queryKey: ['backups'] });
    toastSuccess('Backup deleted');
  } catch (error) {
    toastError(error);
  }
}
