// How the admin writes dates, numbers and amounts, and the currency of new prices.

import type { Currency, Settings } from '@frontdesk/client';
import { Select, Stack } from '@mantine/core';
import { formatSample } from '../ui/format.ts';
import { currencies } from '../ui/money-fields.tsx';
import { Section } from '../ui/section.tsx';
import { regionOptions } from './region-options.ts';
import type { SettingsPartProps } from './settings-part.ts';
import { findTimeZones, timeZoneOptions } from './time-zone-options.ts';

export function FormatFields({ values, set, field }: SettingsPartProps) {
  return (
    <Section title="Formats" description="For everyone who uses the admin.">
      <Stack maw={440}>
        <Select
          label="Time zone"
          data={[{ value: '', label: 'The time zone of each reader' }, ...timeZoneOptions(values.timeZone)]}
          filter={findTimeZones}
          searchable
          limit={60}
          allowDeselect={false}
          nothingFoundMessage="No time zone found"
          value={values.timeZone ?? ''}
          onChange={(timeZone) => set('timeZone', timeZone || null)}
          {...field('/timeZone')}
        />
        <Select
          label="Dates and numbers as in"
          description={`For example ${formatSample(values)}`}
          data={regionOptions(values.locale)}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No country found"
          value={values.locale ?? ''}
          onChange={(locale) => set('locale', locale || null)}
          {...field('/locale')}
        />
        <Select
          label="Weeks begin on"
          description="In calendars"
          data={weekOptions}
          allowDeselect={false}
          value={values.firstDayOfWeek ?? ''}
          onChange={(day) => set('firstDayOfWeek', (day || null) as Settings['firstDayOfWeek'])}
          {...field('/firstDayOfWeek')}
        />
        <Select
          label="Currency"
          description="Of new invoices, payment links and prices in forms"
          data={currencies()}
          searchable
          limit={60}
          allowDeselect={false}
          nothingFoundMessage="No currency found"
          value={values.currency}
          onChange={(currency) => currency && set('currency', currency as Currency)}
          {...field('/currency')}
        />
      </Stack>
    </Section>
  );
}

const weekOptions = [
  { value: '', label: 'The day of the country above' },
  { value: 'monday', label: 'Monday' },
  { value: 'saturday', label: 'Saturday' },
  { value: 'sunday', label: 'Sunday' },
];
