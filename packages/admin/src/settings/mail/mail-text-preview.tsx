// The mail as it will be, while its text is being written.

import type { MailKind, MailLanguage, MailTemplate } from '@frontdesk/client';
import { Tabs, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { describeError } from '../../ui/describe-error.ts';
import { Section } from '../../ui/section.tsx';
import { styleNonce } from '../../ui/style-nonce.ts';
import messageClasses from './mail-message.module.css';

type MailTextPreviewProps = { kind: MailKind; language: MailLanguage; text: MailTemplate };

export function MailTextPreview({ kind, language, text }: MailTextPreviewProps) {
  const [shown] = useDebouncedValue(text, 300);
  const preview = useQuery({
    queryKey: ['mail-text-preview', kind, language, shown],
    queryFn: ({ signal }) => api.mails.previewText(kind, language, shown, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const { data, error } = preview;
  return (
    <Section title="Preview" description={data?.subject}>
      {error && (
        <Text c="red" size="sm" mb="sm" role="status">
          {previewFault(error)}
        </Text>
      )}
      {data && (
        <Tabs defaultValue="html">
          <Tabs.List>
            <Tabs.Tab value="html">HTML</Tabs.Tab>
            <Tabs.Tab value="text">Text</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="html" pt="sm">
            <iframe
              className={messageClasses.preview}
              title="Preview as HTML"
              sandbox=""
              srcDoc={data.html.replace('<style>', `<style nonce="${styleNonce ?? ''}">`)}
            />
          </Tabs.Panel>
          <Tabs.Panel value="text" pt="sm">
            <pre className={messageClasses.text} lang={language} dir="auto">
              {data.text}
            </pre>
          </Tabs.Panel>
        </Tabs>
      )}
    </Section>
  );
}

function previewFault(error: unknown): string {
  const { title, detail } = describeError(error);
  return detail ?? title;
}
