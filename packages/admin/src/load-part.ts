// Loads the parts of the admin that are not in the first download.

import { lazyRouteComponent } from '@tanstack/react-router';
import { isServerUp } from './api.ts';
import { reachability, waitForServer } from './reachability.ts';

/** A screen for a route. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadPart(load), name);

/**
 * Loads a file of code. While the server cannot be reached, waits for it, and the current screen stays. A browser may
 * remember the failure; then the router reloads the page, as it does after an update of the server.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  if (!reachability.isReachable()) await waitForServer(isServerUp);
  try {
    return await load();
  } catch (error) {
    if (await isServerUp()) throw error;
    await waitForServer(isServerUp);
    // The router reloads once for each file, which an earlier failure may have used up.
    sessionStorage.removeItem(`tanstack_router_reload:${(error as Error).message}`);
    return load();
  }
}
