// A submission as it was asked: with the fields that its form had then, and the texts that were agreed to.

import type { Form, FormVersion, Submission } from '@frontdesk/client';
import { Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { formatDay, formatTime } from '../../ui/format.ts';

/** The form with the fields that were asked; until they are read, with those of today. */
export function useAskedForm(form: Form, { formVersion }: Submission): { form: Form; replacedAt: string | null } {
  const isOlder = formVersion !== undefined && form.version !== undefined && formVersion < form.version;
  const { data } = useQuery({ ...versionQuery(form.id, formVersion ?? 0), enabled: isOlder });
  const replacedAt = data?.replacedAt ?? null;
  return data && replacedAt !== null
    ? { form: { ...form, fields: data.fields }, replacedAt }
    : { form, replacedAt: null };
}

function versionQuery(formId: string, version: number) {
  return queryOptions<FormVersion>({
    queryKey: ['forms', formId, 'versions', version],
    queryFn: ({ signal }) => api.forms(formId).version(version, { signal }),
  });
}

export function AskedNote({ replacedAt }: { replacedAt: string | null }) {
  if (replacedAt === null) return null;
  return (
    <Text size="sm" c="dimmed" mb="sm">
      The form was changed on {formatDay(replacedAt)}. This is how it was asked.
    </Text>
  );
}

/** The texts that were agreed to, as the visitor read them. */
export function Consents({ consents }: { consents: NonNullable<Submission['consents']> }) {
  return (
    <Stack gap="sm">
      {consents.map(({ field, text, version, at }) => (
        <div key={field}>
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>“{text}”</Text>
          <Text size="xs" c="dimmed">
            {formatTime(at)}, version {version} of the form
          </Text>
        </div>
      ))}
    </Stack>
  );
}
