// Kills a process with SIGKILL while it waits for what the EU says of a VAT ID, and after it was stored: nothing is sold or issued
// before, and once afterwards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraft, createRate, seller } from '../support/invoicing.ts';
import { startServerProcess } from '../support/server-process.ts';
import { startVies } from '../support/vies.ts';
import { waitFor } from '../support/wait-for.ts';

const company = { name: 'Débit SARL', street: 'Rue 1', city: 'Paris', country: 'FR', vatId: 'FR40303265045' };
/** Another one, because the same question at once is asked once. */
const other = { ...company, city: 'Wien', country: 'AT', vatId: 'ATU13585627' };
const { name, vatId } = other;
const buyer = { name, vatId, address: { city: 'Wien', country: 'at' } };

test('killed while the EU is asked, nothing is sold or issued; killed once it has answered, both happen once', async (t) => {
  const vies = await startVies(t);
  const server = await startServerProcess(t, { FRONTDESK_VIES_URL: vies.url });
  const request = async (method: string, path: string, { body }: { body?: unknown } = {}) => {
    const answer = await server.request(method, path, body);
    return { ...answer, text: JSON.stringify(answer.body) };
  };
  const service = { request } as never;
  const taxRateId = await createRate(service, '19');
  const instead = await createRate(service, '0', { category: 'AE', reason: 'Reverse charge' });
  const invoicing = { seller, taxRules: [{ buyer: 'eu_business', instead }], vatIdsChecked: true };
  assert.equal((await request('PATCH', '/settings', { body: { invoicing } })).status, 200);
  const fee = { name: 'fee', type: 'payment', label: 'Fee', amount: 11_900, currency: 'eur', invoice: { taxRateId } };
  const fields = [{ name: 'who', type: 'billing' }, fee];
  assert.equal((await request('POST', '/forms', { body: { name: 'Fair', slug: 'fair', fields } })).status, 201);
  const { id } = await createDraft(service, { buyer, lines: [{ description: 'Lamp', unitAmount: 100, taxRateId }] });
  const submit = () =>
    server.request('POST', '/forms/fair/submit', { who: company }, { 'idempotency-key': '"fair-1"' });
  const issue = () => server.request('POST', `/invoices/${id}/issue`);
  const stored = async () => {
    const { status, number } = (await request('GET', `/invoices/${id}`)).body;
    return [status, number, (await request('GET', '/payments')).body.items.length];
  };

  vies.say('hangs');
  const lost = Promise.allSettled([submit(), issue()]);
  await waitFor('both to ask', async () => vies.asked.length === 2);
  await server.kill();
  await lost;
  await server.start();
  assert.deepEqual(await stored(), ['draft', null, 0]);

  vies.say('in use');
  for (const who of [company, other])
    assert.equal((await request('POST', '/forms/fair/quote', { body: { who } })).body.amount, 10_000);
  await server.kill();
  await server.start();
  vies.say('MS_UNAVAILABLE');
  const sent = await waitFor('the lost request to be over', async () => {
    const answer = await submit();
    return answer.status === 409 ? null : answer;
  });
  assert.deepEqual([sent.status, sent.body.payment?.amount], [200, 10_000], JSON.stringify(sent.body));
  const issued = await issue();
  assert.deepEqual([issued.status, issued.body.vatIdCheck?.vatId], [200, vatId], JSON.stringify(issued.body));
  const [status, number, payments] = await stored();
  assert.deepEqual([status, number.slice(-4), payments], ['open', '0001', 1]);
  assert.equal(vies.asked.length, 4);
});
