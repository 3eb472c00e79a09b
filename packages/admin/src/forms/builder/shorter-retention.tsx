// Asks before a shorter period deletes what a form has.

import type { Form, FormRetention, RetentionPlan } from '@frontdesk/client';
import { Stack, Text } from '@mantine/core';
import { api } from '../../api/api.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { formatDay } from '../../ui/format.ts';

/** Resolves to whether to save. Nothing is asked about a form that has nothing to delete. */
export async function confirmShorterRetention(form: Form, retention: FormRetention): Promise<boolean> {
  const { submissions, fields } = await api.forms(form.id).planRetention(retention);
  const labelOf = (name: string) => form.fields.find((field) => field.name === name)?.label || name;
  const lines = [
    ...describe('Submissions', submissions),
    ...fields.flatMap((field) => describe(`Answers to “${labelOf(field.field)}”`, field)),
  ];
  if (lines.length === 0) return true;
  return askToConfirm({
    title: 'Keep submissions for a shorter time?',
    children: (
      <Stack gap="xs">
        <Text size="sm">What is older is deleted for good. Only backups still have it.</Text>
        {lines.map((line) => (
          <Text key={line} size="sm" fw={600}>
            {line}
          </Text>
        ))}
      </Stack>
    ),
    confirm: 'Save shorter time',
    isDangerous: true,
  });
}

function describe(what: string, { due, nextAt }: RetentionPlan['submissions']): string[] {
  if (due > 0) return [`${what} deleted within an hour: ${due}`];
  return nextAt === null ? [] : [`${what}: the first is deleted on ${formatDay(nextAt)}`];
}
