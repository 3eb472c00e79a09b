// Shows a secret that cannot be shown again later.

import { Alert, Code, Group, type MantineSpacing } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { CopyButton } from './copy-button.tsx';

type SecretBoxProps = { title: string; secret: string; children?: React.ReactNode; mb?: MantineSpacing };

export function SecretBox({ title, secret, children, mb }: SecretBoxProps) {
  return (
    <Alert color="teal" title={title} icon={<IconKey aria-hidden />} role="status" mb={mb}>
      {children ?? 'Copy it now. You will not be able to see it again.'}
      <Group gap="xs" mt="sm" wrap="nowrap">
        <Code block flex={1} miw={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} data-secret>
          {secret}
        </Code>
        <CopyButton value={secret} />
      </Group>
    </Alert>
  );
}
