// Shows JSON or other text, with a button to copy it.

import { Box, Code } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

type JsonViewProps = {
  /** A value, or the text that was sent. */
  value: unknown;
  /** Names it for screen readers. */
  label: string;
  maxHeight?: number;
};

export function JsonView({ value, label, maxHeight = 360 }: JsonViewProps) {
  const text = typeof value === 'string' ? indented(value) : JSON.stringify(value, null, 2);
  return (
    <Box pos="relative">
      {/* A scrollable area has to be reachable by keyboard. */}
      <Code block mah={maxHeight} tabIndex={0} role="group" aria-label={label} style={{ overflow: 'auto' }}>
        {text}
      </Code>
      <Box pos="absolute" top={4} right={4}>
        <CopyButton value={typeof value === 'string' ? value : text} label={`Copy ${label.toLowerCase()}`} />
      </Box>
    </Box>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
