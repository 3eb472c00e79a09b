// Retry schedules: the waits before the second, third … attempt, in milliseconds.

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Ten attempts over about 75 hours: the example schedule of Standard Webhooks 1.0.0. */
export const deliverySchedule = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Eleven attempts over about three days: servers that delay unknown senders, or are down, accept a mail later. */
export const mailSchedule = [
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  24 * hour,
  30 * hour,
];

/** For work on our own records: quick at first (a lock, a race), then slow (a processor that is down). */
export const internalSchedule = [
  second,
  2 * second,
  5 * second,
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  hour,
  6 * hour,
  24 * hour,
];

/** The wait with ±20 % of jitter, so that jobs that failed together do not all come back at once. */
export function withJitter(waitMs: number, random: () => number = Math.random): number {
  return Math.round(waitMs * (0.8 + 0.4 * random()));
}
