// The columns of the inbox.

import type { InboxSubmission } from '@frontdesk/client';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { InboxRow, StarButton } from './inbox-row.tsx';
import { whyColumns } from './spam-reasons.tsx';

/** Beside an open submission. */
export const narrowColumns: Column<InboxSubmission>[] = [
  {
    key: 'submission',
    header: 'Submission',
    render: (submission) => (
      <InboxRow submission={submission} time={<Time value={submission.createdAt} isRelative />} />
    ),
  },
];

export function columns(mayWrite: boolean): Column<InboxSubmission>[] {
  return [
    { key: 'submission', header: 'Submission', render: (submission) => <InboxRow submission={submission} /> },
    {
      key: 'time',
      header: 'Received',
      align: 'right',
      width: 120,
      render: ({ createdAt }) => <Time value={createdAt} isRelative />,
    },
    ...(mayWrite
      ? [
          {
            key: 'star',
            header: 'Star',
            isAction: true,
            width: 56,
            render: (submission: InboxSubmission) => <StarButton submission={submission} />,
          },
        ]
      : []),
  ];
}

export const spamColumns: Column<InboxSubmission>[] = [
  { key: 'submission', header: 'Submission', render: (submission) => <InboxRow submission={submission} /> },
  ...whyColumns,
  {
    key: 'time',
    header: 'Received',
    align: 'right',
    width: 120,
    render: ({ createdAt }) => <Time value={createdAt} isRelative />,
  },
];
