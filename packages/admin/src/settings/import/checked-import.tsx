// What a file has, before anything of it is stored.

import type { Import } from '@frontdesk/client';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { Facts } from '../../ui/facts.tsx';
import { formatCount } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { toastError } from '../../ui/toast.tsx';
import { countsText, importedOf, skippedText, zoneReason } from './import-texts.ts';

export function CheckedImport({ found }: { found: Import }) {
  const [update, setUpdate] = useState(found.update);
  const [events, setEvents] = useState(found.events);
  const [timeZone, setTimeZone] = useState(found.timeZone ?? '');
  const [isSending, setSending] = useState(false);
  const { id, fileName, summary } = found;
  const send = async (request: () => Promise<Import>): Promise<void> => {
    setSending(true);
    try {
      queries.setQueryData(['imports', id], await request());
      await queries.invalidateQueries({ queryKey: ['imports'] });
    } catch (error) {
      toastError(error);
    } finally {
      setSending(false);
    }
  };
  const start = () => send(() => api.imports.start(id, { update, events, timeZone: timeZone.trim() || null }));
  return (
    <Section title={`Import ${fileName}?`} description="The whole file can be read. Nothing has been stored yet.">
      <Stack>
        {summary && (
          <Facts
            facts={[
              ['Site', summary.title || summary.baseUrl],
              ['URL', summary.baseUrl],
              ['Items', countsText(importedOf(summary.items, summary.skipped))],
              ['Terms', countsText(importedOf(summary.terms, summary.skipped, 'terms of '))],
              ['Authors', formatCount(summary.authors, 'author')],
              ['Not imported', summary.skipped.length > 0 ? skippedText(summary.skipped) : null],
              ['Files', summary.items.attachment ? 'They stay on the old site. Keep them reachable there.' : null],
            ]}
          />
        )}
        <Checkbox
          label="Update items that changed in WordPress since the last import"
          description="Items that were edited here stay as they are."
          checked={update}
          onChange={(event) => setUpdate(event.currentTarget.checked)}
        />
        <Checkbox
          label="Notify webhooks of what is published and updated"
          checked={events}
          onChange={(event) => setEvents(event.currentTarget.checked)}
        />
        <TextInput
          label="Time zone"
          description={`For dates that are not given in UTC. If empty: ${summary?.timeZone.name ?? 'UTC'}, ${zoneReason(summary)}.`}
          placeholder={summary?.timeZone.name ?? 'UTC'}
          maw={360}
          value={timeZone}
          onChange={(event) => setTimeZone(event.currentTarget.value)}
        />
        <Group>
          <Button loading={isSending} onClick={() => void start()}>
            Start import
          </Button>
          <Button variant="default" disabled={isSending} onClick={() => void send(() => api.imports.cancel(id))}>
            Discard file
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
