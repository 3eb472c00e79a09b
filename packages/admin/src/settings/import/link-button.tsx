// A button that looks like a link, for what changes this screen only.

import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

export function LinkButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <Anchor
      component="button"
      type="button"
      underline="always"
      ta="start"
      style={{ overflowWrap: 'anywhere' }}
      onClick={onClick}
    >
      {children}
    </Anchor>
  );
}
