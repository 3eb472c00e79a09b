// The code that puts a form on a page of another site, to copy.

import type { Form } from '@frontdesk/client';
import { Anchor, Code, Group, Modal, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CopyableValue } from '../../ui/copyable-value.tsx';
import { QueryView } from '../../ui/query-view.tsx';

const ways = {
  script: {
    label: 'Script',
    text: 'The form grows with its content. One script is enough for several forms on a page.',
  },
  iframe: {
    label: 'Iframe',
    text: 'For site builders that allow no scripts. The height is fixed: adjust it to the form.',
  },
  html: {
    label: 'HTML',
    text: 'A form to style yourself. It works without JavaScript. Copy it again when fields change.',
  },
  react: {
    label: 'React',
    text: 'A component that submits the form with @frontdesk/client. Copy it again when fields change.',
  },
};
type Way = keyof typeof ways;

export function ShareDialog({ form, close }: { form: Form; close(): void }) {
  const [way, setWay] = useState<Way>('script');
  const query = useQuery({
    queryKey: ['forms', form.id, 'code'],
    queryFn: ({ signal }) => api.forms(form.id).code({ signal }),
  });
  const page = `/f/${encodeURIComponent(form.slug)}`;
  return (
    <Modal opened onClose={close} title={`Share “${form.name}”`} size="xl">
      <Stack gap="md">
        <div>
          <Text size="sm" fw={500}>
            Link
          </Text>
          <CopyableValue value={new URL(page, window.location.href).href} label="link" />
        </div>
        <Text size="sm" fw={500} mb={-12}>
          On your site
        </Text>
        <Tabs value={way} onChange={(value) => setWay(value as Way)}>
          <Tabs.List grow aria-label="Way to put the form on your site">
            {Object.entries(ways).map(([value, { label }]) => (
              <Tabs.Tab key={value} value={value}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={way} pt="sm">
            <QueryView query={query}>
              {(code) => (
                <>
                  <Group justify="space-between" wrap="nowrap" align="start" mb="sm">
                    <Text size="sm">{ways[way].text}</Text>
                    <CopyButton value={code[way]} label="Copy code" />
                  </Group>
                  <Code
                    block
                    tabIndex={0}
                    role="region"
                    aria-label="Code"
                    style={{ maxHeight: '40vh', overflow: 'auto' }}
                  >
                    {code[way]}
                  </Code>
                </>
              )}
            </QueryView>
          </Tabs.Panel>
        </Tabs>
        <Anchor href={`${page}?embed`} target="_blank" size="sm">
          Preview the form as it is embedded
        </Anchor>
      </Stack>
    </Modal>
  );
}
