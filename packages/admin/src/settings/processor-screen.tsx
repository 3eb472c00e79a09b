// The payment processor in use: its connection and its keys.

import type { Processor } from '@frontdesk/client';
import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { CopyableValue } from '../ui/copyable-value.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Facts } from '../ui/facts.tsx';
import { humanize } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { processorQuery } from './processor.ts';
import { ProcessorKeys } from './processor-keys.tsx';

export function ProcessorScreen() {
  const { may } = useMe();
  const processor = useQuery(processorQuery);
  const test = useMutation({ mutationFn: () => api.request('POST', '/payments/processor/test') });
  return (
    <>
      <PageHeader
        title="Payment processor"
        description="The service that charges your customers."
        actions={
          may('payments:write') && (
            <Button variant="default" onClick={() => test.mutate()} loading={test.isPending}>
              Test connection
            </Button>
          )
        }
      />
      <Stack>
        {test.isSuccess && (
          <Alert color="teal" role="status" icon={<IconCheck aria-hidden />} title="The connection works" />
        )}
        {test.isError && <ErrorState error={test.error} />}
        <QueryView query={processor}>
          {(processor) => (
            <>
              <ProcessorView processor={processor} />
              {may('admin') && <ProcessorKeys processor={processor} onChanged={test.reset} />}
            </>
          )}
        </QueryView>
        <Text size="sm" c="dimmed">
          To notify other services about payments, add{' '}
          <TextLink to="/settings/webhooks" search={{ subject: 'payment' } as never}>
            webhooks for payments
          </TextLink>
          .
        </Text>
      </Stack>
    </>
  );
}

function ProcessorView({ processor }: { processor: Processor }) {
  const { mode, receiverUrl, receiverSecretConfigured, keysFrom, keyConfigured, lastFour } = processor;
  const isSandbox = keysFrom === 'sandbox';
  return (
    <>
      {isSandbox && (
        <Alert color="ink" title="Test mode: no money moves">
          The built-in sandbox handles checkouts, refunds and webhooks the way Stripe does. To accept real payments,
          enter the keys of your Stripe account.
        </Alert>
      )}
      {!keyConfigured && (
        <Alert color="red" title="Payments are unavailable">
          The keys were removed, or the stored keys cannot be decrypted. Enter them again, or remove them and restart
          the service to use the sandbox.
        </Alert>
      )}
      {keyConfigured && !receiverSecretConfigured && (
        <Alert color="yellow" title="Events from the processor are rejected">
          The signing secret is missing, so payments are confirmed late. Enter the secret below.
        </Alert>
      )}
      <Facts
        facts={[
          ['Processor', isSandbox ? 'Sandbox' : 'Stripe'],
          [
            'Mode',
            mode && (
              <StatusBadge
                status={mode}
                tone={mode === 'live' ? 'good' : 'warn'}
                label={isSandbox ? 'Sandbox' : humanize(mode)}
              />
            ),
          ],
          ['Secret key', lastFour && <Code>…{lastFour}</Code>],
          ['Endpoint for its events', receiverUrl && <CopyableValue value={receiverUrl} label="the endpoint URL" />],
          ['Signing secret', receiverSecretConfigured ? 'Set' : 'Missing'],
        ]}
      />
    </>
  );
}
