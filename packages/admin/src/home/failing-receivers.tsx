// Warns about webhooks that are failing, paused or disabled.

import type { Summary } from '@frontdesk/client';
import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatCount } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { Time } from '../ui/time.tsx';

export function FailingReceivers({ receivers }: { receivers: Summary['failingReceivers'] }) {
  if (receivers.length === 0) return null;
  const count = receivers.length;
  const title = `${formatCount(count, 'webhook')} ${count === 1 ? 'needs' : 'need'} your attention`;
  return (
    <Alert color="yellow" title={title} icon={<IconAlertTriangle aria-hidden />}>
      <List size="sm" spacing={4}>
        {receivers.slice(0, 5).map(({ id, kind, url, status, failingSince }) => (
          <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
            <TextLink to="/settings/deliveries" search={{ subscriber: id } as never}>
              {url}
            </TextLink>{' '}
            {failingSince ? (
              <>
                started failing <Time value={failingSince} />
              </>
            ) : (
              `is ${status}`
            )}
            {` (${kind} webhook)`}
          </List.Item>
        ))}
        {count > 5 && (
          <List.Item>
            and {formatCount(count - 5, 'more webhook')} in <TextLink to="/settings/webhooks">Settings</TextLink>
          </List.Item>
        )}
      </List>
    </Alert>
  );
}
