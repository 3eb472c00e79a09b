// The items that refer to something, each with the fields that do, and the forms that show it.

import { Anchor, List, type MantineSpacing } from '@mantine/core';
import { humanize } from './format.ts';

export type Referrer = { id: string; type: string; title: string; fields: string[] };

type ReferrerListProps = {
  items: readonly Referrer[];
  forms?: readonly { id: string; name: string }[];
  /** Whether the settings of the site have it. */
  isOfSite?: boolean;
  my?: MantineSpacing;
};

export function ReferrerList({ items, forms = [], isOfSite = false, my }: ReferrerListProps) {
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
      {forms.map(({ id, name }) => (
        <List.Item key={id}>
          <Anchor inherit underline="always" href={`/admin/forms/${id}`} target="_blank">
            {name}
          </Anchor>
          : form
        </List.Item>
      ))}
      {isOfSite && <List.Item>The looks of the site</List.Item>}
    </List>
  );
}
