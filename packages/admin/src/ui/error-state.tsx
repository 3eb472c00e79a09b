// Shown when loading fails: the error, and a button to try again if that can help.

import { FrontdeskError } from '@frontdesk/client';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { describeError } from './describe-error.ts';

export function ErrorState({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const { title, detail, requestId } = describeError(error);
  return (
    <Alert color="red" role="alert" title={title} icon={<IconAlertTriangle aria-hidden />}>
      {detail && <Text size="sm">{detail}</Text>}
      {requestId && (
        <Text size="xs" mt="xs">
          Request ID: {requestId}
        </Text>
      )}
      {retry && mayPass(error) && (
        <Group mt="sm">
          <Button variant="default" size="xs" onClick={() => retry()}>
            Try again
          </Button>
        </Group>
      )}
    </Alert>
  );
}

/** What the server rejects, such as an address that does not exist, it rejects again. */
function mayPass(error: unknown): boolean {
  return !(error instanceof FrontdeskError && error.status >= 400 && error.status < 500) || error.status === 429;
}
