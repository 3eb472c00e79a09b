// The labels of an item's statuses.

import type { ItemStatus } from '@frontdesk/client';

export const statusLabels: Record<ItemStatus, string> = {
  draft: 'Draft',
  publish: 'Published',
  scheduled: 'Scheduled',
  trash: 'In trash',
};
