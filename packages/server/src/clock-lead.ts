// Processes on one database lease jobs and requests to each other by their clocks (decision 0007): these must agree.

import type { Context } from './context/context.ts';
import type { Database } from './database/database.ts';
import { readClockLead } from './database/server-clock.ts';

/** A quarter of a lease. */
const toleratedMs = 2000;

/** What is wrong with the clock of this machine, in a sentence; null if it agrees with the one of the database server. */
export async function describeClockLead({ now }: Context, database: Database): Promise<string | null> {
  const leadMs = await readClockLead(database, now);
  if (leadMs === null || Math.abs(leadMs) <= toleratedMs) return null;
  const seconds = (Math.abs(leadMs) / 1000).toFixed(1);
  return `The clock of this machine is ${seconds} s ${leadMs > 0 ? 'ahead of' : 'behind'} the one of the database server`;
}
