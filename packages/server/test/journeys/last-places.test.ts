// Many who want the last places at the same time: some pay late, some never, some find the service restarted in between.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPaymentService } from '../support/payment-service.ts';
import { waitFor } from '../support/wait-for.ts';

const places = 50;
const submitters = 200;

type Sent = { payment: { id: string }; paymentUrl: string };

test('50 places and 200 submissions at once are sold exactly 50 times, and those that come back are sold again', async (t) => {
  const service = await startPaymentService(t);
  const { request } = service;
  const seat = {
    ...{ name: 'seat', type: 'payment', label: 'Seat', currency: 'eur', places, discountCodes: true },
    lines: [
      {
        name: 'row',
        type: 'choice',
        required: true,
        options: [
          { value: 'front', label: 'Front', amount: 4000, stock: 20 },
          { value: 'back', label: 'Back', amount: 2000, stock: 35 },
        ],
      },
    ],
  };
  const fields = [{ name: 'email', type: 'email' }, seat];
  assert.equal((await request('POST', '/forms', { body: { name: 'Show', fields } })).status, 201);
  await request('POST', '/forms/show/discounts', { body: { code: 'FRIENDS', percentOff: 10, maxUses: 10 } });

  const submit = async (number: number): Promise<Sent | null> => {
    const body = {
      email: `${number}@example.com`,
      seat: {
        lines: [{ line: 'row', option: number % 5 < 2 ? 'front' : 'back' }],
        ...(number % 4 === 0 && { discountCode: 'friends' }),
      },
    };
    const response = await fetch(`${service.origin}/api/v1/forms/show/submit`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    const sent = (await response.json()) as Sent & { code: string };
    assert.ok(
      response.status === 200 || (response.status === 422 && sent.code === 'invalid_body'),
      JSON.stringify(sent),
    );
    return response.status === 200 ? sent : null;
  };
  const stock = async () => {
    const { items } = (await request('GET', '/forms/show/stock')).body as { items: { held: number; sold: number }[] };
    return items.map(({ held, sold }) => [held, sold]);
  };

  const all = await Promise.all(Array.from({ length: submitters }, (_, number) => submit(number)));
  const taken = all.filter((sent) => sent !== null);
  const left = places - taken.length;
  // A discount code that is used up rejects who would have had a place; they send again without one.
  const rest = await Promise.all(Array.from({ length: left + 20 }, (_, number) => submit(1 + 4 * number)));
  taken.push(...rest.filter((sent) => sent !== null));
  assert.equal(taken.length, places);
  const [, friends] = [await stock(), (await request('GET', '/forms/show/discounts')).body.items[0]];
  assert.ok(friends.held <= 10, `the code is held ${friends.held} times`);

  // 20 pay at once, 20 are declined first and pay late, 10 never pay.
  const [prompt, late, never] = [taken.slice(0, 20), taken.slice(20, 40), taken.slice(40)];
  await Promise.all(prompt.map(({ paymentUrl }) => service.pay(paymentUrl)));
  await Promise.all(late.map(({ paymentUrl }) => service.pay(paymentUrl, 'decline')));
  await service.settled();
  assert.deepEqual((await stock())[0], [30, 20]);
  assert.equal(await submit(2), null);

  // Late: while the others' checkouts end, and new visitors want what comes back.
  const expire = async ({ payment }: Sent): Promise<void> => {
    const { checkoutSessionId } = (await request('GET', `/payments/${payment.id}`)).body;
    await service.dashboard.checkout.sessions.expire(checkoutSessionId);
  };
  await Promise.all([...late.map(({ paymentUrl }) => service.pay(paymentUrl)), ...never.map(expire)]);
  await service.settled();
  assert.deepEqual((await stock())[0], [0, 40]);
  for (const { paymentUrl } of never) assert.equal(await service.pay(paymentUrl), 410);

  const again = (await Promise.all(Array.from({ length: 60 }, (_, number) => submit(number)))).filter(
    (sent) => sent !== null,
  );
  const more = await Promise.all(Array.from({ length: 20 }, (_, number) => submit(1 + 4 * number)));
  const next = [...again, ...more.filter((sent) => sent !== null)];
  assert.equal(next.length, 10);
  await Promise.all(next.map(({ paymentUrl }) => service.pay(paymentUrl)));
  await service.settled();
  const sold = await waitFor('all are sold', async () => {
    const rows = await stock();
    return rows[0]?.[1] === places ? rows : null;
  });
  assert.deepEqual(sold[0], [0, places]);
  assert.equal((sold[1]?.[1] ?? 0) + (sold[2]?.[1] ?? 0), places);
  const paid = (await request('GET', '/forms/show/submissions?status=paid&limit=1')).body.total;
  const received = (await request('GET', '/payments?status=succeeded&limit=100')).body.items;
  assert.deepEqual([paid, received.length], [places, places]);
  assert.ok(received.every(({ reservation }: { reservation: string }) => reservation === 'sold'));
  const used = (await request('GET', '/forms/show/discounts')).body.items[0];
  const discounted = received.filter(({ discount }: { discount: object | null }) => discount !== null).length;
  assert.deepEqual([used.held, used.used], [0, discounted]);
  assert.ok(discounted <= 10);
});
