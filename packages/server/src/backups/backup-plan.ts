// When the service makes backups by itself, and which it keeps.

import type { ReadContext, WriteContext } from '../context/context.ts';
import { contentTag } from '../http/conditional.ts';
import { failBody } from '../lib/errors.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { lockSettings, readSetting, writeSetting } from '../settings/settings.ts';
import { readKeepRule } from './keep-rule.ts';

export const everyHoursOptions = [1, 2, 3, 4, 6, 8, 12, 24] as const;

export type BackupPlan = {
  enabled: boolean;
  /** Such as `03:00`, in UTC. */
  time: string;
  /** From that time on. Divides a day. */
  everyHours: (typeof everyHoursOptions)[number];
  keep: string;
};

const setting = 'backupPlan';
const defaults: BackupPlan = { enabled: false, time: '03:00', everyHours: 24, keep: '7d,4w,6m' };
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export async function readPlan(ctx: ReadContext): Promise<BackupPlan> {
  return { ...defaults, ...(await readSetting<Partial<BackupPlan>>(ctx, setting)) };
}

/** `check` gets the plan first and may throw. Throws invalid_body. */
export async function changePlan(
  ctx: WriteContext,
  changes: Partial<BackupPlan>,
  check: (plan: BackupPlan) => void,
): Promise<void> {
  if (changes.keep !== undefined) checkRule(changes.keep);
  await lockSettings(ctx, 'backup plan');
  const plan = await readPlan(ctx);
  check(plan);
  await writeSetting(ctx, setting, { ...plan, ...changes });
}

/** The ETag of the plan, whatever is shown with it. */
export function planTag({ enabled, time, everyHours, keep }: BackupPlan): string {
  return contentTag({ enabled, time, everyHours, keep });
}

function checkRule(keep: string): void {
  try {
    readKeepRule(keep);
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    const detail = 'is not a rule: use numbers of days, weeks, months and years, such as 7d,4w,6m, or of backups';
    throw failBody([{ pointer: '/keep', code: 'invalid', detail }]);
  }
}

/** The latest time at or before `now` at which a backup was due. */
export function lastDue(now: Date, { time, everyHours }: Pick<BackupPlan, 'time' | 'everyHours'>): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const first = hours * hourMs + minutes * 60_000;
  const every = everyHours * hourMs;
  const passed = Math.floor((now.getTime() - first) / every);
  return new Date(first + passed * every);
}

/** When the next one is due. */
export function nextDue(now: Date, plan: Pick<BackupPlan, 'time' | 'everyHours'>): Date {
  return new Date(lastDue(now, plan).getTime() + plan.everyHours * hourMs);
}

/** The age from which the newest backup is too old: another one was due in between, and had time. */
export function maxAgeMs({ everyHours }: Pick<BackupPlan, 'everyHours'>): number {
  return Math.min(everyHours * 2, everyHours + 12) * hourMs + dayMs / 24;
}
