// Which payment processor is in use, whether it can be reached, and the keys it is asked with.

import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api.ts';
import { CopiedFact } from '../ui/copied-fact.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Facts } from '../ui/facts.tsx';
import { TextLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { type Processor, processorQuery } from './processor.ts';
import { ProcessorKeys } from './processor-keys.tsx';

export function ProcessorScreen() {
  const { may } = useMe();
  const processor = useQuery(processorQuery);
  const test = useMutation({ mutationFn: () => api.request('POST', '/payments/processor/test') });
  return (
    <>
      <PageHeader
        title="Payments"
        description="The processor that takes the money."
        actions={
          may('payments:write') && (
            <Button variant="default" onClick={() => test.mutate()} loading={test.isPending}>
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
        <QueryView query={processor}>
          {(processor) => (
            <>
              <ProcessorView processor={processor} />
              {may('admin') && <ProcessorKeys processor={processor} onChanged={test.reset} />}
            </>
          )}
        </QueryView>
        <Text size="sm" c="dimmed">
          Who is told of payments: <TextLink to="/settings/webhooks">payment webhooks</TextLink>
        </Text>
      </Stack>
    </>
  );
}

function ProcessorView({ processor }: { processor: Processor }) {
  const { mode, receiverUrl, hasReceiverSecret, keysFrom, hasKey, lastFour } = processor;
  const isSandbox = keysFrom === 'sandbox';
  return (
    <>
      {isSandbox && (
        <Alert color="ink" title="Payments are played, no money moves">
          The sandbox stands in for Stripe: checkouts, refunds and webhooks behave as with real keys. To take real
          payments, enter the keys of your account.
        </Alert>
      )}
      {!hasKey && (
        <Alert color="red" title="No payment can begin">
          The keys were removed, or those stored cannot be opened. Enter them again, or remove them and start the
          service anew to go back to the sandbox.
        </Alert>
      )}
      {hasKey && !hasReceiverSecret && (
        <Alert color="yellow" title="What the processor sends is refused">
          Its signing secret is not set: payments are noticed late.
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
                label={isSandbox ? 'sandbox' : mode}
              />
            ),
          ],
          ['Secret key', lastFour && <Code>…{lastFour}</Code>],
          ['Receiver of its events', receiverUrl && <CopiedFact value={receiverUrl} label="the address" />],
          ['Signing secret', hasReceiverSecret ? 'set' : 'missing'],
        ]}
      />
    </>
  );
}
