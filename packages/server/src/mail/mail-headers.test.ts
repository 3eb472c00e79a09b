// Whatever a visitor writes, a mail has the headers that we wrote, one recipient, and one subject of one line.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { serverAt, startMailServer } from '../../test/support/mail-server.ts';
import { languageCodes, loadLanguage } from '../languages/language.ts';
import { isMailAddress } from '../lib/mail-address.ts';
import type { Site } from '../settings/site.ts';
import { writeMail } from './compose.ts';
import { mailKindNames, mailKinds, tables, variables } from './mail-kinds.ts';
import { createMailer } from './smtp.ts';

const breaks = ['\r\n', '\n', '\r', '\0', '\v', '\f', '\u0085', '\u2028', '\u2029', '\r\n\r\n', '\r\n.\r\n', '\n\t'];
const headers = ['Bcc: eve@evil.example', 'To: eve@evil.example', 'Content-Type: text/html', 'X-Evil: 1', 'QUIT'];
const marks = [
  '"',
  '<',
  '>',
  ',',
  ';',
  ':',
  '%0d%0a',
  '=?utf-8?q?=0D=0ABcc:_eve=40evil.example?=',
  '{{link}}',
  '\ud800',
  '名前',
  'é',
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...breaks), fc.constantFrom(...headers, ...marks), fc.string({ unit: 'grapheme' })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

const site: Site = {
  ...{ name: 'Harbour', logoUrl: null, trashDays: 30, brandColor: null, currency: 'eur' },
  ...{ timeZone: null, locale: null, firstDayOfWeek: null, looks: {} },
};
const expected = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];

test('no variable of any kind can add a header, a recipient or a part to a mail', async (t) => {
  const server = await startMailServer(t);
  const mailer = createMailer(serverAt(server));
  const languages = await Promise.all(languageCodes.map(loadLanguage));
  const names = Object.keys(variables).filter((name) => !(tables as readonly string[]).includes(name));
  const known = { messageId: '<1@harbour.example>', origin: 'service' as const, logo: null, date: new Date(0) };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...mailKindNames),
      fc.constantFrom(...languages),
      fc.record(Object.fromEntries(names.map((name) => [name, hostile]))),
      fc.array(fc.tuple(hostile, hostile), { maxLength: 3 }),
      async (kind, language, values: Record<string, string>, facts) => {
        // The original subject, and one that has every variable that a person may put there.
        const { subject, text } = language.texts.mails.kinds[kind];
        const all = mailKinds[kind].variables.filter((name) => names.includes(name)).map((name) => `{{${name}}}`);
        const template = { subject: `${subject} ${all.join(' ')}`, text };
        const rendered = writeMail(
          { site: { ...site, name: values.site ?? '' }, language, template },
          {
            ...values,
            ...Object.fromEntries(tables.map((name) => [name, facts])),
          },
        );
        const before = server.mails.length;
        const replyTo = values.email && isMailAddress(values.email) ? values.email : null;
        await mailer.send({ ...rendered, ...known, to: 'ada@example.com', replyTo });
        assert.equal(server.mails.length, before + 1);
        const mail = server.mails.at(-1);
        assert.deepEqual(mail?.recipients, ['ada@example.com']);
        const [head = ''] = mail?.raw.split('\r\n\r\n') ?? [];
        const found = [...head.matchAll(/^([^\s:]+):/gm)].map(([, name]) => String(name).toLowerCase());
        const ours = [...expected, 'x-auto-response-suppress', ...(replyTo === null ? [] : ['reply-to'])];
        assert.deepEqual(found.sort(), ours.sort(), head);
        assert.doesNotMatch(mail?.subject ?? '', /[\r\n]/);
        assert.equal(mail?.attachments.length, 0);
        const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? '';
        assert.deepEqual(
          mail?.raw.split(`--${boundary}\r\n`).map((part) => /^Content-Type: (text\/\w+)/.exec(part)?.[1]),
          [undefined, 'text/plain', 'text/html'],
        );
      },
    ),
    { numRuns: 25 },
  );
});

test('a mail to a domain with letters of any script is accepted, and names it in ASCII', async (t) => {
  const server = await startMailServer(t);
  const mailer = createMailer({ ...serverAt(server), from: 'mail@hafen.müller.example' });
  const known = { messageId: '<1@harbour.example>', origin: 'service' as const, logo: null, date: new Date(0) };
  const rendered = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  await mailer.send({ ...rendered, ...known, to: 'info@GRÜN.example', replyTo: 'a@例え.テスト' });
  // The test server writes recipients in Unicode again.
  const { recipients, raw } = await server.received(1);
  assert.deepEqual(recipients, ['info@grün.example']);
  assert.match(raw, /^To: info@xn--grn-ioa\.example\r$/m);
  assert.match(raw, /^Reply-To: a@xn--r8jz45g\.xn--zckzah\r$/m);
  assert.match(raw, /^From: Harbour <mail@hafen\.xn--mller-kva\.example>\r$/m);
});
