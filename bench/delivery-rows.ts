// The whole chain of a paid form: submission, payment on the sandbox's page, native event, delivery of `paid`.

import { measureBareDeliveries } from './bare-deliveries.ts';
import { callApi } from './programs.ts';
import { startReceiver } from './receiver.ts';
import type { Row } from './row.ts';

const payments = 1000;
const atOnce = 16;
/** Submission, checkout session, payment, two native events that read an object each, delivery. */
const requestsPerPayment = 8;

const paidRow: Row = {
  name: 'paid form, whole chain',
  goal: '≥ 200/s',
  async measure({ port }) {
    const bare = await startReceiver();
    const posts = await measureBareDeliveries(bare.url);
    bare.close();
    const receiver = await startReceiver();
    await callApi(port, 'POST', '/forms/tickets/webhooks', { url: receiver.url, events: ['paid'] });
    const startedAt = performance.now();
    let begun = 0;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (begun++ < payments) await pay(port);
      }),
    );
    await receiver.waitFor(payments);
    receiver.close();
    const bound = { of: `${requestsPerPayment} bare posts`, perSecond: posts.perSecond / requestsPerPayment };
    return { perSecond: (payments * 1000) / (performance.now() - startedAt), bound };
  },
};

async function pay(port: number): Promise<void> {
  const person = { name: 'Ada', email: 'ada@example.com' };
  const { paymentUrl } = await callApi<{ paymentUrl: string }>(port, 'POST', '/forms/tickets/submit', person);
  const body = new URLSearchParams({ outcome: 'pay' });
  const page = await fetch(paymentUrl, { method: 'POST', body, redirect: 'manual' });
  await page.body?.cancel();
}

export const deliveryRows: Row[] = [paidRow];
