// Receivers of webhooks that need somebody's attention; nothing where all is well.

import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { TextLink } from '../ui/links.tsx';
import { Time } from '../ui/time.tsx';
import type { Summary } from './summary.ts';

export function FailingReceivers({ receivers }: { receivers: Summary['failingReceivers'] }) {
  if (receivers.length === 0) return null;
  const count = receivers.length;
  const title =
    count === 1
      ? 'A webhook receiver is not getting its deliveries'
      : `${count} webhook receivers are not getting their deliveries`;
  return (
    <Alert color="yellow" title={title} icon={<IconAlertTriangle aria-hidden />}>
      <List size="sm" spacing={4}>
        {receivers.slice(0, 5).map(({ id, formId, url, status, failingSince }) => (
          <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
            <TextLink to="/settings/deliveries" search={{ subscriber: id } as never}>
              {url}
            </TextLink>{' '}
            {failingSince ? (
              <>
                fails since <Time value={failingSince} isRelative />
              </>
            ) : (
              `is ${status}`
            )}
            {formId === null && ' · payments'}
          </List.Item>
        ))}
        {count > 5 && (
          <List.Item>
            and {count - 5} more in <TextLink to="/settings/webhooks">the settings</TextLink>
          </List.Item>
        )}
      </List>
    </Alert>
  );
}
