// A choice of events. Each subject can be chosen as a whole, or opened to choose single events; the search opens those that match.

import { Button, Checkbox, Group, Input, SimpleGrid, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { formatCount } from '../ui/format.ts';
import type { InputFault } from '../ui/saving.ts';
import classes from './event-picker.module.css';
import type { EventName, EventSubject } from './event-subjects.ts';

type EventPickerProps = {
  subjects: EventSubject[];
  value: EventName[];
  onChange(events: EventName[]): void;
  fault: InputFault;
};

export function EventPicker({ subjects, value, onChange, fault }: EventPickerProps) {
  const id = useId();
  const [text, setText] = useState('');
  // Some of a subject: which ones is what the reader wants to know.
  const [open, setOpen] = useState(() => subjects.filter((each) => isPart(each, value)).map(({ name }) => name));
  const { error, ...pointer } = fault;
  const found = subjects.map((subject) => matching(subject, text)).filter(({ events }) => events.length > 0);
  const toggle = (events: EventSubject['events'], isChosen: boolean): void => {
    const names = events.map(({ name }) => name);
    onChange([...value.filter((name) => !names.includes(name)), ...(isChosen ? names : [])]);
  };
  return (
    <Input.Wrapper label="Events" required labelElement="div" labelProps={{ id }} error={error}>
      <TextInput
        type="search"
        my="xs"
        aria-label="Search events"
        placeholder="Search events"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={keepOpen}
      />
      <Stack component="ul" gap={0} className={classes.subjects} aria-labelledby={id} {...pointer}>
        {found.map((subject) => (
          <Subject
            key={subject.name}
            subject={subject}
            value={value}
            isOpen={text.trim() !== '' || open.includes(subject.name)}
            setOpen={
              text.trim() === ''
                ? (isOpen) =>
                    setOpen([...open.filter((name) => name !== subject.name), ...(isOpen ? [subject.name] : [])])
                : undefined
            }
            toggle={toggle}
          />
        ))}
      </Stack>
      <Text size="sm" c="dimmed" mt="xs" role="status">
        {found.length === 0 ? 'No matching events' : `${formatCount(value.length, 'event')} chosen`}
      </Text>
    </Input.Wrapper>
  );
}

type SubjectProps = {
  subject: EventSubject;
  value: readonly string[];
  isOpen: boolean;
  /** Undefined while the search decides. */
  setOpen: ((isOpen: boolean) => void) | undefined;
  toggle(events: EventSubject['events'], isChosen: boolean): void;
};

function Subject({ subject: { label, events }, value, isOpen, setOpen, toggle }: SubjectProps) {
  const id = useId();
  const count = events.filter(({ name }) => value.includes(name)).length;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li className={classes.subject}>
      <Group justify="space-between" wrap="nowrap">
        <Checkbox
          label={label}
          aria-label={`${label}: all events`}
          fw={500}
          checked={count === events.length}
          indeterminate={count > 0 && count < events.length}
          onChange={(event) => toggle(events, event.currentTarget.checked)}
        />
        {setOpen && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            rightSection={<Chevron size={16} aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {count} of {events.length}
            <VisuallyHidden> events of {label}</VisuallyHidden>
          </Button>
        )}
      </Group>
      {isOpen && (
        <SimpleGrid id={id} cols={{ base: 1, xs: 2 }} mt="xs" ml={32} spacing="xs">
          {events.map((event) => (
            <Checkbox
              key={event.name}
              label={event.label}
              description={event.name}
              checked={value.includes(event.name)}
              onChange={({ currentTarget }) => toggle([event], currentTarget.checked)}
            />
          ))}
        </SimpleGrid>
      )}
    </li>
  );
}

/** Enter in the search sends no form. */
function keepOpen(event: KeyboardEvent): void {
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
}

function isPart({ events }: EventSubject, value: readonly string[]): boolean {
  const count = events.filter(({ name }) => value.includes(name)).length;
  return count > 0 && count < events.length;
}

/** With the events that match: all of them, if the subject does. */
function matching(subject: EventSubject, text: string): EventSubject {
  const words = text.trim().toLowerCase();
  const has = (...names: string[]): boolean => names.some((name) => name.toLowerCase().includes(words));
  if (has(subject.label)) return subject;
  return { ...subject, events: subject.events.filter(({ name, label }) => has(name, label)) };
}
