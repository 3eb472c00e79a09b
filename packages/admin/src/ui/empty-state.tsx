// Shown for an empty list: what belongs here, and how to create the first one.

import { EmptyState as MantineEmptyState } from '@mantine/core';
import type { ReactNode } from 'react';

type EmptyStateProps = { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode };

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <MantineEmptyState
      py={48}
      px="md"
      size="sm"
      icon={icon}
      title={title}
      description={children}
      withIndicatorBackground
    >
      {action && <MantineEmptyState.Actions>{action}</MantineEmptyState.Actions>}
    </MantineEmptyState>
  );
}
