// How a page of a form is shown, by its URL: `?theme=`, `?looks=`, `?embed=`, `?lang=` and answers to begin with.

import type { ReadContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isAnswered, isCalculated, isFileField, isPriceField, jsonTypeOf } from '../../fields/field-kinds.ts';
import { writeNumber } from '../../fields/form-controls.ts';
import { checkUtf8Query } from '../../http/utf8-text.ts';
import { type Language, loadLanguage } from '../../languages/language.ts';
import type { NumberMarks } from '../../lib/typed-text.ts';
import { type Theme, themes } from '../../settings/looks.ts';
import { readSite } from '../../settings/site.ts';
import { type SiteFormats, siteFormats } from '../../settings/site-formats.ts';
import { sortValues } from '../answers/answers.ts';
import type { Form } from '../form/form.ts';
import { chooseLanguage } from '../form/form-language.ts';
import { translateForm } from '../form/form-translations.ts';
import { type Embedding, readEmbedding } from './embedding.ts';
import { type Brand, brandOf, looksInUrl, type UrlLooks } from './page-looks.ts';

export type Frame = {
  /** Null for that of the looks. */
  theme: Theme | null;
  /** What is different from the looks of the form. */
  looks: UrlLooks;
  /** Null for a page that stands alone. */
  embedding: Embedding | null;
  /** What the URLs of the next pages end with, so that they are shown in the same way. */
  query: string;
};

export type BrandedFrame = Frame & {
  theme: Theme;
  brand: Brand;
  /** With its texts in the language. */
  form: Form;
  language: Language;
  /** Whether the browser's languages have a say in it. */
  isNegotiated: boolean;
  formats: SiteFormats;
};

type Request = { query: unknown };
type Visit = Request & { ctx: ReadContext; headers: { 'accept-language'?: string } };

const kept = ['embed', 'theme', 'lang', 'looks'] as const;

export function readFrame({ query }: Request, form: Form): Frame {
  const given = kept.flatMap((name) => {
    const value = (query as Record<string, unknown>)[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const { embed, theme, looks } = Object.fromEntries(given) as Partial<Record<(typeof kept)[number], string>>;
  return {
    theme: themes.find((one) => one === theme) ?? null,
    looks: looksInUrl(looks),
    embedding: embed === undefined ? null : readEmbedding(form, embed),
    query: given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, value]))}`,
  };
}

/** The frame with the brand of the site, in the language of the visitor. */
export async function withBrand(request: Visit, frame: Frame, form: Form): Promise<BrandedFrame> {
  const brand = await brandOf(request.ctx, await readSite(request.ctx), form.settings.looks ?? {}, frame.looks);
  const { code, isNegotiated } = chooseLanguage(request, form, brand);
  return {
    ...frame,
    theme: frame.theme ?? brand.looks.theme ?? 'auto',
    ...{ brand, isNegotiated, form: translateForm(form, code) },
    language: await loadLanguage(code),
    formats: siteFormats(brand, code),
  };
}

/** The answers that a URL begins with: `?email=ada@example.com`. Numbers are as programs write them, whatever the page's language. */
export function readPrefill({ query }: Request, form: Form, marks: NumberMarks): Record<string, unknown> {
  const isGiven = (field: FieldDeclaration): boolean => !isFileField(field) && !isCalculated(field);
  const fields = form.fields.filter((field) => isGiven(field) && (isAnswered(field) || isPriceField(field)));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const values = Object.entries(query as object).filter(([name]) => !kept.some((one) => one === name));
  for (const [name, value] of values) if (byName.has(name)) checkUtf8Query(String(value));
  const { declared } = sortValues(byName, Object.fromEntries(values), { isText: true });
  // A text would be the price. Only what is bought can be chosen.
  const isChosen = (field: FieldDeclaration): boolean =>
    !isPriceField(field) || typeof declared.get(field.name) === 'object';
  const begun = fields.filter((field) => declared.has(field.name) && isChosen(field));
  const shown = (field: FieldDeclaration, value: unknown): unknown =>
    jsonTypeOf(field) === 'number' && typeof value === 'string' ? writeNumber(value, marks) : value;
  return Object.fromEntries(begun.map((field) => [field.name, shown(field, declared.get(field.name))]));
}
