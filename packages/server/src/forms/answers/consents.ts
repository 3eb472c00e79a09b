// What was agreed to with a submission: the text as the visitor read it, and which version of the form has it.

import type { ReadContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isConsent } from '../../fields/field-kinds.ts';
import { labelOf } from '../../fields/form-controls.ts';
import type { LanguageCode } from '../../languages/language.ts';
import { type FormTranslations, fieldIn } from '../form/form-translations.ts';
import { findAskedAt } from '../form/form-versions.ts';

export type Consents = { [field: string]: { text: string; version: number } };

type Form = {
  id: string;
  version: number;
  fields: readonly FieldDeclaration[];
  translations: FormTranslations;
  updatedAt: string;
};

/**
 * The consents among these answers, as they are stored; null for none. `seconds` ago the page with the text was shown, so
 * that a page that was open while the form was changed counts with what it said; null for now.
 */
export async function consentsIn(
  ctx: ReadContext,
  form: Form,
  data: Readonly<Record<string, unknown>>,
  { language, seconds }: { language: LanguageCode | null; seconds: number | null },
): Promise<string | null> {
  const given = form.fields.filter((field) => isConsent(field) && data[field.name] === true);
  if (given.length === 0) return null;
  const shownAt = new Date(ctx.now().getTime() - (seconds ?? 0) * 1000).toISOString();
  const earlier = shownAt < form.updatedAt ? await findAskedAt(ctx, form.id, shownAt) : null;
  const consents: Consents = {};
  for (const { name } of given) {
    const shown = [earlier, form].find((asked) => asked?.fields.some((field) => field.name === name)) ?? form;
    const field = shown.fields.find((field) => field.name === name) as FieldDeclaration;
    consents[name] = { text: textOf(fieldIn(shown, field, language)), version: shown.version };
  }
  return JSON.stringify(consents);
}

/** As in the API: each with the time of its submission. */
export function listConsents(stored: string, at: string) {
  const consents = JSON.parse(stored) as Consents;
  return Object.entries(consents).map(([field, { text, version }]) => ({ field, text, version, at }));
}

function textOf(field: FieldDeclaration): string {
  return [labelOf(field), field.help].filter(Boolean).join('\n');
}
