// A secret that is shown only now.

import { Alert, Code, Group, type MantineSpacing } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { CopyButton } from './copy-button.tsx';

type SecretBoxProps = { title: string; secret: string; children?: React.ReactNode; mb?: MantineSpacing };

export function SecretBox({ title, secret, children, mb }: SecretBoxProps) {
  return (
    <Alert color="teal" title={title} icon={<IconKey aria-hidden />} role="status" mb={mb}>
      {children ?? 'Copy it now: it is not shown again.'}
      <Group gap="xs" mt="sm" wrap="nowrap">
        <Code block flex={1} miw={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} data-secret>
          {secret}
        </Code>
        <CopyButton value={secret} />
      </Group>
    </Alert>
  );
}
