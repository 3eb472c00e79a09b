// The admin's only connection to the server.

import { createClient } from '@frontdesk/client';
import { waitForSignIn } from './session.ts';

/** The client for this site; requests are authenticated by the session cookie. */
export const api = createClient({ baseUrl: '/api/v1', fetch: fetchSignedIn });

/**
 * Sends a request. If the session has ended, asks the user to sign in again on top of the current screen, and then
 * repeats the request.
 */
async function fetchSignedIn(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status !== 401 || !(await hasSessionEnded(response))) return response;
  const isSignedIn = await waitForSignIn();
  return isSignedIn ? fetch(input, init) : response;
}

/** A wrong password is also a 401, with another code. */
async function hasSessionEnded(response: Response): Promise<boolean> {
  const problem = await response
    .clone()
    .json()
    .catch(() => null);
  return problem?.code === 'unauthenticated';
}
