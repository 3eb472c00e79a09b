// The time zones that can be chosen, by the present names of their cities. Browsers list some under former ones.

import type { ComboboxItem, OptionsFilter } from '@mantine/core';

const presentNames: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho Chi Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** "Asia/Katmandu" has the label "Asia/Kathmandu". The value stays one that this browser knows, or the current one. */
export function timeZoneOptions(current: string | null): ComboboxItem[] {
  const zones = current === null ? [] : [current];
  zones.push('UTC', ...Intl.supportedValuesOf('timeZone'));
  const byLabel = new Map<string, ComboboxItem>();
  for (const value of zones) {
    const label = (presentNames[value] ?? value).replaceAll('_', ' ');
    if (!byLabel.has(label)) byLabel.set(label, { value, label });
  }
  return [...byLabel.values()].sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

/** Finds "new york", "America/New_York", "Kathmandu" and "Katmandu". */
export const findTimeZones: OptionsFilter = ({ options, search, limit }) => {
  const query = plain(search);
  return (options as ComboboxItem[])
    .filter(({ value, label }) => plain(`${label} ${value}`).includes(query))
    .slice(0, limit);
};

function plain(text: string): string {
  return text.trim().replaceAll('_', ' ').toLowerCase();
}
