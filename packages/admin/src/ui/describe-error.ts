// An error in words for people.

import { FrontdeskError } from '@frontdesk/client';

export type ErrorWords = { title: string; detail: string | null; requestId: string | null };

export function describeError(error: unknown): ErrorWords {
  if (!(error instanceof FrontdeskError)) {
    return { title: 'Something went wrong', detail: error instanceof Error ? error.message : null, requestId: null };
  }
  if (error.code === 'network_error') {
    return { title: 'The server cannot be reached', detail: 'Check the connection and try again.', requestId: null };
  }
  if (error.code === 'insufficient_scope') {
    return { title: 'Your role does not allow this', detail: 'An owner of the site can do it.', requestId: null };
  }
  const requestId = error.status >= 500 ? error.requestId : null;
  return { title: error.title, detail: error.detail ?? null, requestId };
}
