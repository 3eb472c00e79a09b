// Events for webhook tests, created and fanned out as reactions do.

import { inTransaction } from '../../src/context/context.ts';
import { newId } from '../../src/lib/ids.ts';
import { fanOut } from '../../src/webhooks/deliveries.ts';
import type { Answer, TestService } from './test-service.ts';
import { waitFor } from './wait-for.ts';

/** Stores an empty form. */
export async function makeForm(service: TestService, slug = 'contact'): Promise<{ id: string; slug: string }> {
  const createdAt = new Date().toISOString();
  const id = newId('form');
  await service.database.writer
    .insertInto('forms')
    .values({
      ...{ id, slug, name: slug, public: 1, open: 1, strict: 0, maxSubmissions: null, fields: '[]', settings: '{}' },
      ...{ origins: '[]', translations: '{}', version: 1, createdAt, updatedAt: createdAt },
    })
    .execute();
  return { id, slug };
}

/** Fans out an event of a form, or of the workspace if `formId` is null. Returns its ID. */
export async function emit(
  service: TestService,
  { formId, name, data = {} }: { formId: string | null; name: string; data?: object },
): Promise<string> {
  const id = newId('evt');
  const createdAt = service.context.now().toISOString();
  const event = { id, type: name, subject: id, sequence: 1, contactId: null, data, createdAt };
  await inTransaction(service.context, (ctx) => fanOut(ctx, event, { formId, body: async () => data }));
  return id;
}

/** Waits for a delivery that matches the query and the condition. */
export async function waitForDelivery(
  service: TestService,
  query: string,
  fits: (delivery: Answer['body']) => boolean,
  withinMs?: number,
): Promise<Answer['body']> {
  const find = async () => (await service.request('GET', `/deliveries?${query}`)).body.items.find(fits);
  return waitFor(`delivery ${query}`, find, withinMs);
}
