// A value such as an ID or a URL, with a button to copy it.

import { Code, Group } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

export function CopyableValue({ value, label }: { value: string; label: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
      <CopyButton value={value} label={`Copy ${label}`} />
    </Group>
  );
}
