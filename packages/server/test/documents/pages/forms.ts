// Pages about forms, people and mail.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { mailUser, startMailServer } from '../../support/mail-server.ts';
import type { Notes } from '../page-notes.ts';
import { readBlocks } from '../read-blocks.ts';
import type { OpenPage } from '../run-page.ts';
import { drawHarbor, isPaid, send } from './given.ts';

/** Sells what the page declares, and answers with what it chooses. */
async function buyTickets(page: OpenPage): Promise<void> {
  const [field = '', answers = ''] = readBlocks('docs/payments.md').flatMap(({ section, code }) =>
    section === 'Prices' ? [code] : [],
  );
  const email = { name: 'email', type: 'email' };
  const form = { name: 'Concert', slug: 'concert', fields: [email, JSON.parse(field)] };
  await send(page, 'POST', '/forms', form);
  await send(page, 'POST', '/forms/concert/discounts', { code: 'SUMMER', percentOff: 20, appliesTo: ['ticket'] });
  const { payment } = await send(page, 'POST', '/forms/concert/submit', JSON.parse(answers));
  assert.equal(payment.amount, JSON.parse(answers).tickets.amount);
}

/** The mail server of the reader. */
async function openMailServer(_: OpenPage, t: TestContext): Promise<[string, string][]> {
  const { port } = await startMailServer(t);
  return [
    [
      '"host": "mail.example.com", "port": 587, "security": "starttls"',
      `"host": "127.0.0.1", "port": ${port}, "security": "none"`,
    ],
    [
      '"user": "harbour", "password": "…"',
      `"user": "${mailUser.user}", "password": "${mailUser.password}", "allowPlainPassword": true`,
    ],
  ];
}

export const formPages: Notes = {
  'docs/mail.md': { given: openMailServer },
  'docs/payments.md': {
    alone: true,
    waits: [
      ['payments?limit=1', isPaid],
      ['payments/refund', isPaid],
    ],
    outcome: { Prices: buyTickets },
  },
  'docs/crm.md': { alone: true },
  'docs/cookbook.md': {
    alone: true,
    given: async (page) => drawHarbor(page),
    waits: [['payments?limit=1', isPaid]],
  },
  'docs/inbox.md': {
    async given({ api }) {
      const answers = {
        name: 'Ada',
        email: 'ada@example.com',
        message: 'Replica watches at https://bit.ly/x',
        _gotcha: 'x',
      };
      const body = new URLSearchParams(answers);
      assert.equal((await fetch(`${api}/forms/contact/submit`, { method: 'POST', body })).status, 200);
    },
  },
};
