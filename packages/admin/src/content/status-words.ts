// The states of an item as people say them.

import type { ItemStatus } from '@frontdesk/client';

export const statusWords: Record<ItemStatus, string> = {
  draft: 'Draft',
  publish: 'Published',
  scheduled: 'Scheduled',
  trash: 'In the trash',
};
