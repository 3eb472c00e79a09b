// Many invoices at once: copies of one that was issued, each with its number.

import assert from 'node:assert/strict';
import { createRate } from './invoicing.ts';
import type { TestService } from './test-service.ts';

const buyer = { name: 'Ada', address: { city: 'Graz', country: 'at' } };

/** Adds invoices of five lines, 40 on each day from `from` on. Returns the amount of each. */
export async function addIssued(
  service: TestService,
  { count, from }: { count: number; from: string },
): Promise<number> {
  const taxRateId = await createRate(service, '20');
  const lines = [1, 2, 3, 4, 5].map((n) => ({ description: `Chair of kind ${n}`, unitAmount: 1000 * n, taxRateId }));
  const body = { currency: 'eur', status: 'open', lines, buyer };
  const { status, text, body: made } = await service.request('POST', '/invoices', { body });
  assert.equal(status, 201, text);
  const { writer } = service.database;
  const row = await writer.selectFrom('invoices').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow();
  const copies = Array.from({ length: count }, (_, n) => {
    const issuedAt = new Date(Date.parse(from) + n * 36 * 60_000).toISOString();
    return { ...row, id: `inv_copy_${n}`, number: `COPY-${n}`, issuedAt, issueDay: issuedAt.slice(0, 10) };
  });
  for (let at = 0; at < count; at += 500)
    await writer
      .insertInto('invoices')
      .values(copies.slice(at, at + 500))
      .execute();
  return made.amount;
}
