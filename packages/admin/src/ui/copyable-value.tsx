// A value such as an ID or a URL, with a button to copy it.

import { Box, Code, Group } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

export function CopyableValue({ value, label }: { value: string; label: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
      {/* The button is higher than a line of text, and leaves the lines where they are. */}
      <Box my={-8}>
        <CopyButton value={value} label={`Copy ${label}`} />
      </Box>
    </Group>
  );
}
