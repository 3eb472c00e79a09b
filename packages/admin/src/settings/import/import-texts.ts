// How imports are described.

import type { Import } from '@frontdesk/client';
import { formatCount, formatNumber, humanize } from '../../ui/format.ts';

/** Of what every export may have; content types of plugins go by their names. */
const names: Record<string, [singular: string, plural?: string]> = {
  attachment: ['media record'],
  author: ['author'],
  category: ['category', 'categories'],
  comments: ['comment'],
  nav_menu_item: ['menu entry', 'menu entries'],
  page: ['page'],
  post: ['post'],
  tag: ['tag'],
  'terms of nav_menu': ['menu'],
};

type Skipped = NonNullable<Import['summary']>['skipped'];

/** "58 posts, 21 pages" */
export function countsText(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([kind, count]) => {
      const known = names[kind];
      return known ? formatCount(count, ...known) : `${formatNumber(count)} ${humanize(kind).toLowerCase()}`;
    })
    .join(', ');
}

/** The counts without what is skipped, which is called by its kind after `prefix`. */
export function importedOf(counts: Record<string, number>, skipped: Skipped, prefix = ''): Record<string, number> {
  const left = new Set(skipped.map(({ what }) => what));
  return Object.fromEntries(Object.entries(counts).filter(([kind]) => !left.has(prefix + kind)));
}

export function skippedText(skipped: Skipped): string {
  return countsText(Object.fromEntries(skipped.map(({ what, count }) => [what, count])));
}

export function zoneReason(summary: Import['summary']): string {
  if (summary?.timeZone.from === 'export') return 'as published items show';
  return summary?.timeZone.from === 'option' ? 'as chosen before' : 'because the file shows none';
}
