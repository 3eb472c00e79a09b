// Parts of screens whose code is loaded when they are first shown.

import { Alert, Button } from '@mantine/core';
import { type ComponentType, lazy } from 'react';
import { loadPart } from './load-part.ts';

/**
 * The component `name` of a file. If the file cannot be loaded, a notice stands in its place, and the rest of the screen
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
