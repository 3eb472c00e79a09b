// How imports are described.

import type { Import } from '@frontdesk/client';
import { formatCount, formatNumber, humanize } from '../../ui/format.ts';

/** Of what every export may have; content types of plugins go by their names. */
const names: Record<string, [singular: string, plural?: string]> = {
  attachment: ['media record'],
  author: ['author'],
  category: ['category', 'categories'],
  nav_menu: ['menu'],
  nav_menu_item: ['menu entry', 'menu entries'],
  page: ['page'],
  post: ['post'],
  tag: ['tag'],
};

/** "58 posts, 21 pages" */
export function countsText(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([kind, count]) => {
      const known = names[kind];
      return known ? formatCount(count, ...known) : `${formatNumber(count)} ${humanize(kind).toLowerCase()}`;
    })
    .join(', ');
}

export function zoneReason(summary: Import['summary']): string {
  if (summary?.timeZone.from === 'export') return 'as published items show';
  return summary?.timeZone.from === 'option' ? 'as chosen before' : 'because the file shows none';
}
