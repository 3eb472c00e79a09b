// How a page of a form is shown, by its URL: `?theme=`, `?looks=`, `?embed=`, `?lang=` and answers to begin with.

import type { ReadContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isAnswered, isCalculated, isFileField, isPriceField, jsonTypeOf } from '../../fields/field-kinds.ts';
import { writeNumber } from '../../fields/form-controls.ts';
import { checkUtf8Query } from '../../http/encodings.ts';
import { type Language, loadLanguage } from '../../languages/language.ts';
import { type Html, html } from '../../lib/html.ts';
import type { NumberMarks } from '../../lib/typed-text.ts';
import { type Theme, themes } from '../../settings/looks.ts';
import { readSite } from '../../settings/site.ts';
import { type SiteFormats, siteFormats } from '../../settings/site-formats.ts';
import { sortValues } from '../answers/answers.ts';
import { type Form, successUrlOf } from '../form/form.ts';
import { chooseLanguage } from '../form/form-language.ts';
import { translateForm } from '../form/form-translations.ts';
import { allowsOrigin } from '../form/origins.ts';
import { type Brand, brandOf, looksInUrl, type UrlLooks } from './looks-style.ts';

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
  const parameters = kept.flatMap((name) => {
    const value = (query as Record<string, unknown>)[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const { embed, theme, looks } = Object.fromEntries(parameters) as Partial<Record<(typeof kept)[number], string>>;
  return {
    theme: themes.find((one) => one === theme) ?? null,
    looks: looksInUrl(looks),
    embedding: embed === undefined ? null : readEmbedding(form, embed),
    query: parameters.length === 0 ? '' : `?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`,
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

// The form page in a frame on another site. The site's script (packages/admin/src/embed) grows the frame, and learns what
// has happened; it never learns answers. Neither needs cookies, which browsers block in such frames (decision 0064).

type Embedding = {
  /** The page with the frame; null if it has no script of ours, or may not have one. */
  page: URL | null;
};

/** What has happened, for the site's script: `next` is where its page goes on to. */
export type EmbeddedEvent = { name: 'submitted' | 'paid'; submissionId: string; next?: string };

/** `embed` in the URL is that of the page with the frame, or empty. */
function readEmbedding(form: Form, embed: string): Embedding {
  const url = URL.parse(embed);
  return { page: url && /^(https?|file):$/.test(url.protocol) && allowsOrigin(form, url.origin) ? url : null };
}

/**
 * Where a payer comes back to: the page with the frame, if the form names its site. Otherwise any page could use ours to
 * lead people on to it. `name` is what the page calls the form.
 */
export function urlsAfterPayment(form: Form, embedding: Embedding | null, name: string, submissionId: string) {
  const { page } = embedding ?? {};
  if (!page || !form.origins.includes(page.origin)) return null;
  const paidUrl = new URL(page);
  paidUrl.searchParams.set('frontdesk-paid', `${name}~${submissionId}`);
  return { successUrl: successUrlOf(form, submissionId) ?? paidUrl.href, cancelUrl: page.href };
}

/**
 * Sends the height whenever it changes, and once what has happened. In frames on other sites, browsers leave the focus on
 * the first fault to it.
 */
export const embeddedScript = `
const { target, ...message } = JSON.parse(document.body.dataset.embedded)
let once = message
new ResizeObserver(() => {
  const { height } = document.body.getBoundingClientRect()
  parent.postMessage({ frontdesk: 1, height, title: document.title, ...once }, target)
  once = {}
}).observe(document.body)
document.querySelector('[autofocus]')?.focus()
`;

/** The attribute of the body that the script reads, and the script; null without a page to send to. */
export function renderEmbedding(
  { page }: Embedding,
  event: EmbeddedEvent | null,
): { attribute: Html; script: Html } | null {
  if (!page) return null;
  // Pages in files have no origin to name.
  const data = JSON.stringify({ target: page.origin === 'null' ? '*' : page.origin, event });
  const script = `<script type="module">${embeddedScript}</script>\n`;
  return { attribute: html` data-embedded="${data}"`, script: { markup: script } };
}
