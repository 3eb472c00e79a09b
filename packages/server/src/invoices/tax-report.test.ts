import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestTurn } from '../../test/support/busy-time.ts';
import { createRate, credit, startSelling } from '../../test/support/invoicing.ts';
import { addIssued } from '../../test/support/many-invoices.ts';
import type { TestService } from '../../test/support/test-service.ts';

type Service = TestService;

const austria = { name: 'Ada', address: { country: 'at' } };

async function sell(service: Service, body: object) {
  const {
    status,
    text,
    body: invoice,
  } = await service.request('POST', '/invoices', { body: { status: 'open', ...body } });
  assert.equal(status, 201, text);
  return invoice;
}

async function reportOf(service: Service, days: { firstDay: string; lastDay: string }) {
  const { status, text, body } = await service.request('GET', `/reports/tax?${new URLSearchParams(days)}`);
  assert.equal(status, 200, text);
  return body;
}

/** Of today, at the site. */
function today(): { firstDay: string; lastDay: string } {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(new Date());
  return { firstDay: day, lastDay: day };
}

const amounts = (base: number, tax: number) => ({ base, tax, gross: base + tax });
const none = amounts(0, 0);

test('the tax report adds up the cents of invoices and credit notes, by currency, country, category and percentage', async (t) => {
  const service = await startSelling(t);
  const full = await createRate(service, '19');
  const same = await createRate(service, '19.00');
  const reduced = await createRate(service, '7');
  const reverse = await createRate(service, '0', { category: 'AE', reason: 'Reverse charge' });
  const days = today();
  // Without lines of 1.33, of which each is rounded by itself: 3.99 and 0.76 of tax.
  const lines = [1, 2, 3].map((n) => ({ description: `Part ${n}`, unitAmount: 133, taxRateId: full }));
  const first = await sell(service, { currency: 'eur', lines, buyer: austria });
  await sell(service, {
    currency: 'eur',
    lines: [
      { description: 'Chair', unitAmount: 1000, taxRateId: same },
      { description: 'Book', unitAmount: 500, taxRateId: reduced },
    ],
  });
  const company = { ...austria, vatId: 'ATU12345678' };
  await sell(service, {
    currency: 'eur',
    buyer: company,
    lines: [{ description: 'Work', unitAmount: 9900, taxRateId: reverse }],
  });
  await sell(service, {
    currency: 'jpy',
    pricesIncludeTax: true,
    lines: [{ description: 'Tea', unitAmount: 1190, taxRateId: full }],
  });
  await sell(service, { currency: 'kwd', lines: [{ description: 'Date', unitAmount: 1003, taxRateId: full }] });
  await sell(service, { currency: 'eur', status: 'draft', lines });
  await credit(service, first.id, { lines: [{ position: 1 }] });
  const gone = await sell(service, {
    currency: 'jpy',
    lines: [{ description: 'Cup', unitAmount: 300, taxRateId: reduced }],
  });
  const voided = await service.request('PATCH', `/invoices/${gone.id}`, { body: { status: 'void' } });
  assert.equal(voided.status, 200, voided.text);

  const report = await reportOf(service, days);
  const row = (currency: string, country: string, category: string, percent: string, rest: object) => ({
    ...{ currency, country, category, percent, ...rest },
  });
  const plain = (base: number, tax: number) => ({
    ...{ documents: 1, invoiced: amounts(base, tax), credited: none, balance: amounts(base, tax) },
  });
  const partly = { documents: 2, invoiced: amounts(399, 76), credited: amounts(133, 26), balance: amounts(266, 50) };
  assert.deepEqual(report, {
    ...days,
    rows: [
      row('eur', 'at', 'AE', '0', plain(9900, 0)),
      row('eur', 'at', 'S', '19', partly),
      row('eur', 'de', 'S', '19', plain(1000, 190)),
      row('eur', 'de', 'S', '7', plain(500, 35)),
      row('jpy', 'de', 'S', '19', plain(1000, 190)),
      row('jpy', 'de', 'S', '7', {
        documents: 2,
        invoiced: amounts(300, 21),
        credited: amounts(300, 21),
        balance: none,
      }),
      row('kwd', 'de', 'S', '19', plain(1003, 191)),
    ],
    totals: [
      {
        ...{ currency: 'eur', documents: 4, invoiced: amounts(11_799, 301), credited: amounts(133, 26) },
        balance: amounts(11_666, 275),
      },
      {
        ...{ currency: 'jpy', documents: 3, invoiced: amounts(1300, 211), credited: amounts(300, 21) },
        balance: amounts(1000, 190),
      },
      { currency: 'kwd', documents: 1, invoiced: amounts(1003, 191), credited: none, balance: amounts(1003, 191) },
    ],
  });

  const csv = await service.request('GET', `/reports/tax.csv?${new URLSearchParams(days)}`);
  assert.match(String(csv.headers['content-disposition']), new RegExp(`taxes-${days.firstDay}-${days.lastDay}\\.csv`));
  const texts = csv.text.trim().split('\r\n');
  assert.deepEqual(texts.slice(1, 3), [
    'eur,at,AE,0,1,99.00,0.00,99.00,0.00,0.00,0.00,99.00,0.00,99.00',
    'eur,at,S,19,2,3.99,0.76,4.75,1.33,0.26,1.59,2.66,0.50,3.16',
  ]);
  assert.equal(texts.at(-1), 'kwd,de,S,19,1,1.003,0.191,1.194,0.000,0.000,0.000,1.003,0.191,1.194');
  const xlsx = await service.request('GET', `/reports/tax.xlsx?${new URLSearchParams(days)}`);
  assert.equal(xlsx.status, 200);
});

test('a period is its days, and what was only credited in it is below zero', async (t) => {
  const service = await startSelling(t);
  const taxRateId = await createRate(service, '19');
  const { id } = await sell(service, {
    currency: 'eur',
    lines: [{ description: 'Chair', unitAmount: 1000, taxRateId }],
  });
  service.advance(3 * 86_400_000);
  const note = (await credit(service, id, { amount: 595 })).body;
  const then = { firstDay: note.issueDay, lastDay: note.issueDay };
  const report = await reportOf(service, then);
  assert.deepEqual(report.rows[0].balance, amounts(-500, -95));
  const csv = await service.request('GET', `/reports/tax.csv?${new URLSearchParams(then)}`);
  assert.match(csv.text, /,-5\.00,-0\.95,-5\.95\r\n$/);
  assert.deepEqual((await reportOf(service, { firstDay: '2020-01-01', lastDay: '2020-12-31' })).rows, []);
  for (const [firstDay, lastDay] of [
    ['2027-02-01', '2027-01-31'],
    ['2026-01-01', '2027-12-31'],
    ['2026-02-30', '2026-03-01'],
  ] as const) {
    assert.equal(
      (await service.request('GET', `/reports/tax?firstDay=${firstDay}&lastDay=${lastDay}`)).status,
      400,
      firstDay,
    );
    assert.equal(
      (await service.request('GET', `/reports/tax.csv?firstDay=${firstDay}&lastDay=${lastDay}`)).status,
      400,
      firstDay,
    );
  }
  const token = await service.tokenWith('payments:read');
  assert.equal(
    (await service.request('GET', '/reports/tax?firstDay=2027-01-01&lastDay=2027-01-31', { token })).status,
    403,
  );
});

test('others are served while the taxes of 10,000 invoices are added up', async (t) => {
  const service = await startSelling(t);
  const days = { firstDay: '2027-01-01', lastDay: '2027-12-31' };
  const amount = await addIssued(service, { count: 10_000, from: days.firstDay });
  let gross = 0;
  const longest = await longestTurn(50, async () => {
    gross = (await reportOf(service, days)).totals[0].invoiced.gross;
  });
  assert.equal(gross, amount * 10_000);
  assert.ok(longest < 50, `the event loop was busy for ${longest} ms`);
});
