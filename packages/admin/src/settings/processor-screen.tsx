// Which payment processor is in use, and whether it can be reached.

import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Facts } from '../ui/facts.tsx';
import { TextLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

type Processor = {
  name: 'sandbox' | 'stripe';
  mode: 'test' | 'live' | null;
  receiverUrl: string | null;
  hasReceiverSecret: boolean;
};

export function ProcessorScreen() {
  const { may } = useMe();
  const processor = useQuery({
    queryKey: ['payments', 'processor'],
    queryFn: ({ signal }) => api.request<Processor>('GET', '/payments/processor', { signal }),
  });
  const test = useMutation({ mutationFn: () => api.request('POST', '/payments/processor/test') });
  return (
    <>
      <PageHeader
        title="Payments"
        description="The processor that takes the money."
        actions={
          may('payments:write') && (
            <Button onClick={() => test.mutate()} loading={test.isPending}>
              Test the connection
            </Button>
          )
        }
      />
      <Stack>
        {test.isSuccess && (
          <Alert
            color="teal"
            role="status"
            icon={<IconCheck aria-hidden />}
            title="The processor answers, and the key works"
          />
        )}
        {test.isError && <ErrorState error={test.error} />}
        <QueryView query={processor}>{(processor) => <ProcessorView processor={processor} />}</QueryView>
        <Text size="sm" c="dimmed">
          Who is told of payments: <TextLink to="/settings/webhooks">payment webhooks</TextLink>
        </Text>
      </Stack>
    </>
  );
}

function ProcessorView({ processor: { name, mode, receiverUrl, hasReceiverSecret } }: { processor: Processor }) {
  const isSandbox = name === 'sandbox';
  return (
    <>
      {isSandbox && (
        <Alert color="ink" title="Payments are played, no money moves">
          The built-in sandbox stands in for Stripe: checkouts, refunds and webhooks behave as with real keys. To take
          real payments, start the service with <Code>STRIPE_SECRET_KEY</Code> and <Code>STRIPE_WEBHOOK_SECRET</Code>.
        </Alert>
      )}
      {!hasReceiverSecret && (
        <Alert color="yellow" title="What the processor sends is refused">
          Its signing secret is not set: payments are noticed late. Start the service with{' '}
          <Code>STRIPE_WEBHOOK_SECRET</Code>.
        </Alert>
      )}
      <Facts
        facts={[
          ['Processor', isSandbox ? 'Built-in sandbox' : 'Stripe'],
          [
            'Mode',
            mode && (
              <StatusBadge
                status={mode}
                tone={mode === 'live' ? 'good' : 'warn'}
                label={isSandbox ? 'sandbox' : mode}
              />
            ),
          ],
          ['Receiver of its events', receiverUrl && <Code>{receiverUrl}</Code>],
          ['Signing secret', hasReceiverSecret ? 'set' : 'missing'],
        ]}
      />
    </>
  );
}
