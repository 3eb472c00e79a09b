// The key of a request that must not be carried out twice.

import { FrontdeskError } from '@frontdesk/client';
import { useRef } from 'react';

/**
 * Keeps one idempotency key for one request, such as a refund. The key changes only after the server has rejected the request, so that the
 * user can correct it. If the outcome is unknown, a retry uses the same key and cannot do it twice.
 */
export function useIdempotencyKey() {
  const key = useRef(newKey());
  return async <T>(run: (key: string) => Promise<T>): Promise<T> => {
    try {
      return await run(key.current);
    } catch (error) {
      if (isRejection(error)) key.current = newKey();
      throw error;
    }
  };
}

function isRejection(error: unknown): boolean {
  if (!(error instanceof FrontdeskError) || error.status < 400 || error.status >= 500) return false;
  return (
    !['idempotency_key_reused', 'request_in_progress', 'rate_limited'].includes(error.code) && error.status !== 429
  );
}

/** 128 random bits; `randomUUID` is not available on pages served over HTTP. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
