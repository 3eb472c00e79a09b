// A part of a screen with a title.

import { Box, Card, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type SectionProps = { title: string; description?: ReactNode; actions?: ReactNode; children?: ReactNode };

export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <Card component="section" aria-label={title}>
      <Group justify="space-between" align="start" mb={children ? 'md' : 0}>
        <Box flex="1 1 200px">
          <Title order={2}>{title}</Title>
          {description && (
            <Text c="dimmed" size="sm" maw={560}>
              {description}
            </Text>
          )}
        </Box>
        {actions}
      </Group>
      {children}
    </Card>
  );
}
