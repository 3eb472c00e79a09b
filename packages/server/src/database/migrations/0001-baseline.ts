// The schema of the first release, by slices. The columns are described in tables.ts.

import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';
import { createAccounts } from './baseline/accounts-tables.ts';
import { createCounters, createItemCounts } from './baseline/change-counters.ts';
import { createContent, createMedia } from './baseline/content-tables.ts';
import { baselineOf } from './baseline/create-tables.ts';
import { createForms } from './baseline/forms-tables.ts';
import { createLinkedItems } from './baseline/linked-item-rows.ts';
import { createNotifications } from './baseline/notification-tables.ts';
import { createPayments } from './baseline/payments-tables.ts';
import { createInstants, createService } from './baseline/service-tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const baseline = baselineOf(db, dialect);
  await createInstants(baseline);
  await createService(baseline);
  await createAccounts(baseline);
  await createContent(baseline);
  await createMedia(baseline);
  await createForms(baseline);
  await createPayments(baseline);
  await createNotifications(baseline);
  await createCounters(baseline);
  await createItemCounts(baseline);
  await createLinkedItems(baseline);
}
