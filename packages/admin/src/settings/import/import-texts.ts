// How imports are described.

import type { Import } from '@frontdesk/client';
import { formatNumber, humanize } from '../../ui/format.ts';

/** "58 post, 21 page": the names are those of the content types. */
export function countsText(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${formatNumber(count)} ${humanize(kind).toLowerCase()}`)
    .join(', ');
}

export function zoneReason(summary: Import['summary']): string {
  if (summary?.timeZone.from === 'export') return 'as published items show';
  return summary?.timeZone.from === 'option' ? 'as chosen before' : 'because the file shows none';
}
