// The kinds of mail over HTTP (scope admin): switching them on and off, and editing their texts.

import { requireOwner } from '../context/access.ts';
import { type Context, inTransaction, type ReadContext } from '../context/context.ts';
import type { MailKind } from '../context/mailer.ts';
import { pageOf } from '../database/record-list.ts';
import { routesOf } from '../http/describe-route.ts';
import type { App } from '../http/typed-app.ts';
import { type LanguageCode, languageCodes, languageOf, loadLanguage } from '../languages/language.ts';
import { readSite } from '../settings/site.ts';
import { factsOf, takePaper, writeMail } from './compose.ts';
import {
  checkTemplate,
  readEdited,
  readEditedLanguages,
  readOff,
  removeEdited,
  switchKind,
  writeEdited,
} from './edited-texts.ts';
import type { Paper } from './layout.ts';
import {
  KindParams,
  KindTextParams,
  MailKindChange,
  MailKindList,
  MailKindSchema,
  type MailKindSettings,
  MailPreview,
  MailTemplate,
  MailTextSchema,
  MailTextTest,
  mailKindList,
} from './mail-kinds.schemas.ts';
import { mailKindNames, mailKinds, variables } from './mail-kinds.ts';
import { sendTestOf } from './mail-server-settings.ts';
import { SentMailTest } from './mails.schemas.ts';
import type { Facts, Template } from './template.ts';

const describe = routesOf('Mail');

export function mailKindsRoutes(app: App): void {
  app.get(
    '/mail-kinds',
    describe('admin', 'listMailKinds', 'List the kinds of mail, with what their texts may have', {
      querystring: mailKindList.query,
      200: MailKindList,
    }),
    async ({ ctx, query }) => ({
      ...pageOf(await listKinds(ctx), mailKindList, query),
      languages: [...languageCodes],
      language: languageOf((await readSite(ctx)).locale),
    }),
  );

  app.patch(
    '/mail-kinds/:kind',
    describe('admin', 'updateMailKind', 'Switch a kind of mail on or off', {
      params: KindParams,
      body: MailKindChange,
      200: MailKindSchema,
    }),
    async ({ ctx, params, body }) => {
      const off = await inTransaction(ctx, (ctx) => switchKind(ctx, params.kind, body.on));
      ctx.mailer.leaveOut(off);
      return (await listKinds(ctx)).find(({ kind }) => kind === params.kind) as MailKindSettings;
    },
  );

  const path = '/mail-kinds/:kind/texts/:language';
  app.get(
    path,
    describe('admin', 'getMailText', 'Read the text of a kind of mail in one language', {
      params: KindTextParams,
      200: MailTextSchema,
    }),
    ({ ctx, params }) => readText(ctx, params),
  );

  app.put(
    path,
    describe('admin', 'replaceMailText', 'Edit the text of a kind of mail in one language', {
      params: KindTextParams,
      body: MailTemplate,
      200: MailTextSchema,
      config: { owners: 'theirs' },
    }),
    async ({ ctx, params, body }) => {
      // A text could send the link with which an owner sets a password elsewhere.
      if (mailKinds[params.kind].isNeeded) requireOwner(ctx);
      await inTransaction(ctx, (ctx) => writeEdited(ctx, params.kind, params.language, body));
      return readText(ctx, params);
    },
  );

  app.delete(
    path,
    describe('admin', 'deleteMailText', 'Return to the original text of a kind of mail', {
      params: KindTextParams,
      200: MailTextSchema,
    }),
    async ({ ctx, params }) => {
      await inTransaction(ctx, (ctx) => removeEdited(ctx, params.kind, params.language));
      return readText(ctx, params);
    },
  );

  app.post(
    `${path}/preview`,
    describe('admin', 'createMailTextPreview', 'Show a mail with this text and samples in place of its variables', {
      params: KindTextParams,
      body: MailTemplate,
      200: MailPreview,
      config: { idempotency: 'none' },
    }),
    async ({ ctx, params, body }) => {
      const { subject, text, html } = await renderSample(ctx, params, body);
      const { logoUrl } = await readSite(ctx);
      return { subject, text, html: logoUrl === null ? html : withLogo(html, logoUrl) };
    },
  );

  app.post(
    `${path}/test`,
    describe('admin', 'sendMailTextTest', 'Send a mail with this text now, by default to the user who is signed in', {
      params: KindTextParams,
      body: MailTextTest,
      200: SentMailTest,
      problems: [409],
      config: { idempotency: 'none' },
    }),
    async ({ ctx, params, body: { to, ...template } }) =>
      sendTestOf(ctx, to ?? null, await renderSample(ctx, params, template)),
  );
}

/** The HTML of a mail for a browser, which finds the logo elsewhere. */
export function withLogo(html: string, logoUrl: string): string {
  return html.replace('"cid:logo"', () => `"${logoUrl.replaceAll('&', '&#38;')}"`);
}

type Names = { kind: MailKind; language: LanguageCode };

async function listKinds(ctx: ReadContext) {
  const off = await readOff(ctx);
  const edited = await readEditedLanguages(ctx);
  return mailKindNames.map((kind) => {
    const { to, isNeeded: needed = false, variables: names } = mailKinds[kind];
    return {
      ...{ kind, to, needed, on: !off.includes(kind), editedIn: (edited.get(kind) ?? []) as LanguageCode[] },
      variables: names.map((name) => ({ name, about: variables[name].about })),
    };
  });
}

async function readText(ctx: ReadContext, { kind, language }: Names) {
  const original = (await loadLanguage(language)).texts.mails.kinds[kind];
  const edited = await readEdited(ctx, kind, language);
  return { kind, language, ...(edited ?? original), edited: edited !== null, original };
}

async function renderSample(ctx: Context, { kind, language }: Names, template: Template) {
  checkTemplate(kind, template);
  const paper = await takePaper(ctx, kind, language);
  return writeMail({ ...paper, template }, samplesFor(paper, ctx.now()));
}

// What previews and test mails show in place of variables.

const sampleAmount = 12_500;
const dayMs = 24 * 3_600_000;

/** A value for every variable of the kind. */
export function samplesFor({ kind, site, language, formats }: Paper, now: Date): Record<string, string | Facts> {
  const { words } = language.texts.mails;
  const fixed = Object.fromEntries(mailKinds[kind].variables.map((name) => [name, variables[name].sample]));
  const amount = formats.money(sampleAmount, site.currency);
  const bought: Facts = [
    [`2 × ${variables.description.sample}`, amount, 'line'],
    [words.total, amount, 'total'],
  ];
  const date = formats.time(now.toISOString());
  return {
    ...fixed,
    ...{
      amount,
      date,
      paid: amount,
      due: formats.day(now.toISOString().slice(0, 10)),
      until: formats.time(new Date(now.getTime() + dayMs).toISOString()),
    },
    details: [
      ...(kind === 'receipt' ? bought : factsOf([[words.description, variables.description.sample]])),
      ...factsOf([
        [words.amount, kind === 'receipt' ? null : amount],
        [words.date, date],
        [words.number, variables.number.sample],
      ]),
    ],
    answers: factsOf([
      ['Name', variables.name.sample],
      ['Email', variables.email.sample],
    ]),
  };
}
