// Shown when an item cannot be deleted because other items refer to it.

import { FrontdeskError } from '@frontdesk/client';
import { Anchor, List, Text } from '@mantine/core';
import { askToConfirm } from '../ui/confirm.tsx';
import { formatNumber, humanize } from '../ui/format.ts';

type Referrer = { id: string; type: string; title: string; fields: string[] };

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
      <Text size="sm">If you delete it, these fields become empty:</Text>
      <List size="sm" my="xs">
        {items.map(({ id, type, title, fields }) => (
          <List.Item key={id}>
            {/* Dialogs are outside of the router. */}
            <Anchor inherit underline="always" href={`/admin/content/${type}/${id}`} target="_blank">
              {title}
            </Anchor>
            : {fields.map(humanize).join(', ')}
          </List.Item>
        ))}
      </List>
      {total > items.length && <Text size="sm">And {formatNumber(total - items.length)} more.</Text>}
    </>
  );
}
