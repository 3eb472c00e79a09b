// The page of a form with looks that are not saved yet, in a frame.

import type { FormLooks } from '@frontdesk/client';
import { Box, Group, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

export function LooksPreview({ page, looks }: { page: string; looks: FormLooks }) {
  const [scheme, setScheme] = useState('light');
  const [shown] = useDebouncedValue(JSON.stringify({ ...looks, replaces: true }), 250);
  const isEither = looks.theme === undefined || looks.theme === 'auto';
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <Text fw={600} size="sm">
          Preview
        </Text>
        {isEither && (
          <SegmentedControl
            size="xs"
            aria-label="Preview in"
            data={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            value={scheme}
            onChange={setScheme}
          />
        )}
      </Group>
      <Box
        component="iframe"
        title="Preview of the page"
        src={`${page}?${new URLSearchParams({ ...(isEither && { theme: scheme }), looks: shown })}`}
        display="block"
        w="100%"
        h={560}
        bd="1px solid var(--mantine-color-default-border)"
        style={{ borderRadius: 'var(--mantine-radius-md)' }}
      />
    </div>
  );
}
