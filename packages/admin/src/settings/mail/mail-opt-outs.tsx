// Who has unsubscribed from notices.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { formatDay } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';

const queryKey = ['mail-opt-outs'];

export function MailOptOuts() {
  const found = useQuery({ queryKey, queryFn: ({ signal }) => api.mails.optOuts({ limit: 100 }, { signal }) });
  const optOuts = found.data?.items ?? [];
  if (optOuts.length === 0) return null;
  const remove = async (id: string): Promise<void> => {
    try {
      await api.mails.removeOptOut(id);
      await queries.invalidateQueries({ queryKey });
      toastSuccess('Notices are sent to this address again');
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Section title="Unsubscribed" description="They used the link in a notice or a digest.">
      <Stack gap="xs">
        {optOuts.map(({ id, address, formId, formName, createdAt }) => (
          <Group key={id} justify="space-between" gap="sm">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {address}, {formId === null ? 'all notices' : `notices of ${formName ?? 'a deleted form'}`}, since{' '}
              {formatDay(createdAt)}
            </Text>
            <Button
              variant="default"
              size="xs"
              aria-label={`Send notices to ${address} again`}
              onClick={() => remove(id)}
            >
              Send again
            </Button>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
