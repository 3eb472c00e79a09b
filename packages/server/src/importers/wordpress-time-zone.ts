// The time zone of a site. An export does not name it, but published items have their date both in it and in UTC.

import { Temporal } from '../lib/temporal.ts';

const monthLength = 'YYYY-MM'.length;
/** Of several zones that fit, names from these regions are better known. */
const regions = ['Europe/', 'America/', 'Asia/', 'Australia/'];

export type SiteTimeZone = {
  /** `Europe/Vienna`, `+02:00`, `UTC` */
  name: string;
  /** Given, derived from published items, or UTC because these do not agree or there are none. */
  from: 'option' | 'export' | 'default';
};

type Observation = { offset: number; at: number };

/** Collects dates of published items: the first and the last per month and offset, whatever the size of the export. */
export function createZoneFinder() {
  const seen = new Map<string, [Observation, Observation]>();
  return {
    /** `offset` in minutes. */
    add(publishedAt: string, offset: number): void {
      const observation = { offset, at: Date.parse(publishedAt) };
      const key = `${publishedAt.slice(0, monthLength)} ${offset}`;
      const [first, last] = seen.get(key) ?? [observation, observation];
      seen.set(key, [observation.at < first.at ? observation : first, observation.at > last.at ? observation : last]);
    },
    find: (): SiteTimeZone => findZone([...seen.values()].flat()),
  };
}

function findZone(observations: readonly Observation[]): SiteTimeZone {
  const offsets = new Set(observations.map(({ offset }) => offset));
  if (offsets.size === 1) return { name: nameOffset([...offsets][0] as number), from: 'export' };
  const fitting =
    offsets.size === 0 ? [] : Intl.supportedValuesOf('timeZone').filter((zone) => fits(zone, observations));
  const known = regions.flatMap((region) => fitting.filter((zone) => zone.startsWith(region)));
  const name = known[0] ?? fitting[0];
  return name === undefined ? { name: 'UTC', from: 'default' } : { name, from: 'export' };
}

function nameOffset(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const pad = (number: number) => String(number).padStart(2, '0');
  const absolute = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(absolute / 60))}:${pad(absolute % 60)}`;
}

function fits(zone: string, observations: readonly Observation[]): boolean {
  return observations.every(({ offset, at }) => {
    const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
    return offsetNanoseconds / 60e9 === offset;
  });
}

/** Whether `name` is a zone such as `Europe/Vienna` or an offset such as `+02:00`. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
