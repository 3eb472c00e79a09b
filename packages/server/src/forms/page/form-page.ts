// Renders a form as accessible HTML that works without JavaScript.

import type { Fault } from '../../errors.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { controlOf, isFileField } from '../../fields/field-kinds.ts';
import { labelOf } from '../../fields/form-controls.ts';
import { needsOrderScript, orderScript } from '../../fields/order-control.ts';
import type { Language } from '../../languages/language.ts';
import { fillIn, fillInParts } from '../../languages/language-texts.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { buttonText } from '../form-code.ts';
import type { Form } from '../forms.ts';
import { brandColors, renderBrand } from './brand.ts';
import { type EmbeddedEvent, embeddedScript, renderEmbedding } from './embedding.ts';
import { messagesOf } from './form-faults.ts';
import { colorStyle, conditionStyle, embeddedStyle, style } from './form-page-style.ts';
import type { BrandedFrame } from './frame.ts';

export type FormPage = {
  form: Form;
  frame: BrandedFrame;
  /** Where the form is sent. */
  path: string;
  /** Answers from the URL, for a page that has not been sent yet. */
  prefill?: Record<string, unknown>;
  /** What was entered; null for a page that has not been sent yet. */
  values: Record<string, unknown> | null;
  /** How many are left of what the form sells in limited numbers, by stock. */
  left: ReadonlyMap<string, number> | null;
  /** Further texts that were sent with the answers. */
  extra?: Readonly<Record<string, unknown>>;
  /** The names of files that were sent, by field: browsers do not keep them. */
  lostFiles?: ReadonlyMap<string, readonly string[]>;
  /** The page of another site that sent the answers. */
  back?: URL | null;
  faults: readonly Fault[];
  /** A message that is not about a single field. */
  notice: string | null;
  /** The hidden page token, and the name of the hidden field that only programs fill in. */
  token: string;
  trap: string;
};

/** A page and what its content security policy allows: its style, its scripts, and pictures if it has any. */
export type Page = Html & {
  css: string;
  scripts: readonly string[];
  hasPictures: boolean;
  language: Language;
  /** Whether the browser's languages had a say in it. */
  isNegotiated: boolean;
};

export const tokenName = '_page';

export function renderFormPage(page: FormPage): Page {
  const { form } = page;
  const { language } = page.frame;
  const texts = language.texts.page;
  const hasFiles = form.fields.some(isFileField);
  const messages = messagesOf(form, page.faults, page.frame);
  const isWrong = messages.size > 0 || page.notice !== null;
  const description = textSetting(form, 'description');
  // Chosen files are lost when the page is shown again, so with files the browser checks the form before sending.
  const attributes = hasFiles ? html` enctype="multipart/form-data"` : html` novalidate`;
  return renderPage(
    isWrong ? fillIn(texts.errorTitle, { form: form.name }) : form.name,
    html`<h1>${form.name}</h1>
${
  description !== null &&
  html`<p>${description}</p>
`
}${
  page.back &&
  html`<p><a href="${page.back.href}">${fillIn(texts.backTo, { site: page.back.host })}</a></p>
`
}${isWrong && renderSummary(page, messages)}<form method="post" action="${page.path}${page.frame.query}"${attributes}>
<input type="hidden" name="${tokenName}" value="${page.token}">
<div class="trap" aria-hidden="true"><label>${texts.leaveEmpty} <input type="text" name="${page.trap}" tabindex="-1" autocomplete="off"></label></div>
${renderExtra(page.extra)}${renderSteps(page, messages)}<button type="submit">${buttonText(form, language)}</button>
</form>`,
    {
      ...page.frame,
      css: conditionStyle(form.fields),
      script: needsOrderScript(form.fields) ? orderScript : null,
    },
  );
}

/** A page with nothing but a message, and where to go on. */
export function renderMessagePage(
  title: string,
  text: string,
  frame: BrandedFrame,
  { next = null, event = null }: { next?: { url: string; text: string } | null; event?: EmbeddedEvent | null } = {},
): Page {
  return renderPage(
    title,
    html`<h1>${title}</h1>
<p>${text}</p>
${next !== null && html`<p><a class="button" href="${next.url}" target="_top">${next.text}</a></p>`}`,
    { ...frame, event },
  );
}

/** A problem with what a browser sent; `back` is the page with the form. */
export function renderProblemPage(page: { language: Language; text: string; back: URL | null }): Page {
  const { language, text, back } = page;
  const { title, goBack } = language.texts.problems;
  const link = back && html`<a href="${back.href}">${back.host}</a>`;
  return renderPage(
    title,
    html`<h1>${title}</h1>
<p>${text}</p>
${link && html`<p>${fillInParts<Html>(goBack, { site: link })}</p>`}`,
    { language, isNegotiated: true },
  );
}

/** A text from the settings of the form. */
export function textSetting(form: Form, name: string): string | null {
  const value = form.settings[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

type PageParts = Pick<BrandedFrame, 'language' | 'isNegotiated'> &
  Partial<Pick<BrandedFrame, 'brand' | 'embedding' | 'theme'>> & {
    css?: string;
    script?: string | null;
    event?: EmbeddedEvent | null;
  };

function renderPage(title: string, body: Html, parts: PageParts): Page {
  const {
    language,
    isNegotiated,
    brand,
    embedding = null,
    theme = 'auto',
    css = '',
    script = null,
    event = null,
  } = parts;
  const colors = colorStyle(theme, brandColors({ brandColor: brand?.brandColor ?? null }));
  const sheet = colors + style + (embedding ? embeddedStyle : '') + css;
  const embedded = embedding && renderEmbedding(embedding, event);
  const { markup } = html`<!doctype html>
<html lang="${language.code}"${attribute('dir', language.direction === 'rtl' ? 'rtl' : null)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ markup: sheet }}</style>
</head>
<body${embedded?.attribute}>
<main>
${brand && !embedding && renderBrand(brand)}${body}
</main>
${script !== null && { markup: `<script type="module">${script}</script>\n` }}${embedded?.script}</body>
</html>
`;
  return {
    markup,
    css: sheet,
    scripts: [...(script === null ? [] : [script]), ...(embedded ? [embeddedScript] : [])],
    hasPictures: typeof brand?.logoUrl === 'string',
    ...{ language, isNegotiated },
  };
}

function renderSummary({ form, notice, frame }: FormPage, messages: Map<string, string>): Html {
  const wrong = form.fields.filter((field) => messages.has(field.name));
  const texts = frame.language.texts.page;
  // The first field that is wrong has the focus; without one, the summary.
  const focus = attribute('autofocus', wrong.length === 0);
  return html`<div class="summary" role="alert" tabindex="-1"${focus} aria-labelledby="summary-title">
<h2 id="summary-title">${wrong.length > 0 ? texts.checkAnswers : texts.sendAgain}</h2>
${
  notice !== null &&
  html`<p>${notice}</p>
`
}${
  wrong.length > 0 &&
  html`<ul>
${wrong.map((field) => {
  const text = fillIn(texts.labelAndFault, { label: labelOf(field), fault: messages.get(field.name) ?? '' });
  return html`<li><a href="#${controlOf(field).focusId(field)}">${text}</a></li>
`;
})}</ul>
`
}</div>
`;
}

/** What other pages send along, such as where a visitor came from, stays with the answers. */
function renderExtra(extra: Readonly<Record<string, unknown>> = {}): Html[] {
  return Object.entries(extra)
    .flatMap(([name, value]) => [value].flat().map((one) => ({ name, one })))
    .filter(({ one }) => typeof one === 'string')
    .map(
      ({ name, one }) => html`<input type="hidden" name="${name}" value="${one as string}">
`,
    );
}

function renderSteps(page: FormPage, messages: Map<string, string>): Html[] {
  const { language, formats } = page.frame;
  const texts = language.texts.page;
  const firstWrong = page.form.fields.find(({ name }) => messages.has(name));
  const render = (field: FieldDeclaration): Html =>
    controlOf(field).render(field, {
      values: valuesOf(field, page.values, page.prefill),
      error: messages.get(field.name) ?? null,
      hasFocus: field === firstWrong,
      lostFiles: page.lostFiles?.get(field.name) ?? [],
      condition: conditionOf(field, page.form.fields, language),
      ...{ language, formats },
      parts: partsOf(field, page.values),
      left: page.left,
    });
  const steps = [...Map.groupBy(page.form.fields, (field) => field.step ?? 1)].sort(([a], [b]) => a - b);
  if (steps.length < 2) return page.form.fields.map(render);
  return steps.map(
    ([, fields], index) => html`<section aria-labelledby="step-${index + 1}">
<h2 id="step-${index + 1}">${fillIn(texts.part, { number: index + 1, total: steps.length })}</h2>
${fields.map(render)}</section>
`,
  );
}

function valuesOf(
  field: FieldDeclaration,
  values: Record<string, unknown> | null,
  prefill: Record<string, unknown> = {},
): string[] {
  const value = values === null ? (prefill[field.name] ?? field.default) : values[field.name];
  return [value]
    .flat()
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
    .map(String);
}

/** What was entered in the parts of an order. */
function partsOf(field: FieldDeclaration, values: Record<string, unknown> | null): Record<string, string> {
  const parts = values?.[field.name];
  if (typeof parts !== 'object' || parts === null || Array.isArray(parts)) return {};
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, String([value].flat().at(-1))]));
}

function conditionOf(field: FieldDeclaration, fields: readonly FieldDeclaration[], { texts }: Language): string | null {
  if (!field.visibleWhen) return null;
  const { field: name, equals, notEquals } = field.visibleWhen;
  const other = fields.find((field) => field.name === name);
  const asked = other ? labelOf(other) : name;
  const { onlyIfAnswered, onlyIfIs, onlyIfIsNot, onlyIfChecked, onlyIfNotChecked } = texts.page;
  const value = equals ?? notEquals;
  if (value === undefined) return fillIn(onlyIfAnswered, { field: asked });
  const is = equals !== undefined;
  if (typeof value === 'boolean') return fillIn(value === is ? onlyIfChecked : onlyIfNotChecked, { field: asked });
  return fillIn(is ? onlyIfIs : onlyIfIsNot, { field: asked, value: valueInWords(other, value) });
}

function valueInWords(field: FieldDeclaration | undefined, value: unknown): string {
  const option = field?.options?.find((option) => typeof option !== 'string' && option.value === value);
  return typeof option === 'object' ? option.label : String(value);
}
