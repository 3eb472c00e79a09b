// A calendar in which a day is chosen. Loaded when it is opened.

import '@mantine/dates/styles.css';
import { DatePicker } from '@mantine/dates';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { firstDayOfWeek } from './format.ts';

type CalendarProps = {
  /** As "2026-11-20", or ''. */
  day: string;
  /** In the time zone of the screens. */
  today: string;
  min: string | undefined;
  max: string | undefined;
  choose(day: string): void;
};

export function Calendar({ day, today, min, max, choose }: CalendarProps) {
  const frame = useRef<HTMLDivElement>(null);
  const first = day || today;
  const [shown, show] = useState(first);
  // An object, so that the same day can be focused again.
  const [focused, focus] = useState({ day: first });
  useEffect(() => frame.current?.querySelector<HTMLElement>(`[data-day="${focused.day}"]`)?.focus(), [focused]);
  // The picker's own keys stay in the month that it shows.
  const leaveMonth = (event: KeyboardEvent): void => {
    const from = (event.target as HTMLElement).dataset.day;
    const step = steps[event.key];
    if (from === undefined || step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = dayAfter(from, step);
    if (to.slice(0, 7) === from.slice(0, 7) || to < (min ?? to) || to > (max ?? to)) return;
    event.preventDefault();
    event.stopPropagation();
    show(to);
    focus({ day: to });
  };
  return (
    // Escape closes the calendar, and not the dialog that it is in.
    <div
      ref={frame}
      onKeyDownCapture={leaveMonth}
      onFocusCapture={(event) => event.target.setAttribute('data-mantine-stop-propagation', 'true')}
    >
      <DatePicker
        value={day || null}
        date={shown}
        onDateChange={show}
        onChange={(chosen) => chosen !== null && choose(chosen)}
        firstDayOfWeek={firstDayOfWeek()}
        // Their red cannot be read on both color schemes.
        weekendDays={[]}
        getDayProps={(each) => ({ 'data-day': each, ...(each === first && { 'data-autofocus': true }) })}
        ariaLabels={labels}
        {...(min && { minDate: min })}
        {...(max && { maxDate: max })}
      />
    </div>
  );
}

const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** "2026-12-01" is one day after "2026-11-30". */
function dayAfter(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

const labels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};
