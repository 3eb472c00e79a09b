// How far a delivery is, in lists and on its screen: one that failed and is tried again reads "Retrying".

import type { Delivery } from '@frontdesk/client';
import { Group, Text } from '@mantine/core';
import { formatCount } from '../ui/format.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';

type Props = Pick<Delivery, 'status' | 'failure' | 'attemptCount' | 'nextAttemptAt'>;

export function DeliveryStatusBadge({ status, failure }: Pick<Props, 'status' | 'failure'>) {
  const isRetrying = status === 'pending' && failure !== null;
  return <StatusBadge status={isRetrying ? 'retrying' : status} />;
}

/** With the number of attempts, if there were several, and the time of the next. */
export function DeliveryProgress({ status, failure, attemptCount, nextAttemptAt }: Props) {
  const isRetrying = status === 'pending' && failure !== null;
  return (
    <Group gap="xs">
      <DeliveryStatusBadge {...{ status, failure }} />
      {(attemptCount > 1 || isRetrying) && (
        <Text size="xs" c="dimmed" component="span">
          {formatCount(attemptCount, 'attempt')}
          {isRetrying && nextAttemptAt && (
            <>
              , next <Time value={nextAttemptAt} isRelative />
            </>
          )}
        </Text>
      )}
    </Group>
  );
}
