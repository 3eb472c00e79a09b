// What an error says to the user.

import { FrontdeskError } from '@frontdesk/client';

export type ErrorDescription = { title: string; detail: string | null; requestId: string | null };

export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof FrontdeskError)) {
    return { title: 'Something went wrong', detail: error instanceof Error ? error.message : null, requestId: null };
  }
  if (error.code === 'network_error') {
    return { title: 'Could not reach the server', detail: 'Check your connection and try again.', requestId: null };
  }
  if (error.code === 'insufficient_scope') {
    return { title: 'You do not have permission to do this', detail: 'Ask an owner of the site.', requestId: null };
  }
  const requestId = error.status >= 500 ? error.requestId : null;
  return { title: error.title, detail: error.detail ?? null, requestId };
}
