// Loads the parts of the admin that are not in the first download.

import { Alert, Button } from '@mantine/core';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
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

/**
 * The component `name` of a file, which is loaded when it is first shown. If the file cannot be loaded, a notice stands in its place, and the rest of the screen
 * stays: browsers remember the failure until the page is reloaded, and there may be unsaved text in it.
 */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<{ [name in Name]: ComponentType<Props> }>,
  name: Name,
) {
  return lazy(() =>
    loadPart(load).then(
      (file) => ({ default: file[name] }),
      () => ({ default: MissingPart as ComponentType<Props> }),
    ),
  );
}

function MissingPart() {
  return (
    <Alert color="red" role="alert" title="A part of this screen could not be loaded">
      <Button variant="default" size="xs" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </Alert>
  );
}
