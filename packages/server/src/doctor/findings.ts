// What an examination says: what was looked at, how it is, and what to do.

export type Finding = {
  /** What was looked at, such as `database`. */
  check: string;
  /** `skipped`: it could not be looked at, or there is nothing to look at. */
  status: 'ok' | 'warning' | 'fault' | 'skipped';
  detail: string;
  /** What to do; null if there is nothing to do. */
  advice: string | null;
};

export const ok = (check: string, detail: string): Finding => ({ check, status: 'ok', detail, advice: null });

export const skipped = (check: string, detail: string): Finding => ({ check, status: 'skipped', detail, advice: null });

export const warning = (check: string, detail: string, advice: string): Finding => ({
  check,
  status: 'warning',
  detail,
  advice,
});

export const fault = (check: string, detail: string, advice: string): Finding => ({
  check,
  status: 'fault',
  detail,
  advice,
});

/** `1 file`, `3 files`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
