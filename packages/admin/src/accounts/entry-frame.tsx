// The layout of the sign-in and setup screens.

import { Box, Center, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Logo } from '../ui/logo.tsx';

export function EntryFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Frontdesk`;
  }, [title]);
  return (
    <Center component="main" mih="100dvh" px="md" py="xl">
      <Box w="100%" maw={400}>
        <Group gap="xs" mb="xl">
          <Logo />
          <Text fw={650}>Frontdesk</Text>
        </Group>
        <Title order={1} mb={4}>
          {title}
        </Title>
        {lead && (
          <Text c="dimmed" mb="lg">
            {lead}
          </Text>
        )}
        <Box mt="lg">{children}</Box>
      </Box>
    </Center>
  );
}
