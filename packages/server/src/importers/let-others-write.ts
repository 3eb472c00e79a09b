// Between two transactions of an import.

import { setTimeout } from 'node:timers/promises';
import type { Context } from '../context.ts';

/** Who waits tries every 2 ms. */
const maxPauseMs = 10;

/** If another process waits to write, lets it begin before the import goes on. Returns whether one did. */
export async function letOthersWrite(ctx: Context): Promise<boolean> {
  if (!ctx.othersWait()) return false;
  for (let ms = 0; ms < maxPauseMs && ctx.othersWait(); ms++) await setTimeout(1);
  return true;
}
