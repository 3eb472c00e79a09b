// A calendar in which a day is chosen. Loaded when it is opened.

import '@mantine/dates/styles.css';
import { DatePicker } from '@mantine/dates';
import { useEffect, useRef } from 'react';
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
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  const first = day || today;
  return (
    // Escape closes the calendar, and not the dialog that it is in.
    <div ref={frame} onFocusCapture={(event) => event.target.setAttribute('data-mantine-stop-propagation', 'true')}>
      <DatePicker
        value={day || null}
        defaultDate={first}
        onChange={(chosen) => chosen !== null && choose(chosen)}
        firstDayOfWeek={firstDayOfWeek()}
        // Their red cannot be read on both color schemes.
        weekendDays={[]}
        getDayProps={(each) => ({ ...(each === first && { 'data-autofocus': true }) })}
        ariaLabels={labels}
        {...(min && { minDate: min })}
        {...(max && { maxDate: max })}
      />
    </div>
  );
}

const labels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};
