// Shown instead of a blank page while the admin waits for the server to say who is signed in.

import { Center, Loader } from '@mantine/core';

export function Opening() {
  return (
    <Center mih="100vh" role="status" aria-label="Loading">
      <Loader />
    </Center>
  );
}
