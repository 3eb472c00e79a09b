// Why a submission is spam.

import type { Submission } from '@frontdesk/client';
import { List, Stack, Text } from '@mantine/core';
import type { Column } from '../../ui/data-table.tsx';
import { formatNumber } from '../../ui/format.ts';

type Spam = NonNullable<Submission['spam']>;

export function SpamReasons({ spam: { score, limit, reasons } }: { spam: Spam }) {
  if (score === null) return <Text c="dimmed">A person moved it to the spam.</Text>;
  return (
    <Stack gap="xs">
      <Text>
        {formatNumber(score)} points; spam from {formatNumber(limit ?? 0)} on
      </Text>
      <List size="sm" spacing={4}>
        {reasons.map(({ signal, points, detail }) => (
          <List.Item key={signal}>
            {detail} ({formatNumber(points)})
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

/** Why, in lists of spam. */
export const whyColumns: Column<Submission>[] = [
  {
    key: 'why',
    header: 'Why',
    render: ({ spam }) => (
      <Text inherit size="sm" c="dimmed" maw={360} lineClamp={2}>
        {spam?.score === null ? 'Moved by a person' : spam?.reasons.map(({ detail }) => detail).join('; ')}
      </Text>
    ),
  },
  {
    key: 'points',
    header: 'Points',
    align: 'right',
    render: ({ spam }) => (spam?.score == null ? '–' : formatNumber(spam.score)),
  },
];
