// The one way to the server. Nothing else in the admin may fetch.

import { createClient } from '@frontdesk/client';
import { waitForSignIn } from './session.ts';

/** The client of this very site, by the session of the browser. */
export const api = createClient({ baseUrl: '/api/v1', fetch: fetchSignedIn });

/**
 * Sends a request; where the session has ended it asks the person to sign in again, on top of what they are doing, and
 * sends the request once more.
 */
async function fetchSignedIn(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status !== 401 || !(await isSessionOver(response))) return response;
  const isBack = await waitForSignIn();
  return isBack ? fetch(input, init) : response;
}

/** A wrong password is a 401 as well. */
async function isSessionOver(response: Response): Promise<boolean> {
  const problem = await response
    .clone()
    .json()
    .catch(() => null);
  return problem?.code === 'unauthenticated';
}
