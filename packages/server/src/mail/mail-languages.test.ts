// Every kind of mail in every language over a real mail server, parsed back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverAt, startMailServer } from '../../test/support/mail-server.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { languageCodes, loadLanguage } from '../languages/language.ts';
import { takePaper, writeMail } from './compose.ts';
import { samplesFor } from './mail-kinds.routes.ts';
import { mailKindNames } from './mail-kinds.ts';

test('every kind of mail arrives in every language with its subject, both texts and its direction', async (t) => {
  const server = await startMailServer(t);
  const service = await startTestService(t, { mailServer: serverAt(server) });
  await service.request('PATCH', '/settings', { body: { locale: 'de-AT', timeZone: 'Europe/Vienna' } });
  const { context } = service;
  const papers = await Promise.all(
    languageCodes.flatMap((code) => mailKindNames.map((kind) => takePaper(context, kind, code))),
  );
  await Promise.all(
    papers.map((paper) => {
      const rendered = writeMail(paper, samplesFor(paper, context.now()));
      const to = `${paper.kind}.${paper.language.code}@example.com`.toLowerCase();
      const known = {
        messageId: `<${to}>`,
        to,
        replyTo: null,
        origin: 'service' as const,
        logo: null,
        date: context.now(),
      };
      return context.mailer.send({ ...rendered, ...known });
    }),
  );
  assert.equal(server.mails.length, mailKindNames.length * languageCodes.length);
  for (const { kind, language, site } of papers) {
    const to = `${kind}.${language.code}@example.com`.toLowerCase();
    const mail = server.mails.find(({ recipients }) => recipients[0] === to);
    assert.ok(mail, to);
    assert.match(mail.raw, /^Content-Type: multipart\/alternative/m);
    assert.equal(mail.raw.match(/^Content-Type: text\/(plain|html); charset=utf-8/gm)?.length, 2, to);
    const html = String(mail.html);
    const direction = ['ar', 'he'].includes(language.code) ? 'rtl' : 'ltr';
    assert.ok(html.includes(`<html lang="${language.code}" dir="${direction}">`), to);
    const { mails: texts } = (await loadLanguage(language.code)).texts;
    // What stands between the first variables of the text is in both parts, and nothing is left to fill in.
    const [beginning = ''] = texts.kinds[kind].text
      .split(/\{\{\w+\}\}|\[.*|\n/)
      .filter((part) => part.trim().length > 3);
    assert.ok(mail.text?.includes(beginning.trim()), `${to}: ${mail.text}`);
    assert.ok(!/\{\{/.test(`${mail.subject}${mail.text}${html}`), to);
    assert.ok(mail.text?.includes(texts.words.sentBy.replace('{{site}}', site.name)), to);
  }
  const of = (name: string) => server.mails.find(({ recipients }) => recipients[0] === `${name}@example.com`);
  assert.match(of('receipt.de')?.text ?? '', /€\s125,00|125,00\s€/);
  assert.match(of('receipt.ja')?.text ?? '', /125\.00/);
  assert.match(of('reset.de')?.text ?? '', /\d{1,2}\. \p{L}+ \d{4}/u);
});
