// The top of a screen: its title and its actions.

import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

type PageHeaderProps = {
  /** Also used as the page title. */
  title: string;
  description?: ReactNode;
  /** A TextLink to the screen above. */
  back?: ReactNode;
  /** Beside the title: a badge. */
  aside?: ReactNode;
  actions?: ReactNode;
};

export function PageHeader({ title, description, back, aside, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Frontdesk`;
  }, [title]);
  useEffect(() => {
    // After following a link, screen readers announce the new screen. After loading the page, they start at its top.
    if (document.activeElement === null || document.activeElement === document.body) return;
    if (document.activeElement.matches('main, a[href], a[href] *')) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Box component="header" mb="lg">
      {back && (
        <Text size="sm" mb={4}>
          {back}
        </Text>
      )}
      <Group justify="space-between" align="start" gap="sm">
        <Box miw={0} flex="1 1 240px">
          <Group gap="sm">
            <Title order={1} ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {aside}
          </Group>
          {description && (
            <Text c="dimmed" mt={4} maw={640} style={{ overflowWrap: 'anywhere' }}>
              {description}
            </Text>
          )}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
    </Box>
  );
}
