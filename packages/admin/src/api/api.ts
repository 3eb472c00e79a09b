// The admin's only connection to the server.

import { createAdminClient, fetchWithProgress } from '@frontdesk/client/admin';
import { waitForServer } from './reachability.ts';
import { waitForSignIn } from './session.ts';

/** The client for this site; requests are authenticated by the session cookie. */
export const api = createAdminClient({ baseUrl: '/api/v1', fetch: fetchSignedIn });

/** For requests that the user did not ask for. They do not ask to sign in again: a dialog would interrupt their typing. */
export const background = createAdminClient({ baseUrl: '/api/v1', fetch: fetchNoticingLoss });

/**
 * Sends a request. If the session has ended, asks the user to sign in again on top of the current screen, and then
 * repeats the request.
 */
async function fetchSignedIn(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchNoticingLoss(input, init);
  if (response.status !== 401 || !(await hasSessionEnded(response))) return response;
  const isSignedIn = await waitForSignIn();
  return isSignedIn ? fetchNoticingLoss(input, init) : response;
}

/** Sends a request. If there is no answer, or a proxy's, starts asking for the server. */
async function fetchNoticingLoss(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetchWithProgress(input, init);
    if (missing.includes(response.status)) void waitForServer(isServerUp);
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) void waitForServer(isServerUp);
    throw error;
  }
}

/** Bad gateway, service unavailable, gateway timeout. */
const missing = [502, 503, 504];

/** Whether the server can answer requests now. */
export async function isServerUp(): Promise<boolean> {
  const response = await fetch('/readyz', { cache: 'no-store' }).catch(() => null);
  return response?.ok === true;
}

/** A wrong password is also a 401, with another code. */
async function hasSessionEnded(response: Response): Promise<boolean> {
  const problem = await response
    .clone()
    .json()
    .catch(() => null);
  return problem?.code === 'unauthenticated';
}
