// An input for a day, or for a day with its time, in the format of the site: typed, or chosen in a calendar.

import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../api/load-part.tsx';
import { datePattern, readDay, readDayAndTime, writeDay, writeDayAndTime } from './date-text.ts';
import { toLocalInput } from './local-time.ts';

const Calendar = lazyPart(() => import('./calendar.tsx'), 'Calendar');

type DateInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'max'> & {
  /** As "2026-11-20", with the time as "2026-11-20T09:30", or ''. */
  value: string;
  /** Called with '' while the text is not a date. */
  set(value: string): void;
  hasTime?: boolean;
  /** The first and the last day in the calendar. */
  min?: string | undefined;
  max?: string | undefined;
};

export function DateInput({ value, set, hasTime = false, min, max, error, ...input }: DateInputProps) {
  const [read, write] = hasTime ? [readDayAndTime, writeDayAndTime] : [readDay, writeDay];
  const [text, setText] = useState(() => write(value));
  const [hasLeft, setLeft] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the same value stays as it was typed
  useEffect(() => {
    if ((read(text) ?? '') !== value) setText(write(value));
  }, [value]);
  const isWrong = hasLeft && text.trim() !== '' && read(text) === null;
  const now = toLocalInput(new Date().toISOString());
  const example = write(hasTime ? now : now.slice(0, 10));
  const kind = hasTime ? 'a date and a time' : 'a date';
  const choose = (day: string): void => {
    const time = hasTime ? `T${value.slice(11) || '09:00'}` : '';
    setText(write(`${day}${time}`));
    set(`${day}${time}`);
    setOpen(false);
  };
  return (
    <TextInput
      autoComplete="off"
      placeholder={datePattern(hasTime)}
      {...input}
      error={error ?? (isWrong ? `Enter ${kind}, such as ${example}` : undefined)}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setLeft(false);
        set(read(event.currentTarget.value) ?? '');
      }}
      onBlur={() => {
        setLeft(true);
        const day = read(text);
        if (day !== null) setText(write(day));
      }}
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon
              size={28}
              aria-label={`Calendar: ${input['aria-label'] ?? input.label}`}
              onClick={() => setOpen(!isOpen)}
              disabled={input.disabled ?? false}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label="Calendar">
            <Suspense fallback={<Skeleton w={252} h={280} />}>
              <Calendar day={value.slice(0, 10)} today={now.slice(0, 10)} min={min} max={max} choose={choose} />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
