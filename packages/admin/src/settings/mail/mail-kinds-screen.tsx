// The kinds of mail: which are sent, and the way to their texts.

import type { MailKindSettings } from '@frontdesk/client';
import { Group, Stack, Switch, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { languageName } from '../../ui/language-names.ts';
import { TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { toastError } from '../../ui/toast.tsx';
import { mailKindLabels } from './mail-labels.tsx';

export const mailKindsQuery = queryOptions({
  queryKey: ['mail-kinds'],
  queryFn: ({ signal }) => api.mails.kinds({ signal }),
});

const groups = [
  { to: 'visitor', title: 'To people who submit a form' },
  { to: 'payer', title: 'To people who pay' },
  { to: 'team', title: 'To you and your team' },
  { to: 'user', title: 'To users of the admin' },
] as const;

export function MailKindsScreen() {
  const kinds = useQuery(mailKindsQuery);
  return (
    <>
      <PageHeader title="Mail texts" description="What is sent, and what it says in each language." />
      <QueryView query={kinds}>
        {({ items }) => (
          <Stack>
            {groups.map(({ to, title }) => (
              <Section key={to} title={title}>
                <Stack gap="sm">
                  {items
                    .filter((kind) => kind.to === to)
                    .map((kind) => (
                      <KindRow key={kind.kind} kind={kind} />
                    ))}
                </Stack>
              </Section>
            ))}
          </Stack>
        )}
      </QueryView>
    </>
  );
}

function KindRow({ kind: { kind, on, needed, editedIn } }: { kind: MailKindSettings }) {
  const switching = useMutation({
    mutationFn: (on: boolean) => api.mails.switchKind(kind, on),
    onSuccess: () => queries.invalidateQueries({ queryKey: mailKindsQuery.queryKey }),
    onError: toastError,
  });
  return (
    <Group justify="space-between" gap="sm">
      <Switch
        label={mailKindLabels[kind]}
        description={needed ? 'Always sent: users could not sign in without it' : undefined}
        checked={switching.isPending ? switching.variables : on}
        disabled={needed}
        onChange={(event) => switching.mutate(event.currentTarget.checked)}
      />
      <Group gap="sm">
        {editedIn.length > 0 && (
          <Text size="sm" c="dimmed">
            Edited: {editedIn.map(languageName).join(', ')}
          </Text>
        )}
        <TextLink to="/settings/mail-texts/$kind" params={{ kind }} aria-label={`Edit text: ${mailKindLabels[kind]}`}>
          Edit text
        </TextLink>
      </Group>
    </Group>
  );
}
