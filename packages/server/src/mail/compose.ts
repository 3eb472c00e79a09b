// Writes the mails of a kind: in the language of the recipient, with the text as someone has edited it or the original one.

import { sql } from 'kysely';
import type { ReadContext } from '../context/context.ts';
import type { MailKind } from '../context/mailer.ts';
import { keptQueries } from '../database/kept-queries.ts';
import { languageOf, loadLanguage } from '../languages/language.ts';
import { selectSite, siteOf } from '../settings/site.ts';
import { siteFormats } from '../settings/site-formats.ts';
import { selectEdited } from './edited-texts.ts';
import { type Paper, type RenderedMail, renderMail } from './layout.ts';
import { blocksOf, type Facts, fillSubject, type Values } from './template.ts';

const queries = keptQueries();

/** What a mail of this kind is written on. `locales`: those of the recipient, the preferred one first; the site's are the last. */
export async function takePaper(
  ctx: ReadContext,
  kind: MailKind,
  ...locales: readonly (string | null | undefined)[]
): Promise<Paper> {
  // By one statement: receipts are written in transactions in which other payments wait.
  const rows = await queries.run(ctx, kind, {}, () =>
    selectSite(ctx).select(sql<string | null>`cast(null as text)`.as('text')).unionAll(selectEdited(ctx, kind)),
  );
  const site = await siteOf(
    ctx,
    rows.filter(({ text }) => text === null),
  );
  const language = await loadLanguage(languageOf(...locales, site.locale));
  const edited = rows.find(({ name, text }) => text !== null && name === language.code);
  const template = edited ? { subject: edited.value, text: edited.text as string } : language.texts.mails.kinds[kind];
  return { kind, site, language, formats: siteFormats(site, language.code), template };
}

/** A mail with these values; the site is known. `template`: in place of that of the kind. `message`: above it, as it was written. */
export function writeMail(
  { site, language, template }: Pick<Paper, 'site' | 'language' | 'template'>,
  values: Readonly<Record<string, string | null | Facts>>,
  message: string | null = null,
): RenderedMail {
  const all: Values = new Map(Object.entries({ ...values, site: site.name }));
  return renderMail(site, language, {
    subject: fillSubject(template.subject, all),
    blocks: [...(message?.trim() ? [{ text: message }] : []), ...blocksOf(template.text, all)],
  });
}

/** The rows of a table that have a value. */
export function factsOf(rows: readonly (readonly [label: string, value: string | null | undefined])[]) {
  return rows.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}
