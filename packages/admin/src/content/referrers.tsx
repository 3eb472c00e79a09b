// Shown when an item cannot be deleted because other items refer to it.

import { FrontdeskError } from '@frontdesk/client';
import { Text } from '@mantine/core';
import { askToConfirm } from '../ui/confirm.tsx';
import { formatNumber } from '../ui/format.ts';
import { type Referrer, ReferrerList } from '../ui/referrer-list.tsx';

/** Resolves to whether the references may be removed. Throws every other error. */
export function askAboutReferrers(title: string, error: unknown): Promise<boolean> {
  if (!(error instanceof FrontdeskError) || error.code !== 'still_referenced') throw error;
  const { referrers, referrersTotal } = error.problem as { referrers: Referrer[]; referrersTotal: number };
  return askToConfirm({
    title: `Other items refer to “${title}”`,
    children: <Referrers items={referrers} total={referrersTotal} />,
    confirm: 'Delete and remove references',
    isDangerous: true,
  });
}

function Referrers({ items, total }: { items: Referrer[]; total: number }) {
  return (
    <>
      <Text size="sm">If you delete it, these fields become empty, and links in texts lead nowhere:</Text>
      <ReferrerList items={items} my="xs" />
      {total > items.length && <Text size="sm">And {formatNumber(total - items.length)} more.</Text>}
    </>
  );
}
