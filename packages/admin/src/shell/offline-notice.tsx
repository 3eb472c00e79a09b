// Says that the server cannot be reached, and loads everything again when it answers.

import { Alert } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { queries } from '../queries.ts';
import { reachability } from '../reachability.ts';

export function OfflineNotice() {
  const isReachable = useSyncExternalStore(reachability.subscribe, reachability.isReachable);
  const wasReachable = useRef(isReachable);
  const router = useRouter();
  useEffect(() => {
    if (isReachable && !wasReachable.current) {
      queries.invalidateQueries();
      router.invalidate();
    }
    wasReachable.current = isReachable;
  }, [isReachable, router]);
  return (
    <div role="status">
      {!isReachable && (
        <Alert color="yellow" mb="md" title="Could not reach the server" icon={<IconCloudOff aria-hidden />}>
          Trying again until it responds. What you have typed stays here; lists may be out of date.
        </Alert>
      )}
    </div>
  );
}
