// What can be done with the selected submissions of the inbox.

import type { SubmissionChange } from '@frontdesk/client';
import { Button, Group, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BulkMenu, type BulkRun } from '../../records/selection-bar.tsx';
import { deleteSubmissions } from './delete-submissions.ts';
import { assigneesQuery, changeSubmissions } from './inbox-query.ts';
import { progressOptions } from './progress-labels.ts';
import { sortSpam } from './spam-actions.ts';

type InboxBulkProps = { ids: string[]; me: string; bulk: BulkRun; areSpam: boolean };

export function InboxBulk({ ids, me, bulk, areSpam }: InboxBulkProps) {
  return (
    <Group gap={6}>
      {!areSpam && <HandlingMenus ids={ids} me={me} bulk={bulk} />}
      <Button
        variant="default"
        size="xs"
        disabled={bulk.isTooMany || bulk.busy !== null}
        onClick={() => bulk.run('spam', () => sortSpam(ids, !areSpam))}
      >
        {areSpam ? 'Not spam' : 'Move to spam'}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={bulk.isTooMany || bulk.busy !== null}
        onClick={() => bulk.run('delete', () => deleteSubmissions(ids))}
      >
        Delete
      </Button>
    </Group>
  );
}

function HandlingMenus({ ids, me, bulk }: Omit<InboxBulkProps, 'areSpam'>) {
  const { data: assignees = [] } = useQuery(assigneesQuery);
  const item = (label: string, change: SubmissionChange) => (
    <Menu.Item key={label} onClick={() => bulk.run(label, () => changeSubmissions(ids, change))}>
      {label}
    </Menu.Item>
  );
  return (
    <>
      <BulkMenu bulk={bulk} label="Mark">
        {item('Read', { unread: false })}
        {item('Unread', { unread: true })}
        {item('Star', { starred: true })}
        {item('Remove star', { starred: false })}
      </BulkMenu>
      <BulkMenu bulk={bulk} label="Progress">
        {progressOptions.map(({ value, label }) => item(label, { progress: value }))}
      </BulkMenu>
      <BulkMenu bulk={bulk} label="Assign">
        {item('To me', { assigneeId: me })}
        {item('To no one', { assigneeId: null })}
        {assignees.filter(({ id }) => id !== me).map(({ id, name }) => item(`To ${name ?? id}`, { assigneeId: id }))}
      </BulkMenu>
    </>
  );
}
