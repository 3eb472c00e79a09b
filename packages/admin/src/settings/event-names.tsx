// The events of a webhook in a list: subjects that are chosen as a whole, and single events. Many are disclosed by a button.

import type { Webhook } from '@frontdesk/client/admin';
import { Anchor, Code, Group } from '@mantine/core';
import { useState } from 'react';
import tableClasses from '../ui/data-table.module.css';
import { formatNumber } from '../ui/format.ts';
import { type EventSubject, eventSubjects } from './event-subjects.ts';

/** More than these are disclosed, if that hides more than one. */
const shownCount = 2;

export function EventNames({ webhook: { url, events } }: { webhook: Pick<Webhook, 'url' | 'events'> }) {
  const [isOpen, setOpen] = useState(false);
  const all = eventSubjects.flatMap((subject) => shortNames(subject, events));
  const isLong = all.length > shownCount + 1;
  const shown = isLong && !isOpen ? all.slice(0, shownCount) : all;
  return (
    <Group gap={4} fz="sm">
      {shown.map(({ text, isEvent }) => (isEvent ? <Code key={text}>{text}</Code> : <span key={text}>{text}</span>))}
      {isLong && (
        <Anchor
          component="button"
          size="sm"
          className={tableClasses.above}
          aria-expanded={isOpen}
          aria-label={
            isOpen ? `Show fewer events of ${url}` : `+ ${formatNumber(all.length - shownCount)} more events of ${url}`
          }
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : `+ ${formatNumber(all.length - shownCount)} more`}
        </Anchor>
      )}
    </Group>
  );
}

/** The chosen events of a subject, or one name for all of several. */
function shortNames(subject: EventSubject, chosen: readonly string[]): { text: string; isEvent: boolean }[] {
  const names = subject.events.map(({ name }) => name).filter((name) => chosen.includes(name));
  if (names.length > 2 && names.length === subject.events.length)
    return [{ text: `All events of ${subject.label.toLowerCase()}`, isEvent: false }];
  return names.map((text) => ({ text, isEvent: true }));
}
