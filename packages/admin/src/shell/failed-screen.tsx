// Shown when a screen fails to load, and for unknown URLs.

import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { ButtonLink } from '../ui/links.tsx';

export function FailedScreen({ error }: ErrorComponentProps) {
  const router = useRouter();
  // After an update of the server, the files that this window refers to no longer exist.
  if (/dynamically imported module|module script failed/i.test(String(error))) {
    return (
      <EmptyState
        title="The admin has been updated"
        action={<Button onClick={() => window.location.reload()}>Reload</Button>}
      />
    );
  }
  return <ErrorState error={error} retry={() => router.invalidate()} />;
}

export function UnknownScreen() {
  return <EmptyState title="Page not found" action={<ButtonLink to="/">Go to home</ButtonLink>} />;
}
