// Says that an address does not accept mail, and allows it again.

import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { formatDay } from '../ui/format.ts';
import { toastError, toastSuccess } from '../ui/toast.tsx';

export function AddressRefusal({ email }: { email: string | null }) {
  const { may } = useMe();
  const queryKey = ['mail-refusals', email];
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.mails.refusals({ address: email ?? '' }, { signal }),
    enabled: email !== null && may('admin'),
  });
  const [refusal] = found.data?.items ?? [];
  if (!refusal) return null;
  const allow = async (): Promise<void> => {
    try {
      await api.mails.allowAddress(refusal.address);
      await queries.invalidateQueries({ queryKey });
      toastSuccess('Mails are sent to this address again');
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Alert color="yellow" mb="md" title={`${refusal.address} does not accept mail`}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Since {formatDay(refusal.createdAt)}: {refusal.reason}. Nothing is sent to it.
        </Text>
        <Button variant="default" size="xs" onClick={allow}>
          Allow again
        </Button>
      </Group>
    </Alert>
  );
}
