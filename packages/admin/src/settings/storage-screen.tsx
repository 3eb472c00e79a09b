// What takes how much room, and for how long it is kept.

import type { Settings, StorageUse } from '@frontdesk/client';
import { Button, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../accounts/settings-query.ts';
import { api } from '../api/api.ts';
import { formatBytes, formatCount } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { changedMembers } from '../ui/save-changes.ts';
import { SaveForm } from '../ui/save-form.tsx';
import { Section } from '../ui/section.tsx';
import { RetentionFields } from './retention-fields.tsx';
import { useSettings } from './use-settings.ts';

type Part = StorageUse['database']['parts'][number]['part'];

const labels: Record<Part, string> = {
  content: 'Content, with its search',
  history: 'Earlier versions of items',
  forms: 'Forms and submissions',
  crm: 'Contacts and invoices',
  payments: 'Payments',
  processorEvents: 'Events of the payment processor',
  deliveries: 'Webhooks and deliveries',
  events: 'Feed of events',
  mail: 'Mails',
  auditLog: 'Audit log',
  accounts: 'Users and API keys',
  other: 'Settings, jobs and others',
};

export function StorageScreen() {
  const use = useQuery({
    queryKey: ['settings', 'storage'],
    queryFn: ({ signal }) => api.storageUse({ signal }),
  });
  const settings = useQuery(settingsQuery);
  return (
    <>
      <PageHeader title="Storage" description="What takes how much room, and for how long it is kept." />
      <Stack>
        <QueryView query={use} height={820}>
          {(use) => <UseTable use={use} />}
        </QueryView>
        <QueryView query={settings}>{(settings) => <RetentionForm settings={settings} />}</QueryView>
      </Stack>
    </>
  );
}

type Row = { label: string; bytes: number; note?: string };

function UseTable({ use: { database, files, disk } }: { use: StorageUse }) {
  const rows: Row[] = [
    ...database.parts.map(({ part, bytes }) => ({ label: labels[part], bytes })),
    filesRow('Files of submissions', files.submissions),
    filesRow('Media library', files.media),
  ].sort((a, b) => b.bytes - a.bytes);
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <Section title="What takes room">
      <Text size="sm" mb="sm">
        {formatBytes(total)} in all, of which {formatBytes(database.bytes)} in the database. The disk has{' '}
        {formatBytes(disk.freeBytes)} of {formatBytes(disk.totalBytes)} free.
      </Text>
      <Table aria-label="What takes room" maw={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>What</Table.Th>
            <Table.Th visibleFrom="xs" w="30%">
              Share
            </Table.Th>
            <Table.Th ta="right">Size</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <UseRow key={row.label} row={row} total={total} />
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

function filesRow(label: string, { count, bytes }: { count: number; bytes: number }): Row {
  return { label, bytes, note: formatCount(count, 'file') };
}

function UseRow({ row: { label, bytes, note }, total }: { row: Row; total: number }) {
  const percent = total === 0 ? 0 : (bytes / total) * 100;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {label}
        {note && (
          <Text span size="sm" c="dimmed">
            {' '}
            ({note})
          </Text>
        )}
      </Table.Th>
      <Table.Td visibleFrom="xs">
        <Progress value={percent} aria-label={`${label}: ${Math.round(percent)} %`} />
      </Table.Td>
      <Table.Td ta="right">{formatBytes(bytes)}</Table.Td>
    </Table.Tr>
  );
}

function RetentionForm({ settings }: { settings: Settings }) {
  const { values, set, isDirty, saving } = useSettings(settings);
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(changedMembers(settings, values))}>
      <RetentionFields values={values} set={set} field={saving.field} />
      <Group>
        <Button type="submit" loading={saving.isSaving} disabled={!isDirty}>
          Save
        </Button>
      </Group>
    </SaveForm>
  );
}
