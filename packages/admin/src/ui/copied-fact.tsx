// An id, to be copied.

import { Code, Group } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

export function CopiedFact({ value, label }: { value: string; label: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
      <CopyButton value={value} label={`Copy ${label}`} />
    </Group>
  );
}
