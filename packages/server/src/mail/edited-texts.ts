// The texts of the kinds of mail as someone has edited them, by language, and which kinds are switched off.

import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { MailKind } from '../context/mailer.ts';
import { languageCodes } from '../languages/language.ts';
import { failBody } from '../lib/errors.ts';
import { readSetting, writeSetting } from '../settings/settings.ts';
import { mailKinds, tables } from './mail-kinds.ts';
import { checkVariables, type Template } from './template.ts';

/** The name of the setting: a list of kinds. */
export const offSetting = 'mailKindsOff';

/** The edited text; null if it is the original one. */
export async function readEdited(ctx: ReadContext, kind: MailKind, language: string): Promise<Template | null> {
  const row = await ctx.db
    .selectFrom('mailTexts')
    .select(['subject', 'text'])
    .where('id', '=', idOf(kind, language))
    .executeTakeFirst();
  return row ?? null;
}

/** The edited texts of a kind: `name` is the language, `value` the subject. */
export function selectEdited(ctx: ReadContext, kind: MailKind) {
  const ids = languageCodes.map((language) => idOf(kind, language));
  return ctx.db.selectFrom('mailTexts').select(['language as name', 'subject as value', 'text']).where('id', 'in', ids);
}

/** The languages in which the texts of each kind are edited. */
export async function readEditedLanguages(ctx: ReadContext): Promise<Map<MailKind, string[]>> {
  const rows = await ctx.db.selectFrom('mailTexts').select(['kind', 'language']).orderBy('id').execute();
  const byKind = Map.groupBy(rows, ({ kind }) => kind as MailKind);
  return new Map([...byKind].map(([kind, rows]) => [kind, rows.map(({ language }) => language)]));
}

/** Throws invalid_body, by the members of the template. */
export async function writeEdited(
  ctx: WriteContext,
  kind: MailKind,
  language: string,
  template: Template,
): Promise<void> {
  checkTemplate(kind, template);
  const row = { subject: template.subject, text: template.text, updatedAt: timeOf(ctx) };
  await ctx.db
    .insertInto('mailTexts')
    .values({ id: idOf(kind, language), kind, language, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** Returns to the original text. */
export async function removeEdited(ctx: WriteContext, kind: MailKind, language: string): Promise<void> {
  await ctx.db.deleteFrom('mailTexts').where('id', '=', idOf(kind, language)).execute();
}

/** Throws invalid_body. */
export function checkTemplate(kind: MailKind, { subject, text }: Template): void {
  const faults = checkVariables({ '/subject': subject, '/text': text }, mailKinds[kind].variables, tables);
  if (mailKinds[kind].isNeeded && faults.length === 0 && !/\{\{\s*link\s*\}\}/.test(text)) {
    const detail = 'must have {{link}}, as in [Choose new password]({{link}})';
    faults.push({ pointer: '/text', code: 'missing_variable', detail });
  }
  if (faults.length > 0) throw failBody(faults);
}

export async function readOff(ctx: ReadContext): Promise<MailKind[]> {
  return (await readSetting<MailKind[]>(ctx, offSetting)) ?? [];
}

/** Throws invalid_body for a kind that is needed. */
export async function switchKind(ctx: WriteContext, kind: MailKind, on: boolean): Promise<MailKind[]> {
  if (!on && mailKinds[kind].isNeeded)
    throw failBody([
      { pointer: '/on', code: 'needed', detail: 'cannot be false: users cannot sign in without this mail' },
    ]);
  const others = (await readOff(ctx)).filter((one) => one !== kind);
  const off = on ? others : [...others, kind];
  await writeSetting(ctx, offSetting, off);
  return off;
}

function idOf(kind: MailKind, language: string): string {
  return `${kind}:${language}`;
}
