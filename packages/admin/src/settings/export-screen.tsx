// The way out: the whole site as an archive, content for WordPress, lists as CSV.

import type { ExportedPart } from '@frontdesk/client/admin';
import { Button, Checkbox, Group, List, NativeSelect, Select, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { typesQuery } from '../api/types-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Section } from '../ui/section.tsx';

const parts: { value: ExportedPart; label: string; description: string }[] = [
  {
    value: 'content',
    label: 'Content',
    description: 'Content types, items with drafts and revisions, tags, categories, authors, shared views',
  },
  { value: 'media', label: 'Media', description: 'The media library with its files' },
  { value: 'forms', label: 'Forms', description: 'Forms, submissions and uploaded files' },
  { value: 'contacts', label: 'Contacts', description: 'Contacts with their fields' },
  { value: 'payments', label: 'Payments', description: 'Payments, refunds, invoices and subscriptions' },
  { value: 'events', label: 'Events', description: 'What happened, as timelines show it' },
  { value: 'webhooks', label: 'Webhooks', description: 'Webhooks with encrypted secrets, and their deliveries' },
  { value: 'settings', label: 'Settings', description: 'Name, logo, formats and retention' },
];

export function ExportScreen() {
  return (
    <>
      <PageHeader title="Export" description="Everything here is yours: take it with you, or keep a copy." />
      <Stack>
        <ArchiveSection />
        <ListsSection />
        <WordpressSection />
      </Stack>
    </>
  );
}

function ArchiveSection() {
  const [chosen, setChosen] = useState<string[]>(parts.map(({ value }) => value));
  const only = chosen.length === parts.length ? '' : `?only=${chosen.join(',')}`;
  return (
    <Section
      title="The whole site"
      description="One tar file that shows the site as it is when the download starts. The command frontdesk import makes it a site again, on SQLite or PostgreSQL."
    >
      <Checkbox.Group label="What is in it" value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {parts.map((part) => (
            <Checkbox key={part.value} {...part} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text size="sm" mt="md">
        Not in it:
      </Text>
      <List size="sm" mb="md">
        <List.Item>Users and API keys, which belong to this installation</List.Item>
        <List.Item>The keys of the payment processor</List.Item>
      </List>
      <Group>
        <Download href={`/api/v1/export${only}`} isDisabled={chosen.length === 0}>
          Download archive
        </Download>
      </Group>
      <Text c="dimmed" size="sm" mt="xs">
        It contains personal data. Keep it as safe as this site.
      </Text>
    </Section>
  );
}

const submissionFormats = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel (XLSX)' },
  { value: 'ndjson', label: 'NDJSON' },
];

function ListsSection() {
  const types = useQuery(typesQuery);
  const forms = useQuery({
    queryKey: ['forms', 'all'],
    queryFn: ({ signal }) => api.forms.list({ limit: 100 }, { signal }),
  });
  const [type, setType] = useState<string | null>(null);
  const [form, setForm] = useState<string | null>(null);
  const [format, setFormat] = useState('csv');
  const typeData = (types.data?.items ?? []).map(({ name, label }) => ({ value: name, label }));
  const formData = (forms.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Section
      title="Lists"
      description="For spreadsheets: one line for each item or submission, one column for each field. Items are exported as CSV."
    >
      <Stack>
        <Group align="end">
          <Select
            label="Items of"
            placeholder="Choose a type"
            data={typeData}
            value={type}
            onChange={setType}
            w={240}
          />
          <Download href={`/api/v1/export/items.csv?type=${encodeURIComponent(type ?? '')}`} isDisabled={type === null}>
            Download items
          </Download>
        </Group>
        <Group align="end">
          <Select
            label="Submissions of"
            placeholder="Choose a form"
            data={formData}
            value={form}
            onChange={setForm}
            w={240}
          />
          <NativeSelect
            label="Format"
            data={submissionFormats}
            value={format}
            onChange={(event) => setFormat(event.currentTarget.value)}
          />
          <Download
            href={`/api/v1/forms/${encodeURIComponent(form ?? '')}/submissions.${format}`}
            isDisabled={form === null}
          >
            Download submissions
          </Download>
        </Group>
      </Stack>
    </Section>
  );
}

function WordpressSection() {
  return (
    <Section
      title="For WordPress"
      description="Authors, tags, categories, items and media as an XML file for its importer, under Tools, Import. WordPress fetches the files from here, so this site must be reachable from there. Private files are left out."
    >
      <Group>
        <Download href="/api/v1/export/wordpress.xml">Download for WordPress</Download>
      </Group>
    </Section>
  );
}

function Download({ href, isDisabled = false, children }: { href: string; isDisabled?: boolean; children: string }) {
  const icon = <IconDownload size={18} aria-hidden />;
  if (isDisabled) {
    return (
      <Button variant="default" leftSection={icon} disabled>
        {children}
      </Button>
    );
  }
  return (
    <Button component="a" variant="default" leftSection={icon} href={href} download>
      {children}
    </Button>
  );
}
