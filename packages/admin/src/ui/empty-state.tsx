// Where there is nothing yet: what would be here, and how to make the first.

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
