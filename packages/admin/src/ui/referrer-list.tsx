// The items that refer to something, each with the fields that do.

import { Anchor, List, type MantineSpacing } from '@mantine/core';
import { humanize } from './format.ts';

export type Referrer = { id: string; type: string; title: string; fields: string[] };

export function ReferrerList({ items, my }: { items: readonly Referrer[]; my?: MantineSpacing }) {
  return (
    <List size="sm" {...(my && { my })}>
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
  );
}
