// Renders a form as accessible HTML that works without JavaScript.

import type { Fault } from '../../errors.ts';
import { fileLimits } from '../../fields/bounds.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { controlOf, isFileField, isPriceField, jsonTypeOf, kindOf } from '../../fields/field-kinds.ts';
import { labelOf } from '../../fields/form-controls.ts';
import { formatBytes, nameFileTypes } from '../../lib/file-words.ts';
import { type Html, html } from '../../lib/html.ts';
import { type SiteFormats, siteFormats } from '../../settings/site-formats.ts';
import type { Form } from '../forms.ts';
import { type Brand, brandStyle, renderBrand } from './brand.ts';
import { conditionStyle, style } from './form-page-style.ts';

export type FormPage = {
  form: Form;
  brand: Brand;
  /** What was entered; null for a page that has not been sent yet. */
  values: Record<string, unknown> | null;
  faults: readonly Fault[];
  /** A message that is not about a single field. */
  notice: string | null;
  /** The hidden page token, and the name of the hidden field that only programs fill in. */
  token: string;
  trap: string;
};

/** A page and what its content security policy allows: its style, and pictures if it has any. */
export type Page = Html & { css: string; hasPictures: boolean };

export const tokenName = '_page';

export function renderFormPage(page: FormPage): Page {
  const { form } = page;
  const hasFiles = form.fields.some(isFileField);
  const messages = messagesOf(page, siteFormats(page.brand));
  const isWrong = messages.size > 0 || page.notice !== null;
  const description = textSetting(form, 'description');
  // Chosen files are lost when the page is shown again, so with files the browser checks the form before sending.
  const attributes = hasFiles ? html` enctype="multipart/form-data"` : html` novalidate`;
  return renderPage(
    `${isWrong ? 'Error: ' : ''}${form.name}`,
    html`<h1>${form.name}</h1>
${
  description !== null &&
  html`<p>${description}</p>
`
}${isWrong && renderSummary(page, messages)}<form method="post" action="/f/${form.slug}"${attributes}>
<input type="hidden" name="${tokenName}" value="${page.token}">
<div class="trap" aria-hidden="true"><label>Leave this empty <input type="text" name="${page.trap}" tabindex="-1" autocomplete="off"></label></div>
${renderSteps(page, messages)}<button type="submit">${buttonText(form)}</button>
</form>`,
    { brand: page.brand, css: conditionStyle(form.fields) },
  );
}

/** A page with nothing but a message. */
export function renderMessagePage(title: string, text: string, brand: Brand): Page {
  return renderPage(
    title,
    html`<h1>${title}</h1>
<p>${text}</p>`,
    { brand },
  );
}

/** What is wrong with the answers to a form on another page, if they are what is wrong. */
export function renderFaultPage(page: {
  title: string;
  text: string;
  form: Form | null;
  faults: readonly Fault[];
  site: Pick<Brand, 'locale' | 'timeZone'>;
  /** The page with the form. */
  back: URL | null;
}): Page {
  const { title, form, faults, back } = page;
  const others = form === null ? null : otherFaults(form, faults);
  const messages = form === null ? [] : [...messagesOf({ form, faults }, siteFormats(page.site))];
  const labels = new Map(form?.fields.map((field) => [field.name, labelOf(field)]));
  return renderPage(
    title,
    html`<h1>${title}</h1>
${
  messages.length === 0 && others === null
    ? html`<p>${page.text}</p>
`
    : html`<div class="summary" role="alert">
<h2>Please check your answers</h2>
<ul>
${messages.map(
  ([name, message]) => html`<li>${labels.get(name)}: ${message}</li>
`,
)}${
  others !== null &&
  html`<li>${others}</li>
`
}</ul>
</div>
`
}${back !== null && html`<p>Go back in your browser to correct the form: it keeps what you have entered. Or start again at <a href="${back.href}">${back.host}</a>.</p>`}`,
  );
}

/** Faults that are not about a field of the form, such as unknown keys; null if there are none. */
export function otherFaults(form: Form, faults: readonly Fault[]): string | null {
  const names = new Set(form.fields.map((field) => field.name));
  const others = faults.filter((fault) => !names.has(fault.pointer.split('/')[1] ?? ''));
  return others.length === 0 ? null : others.map((fault) => `${fault.pointer.slice(1)} ${fault.detail}`).join('; ');
}

/** A text from the settings of the form. */
export function textSetting(form: Form, name: string): string | null {
  const value = form.settings[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function renderPage(title: string, body: Html, { brand, css = '' }: { brand?: Brand; css?: string } = {}): Page {
  const sheet = style + (brand ? brandStyle(brand) : '') + css;
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ markup: sheet }}</style>
</head>
<body>
<main>
${brand && renderBrand(brand)}${body}
</main>
</body>
</html>
`;
  return { markup, css: sheet, hasPictures: typeof brand?.logoUrl === 'string' };
}

function messagesOf({ form, faults }: Pick<FormPage, 'form' | 'faults'>, formats: SiteFormats): Map<string, string> {
  const messages = new Map<string, string>();
  for (const fault of faults) {
    const name = fault.pointer.split('/')[1] ?? '';
    const field = form.fields.find((field) => field.name === name);
    if (field && !messages.has(name)) messages.set(name, faultMessage(field, fault, formats));
  }
  return messages;
}

/** What to do about a fault. It follows the label of the field and a colon. */
function faultMessage(field: FieldDeclaration, { code, detail }: Fault, formats: SiteFormats): string {
  const { schema, expects } = kindOf(field);
  const { min, max, pattern } = field;
  const limits = schema(field) ?? {};
  const { missing } = controlOf(field);
  switch (code) {
    case 'required':
    case 'min_items':
      return missing;
    case 'not_allowed':
      return jsonTypeOf(field) === 'boolean' ? missing : 'choose one of the options';
    case 'format':
    case 'wrong_type':
    case 'invalid':
      return expects ? `enter ${expects}` : detail;
    case 'pattern':
      return expects && pattern === undefined ? `enter ${expects}` : (field.help ?? 'use the requested format');
    case 'min_length':
      return `use at least ${count(min, 'character')}`;
    case 'max_length':
      return `use at most ${count(limits.maxLength, 'character')}`;
    case 'minimum':
      return `enter ${formats.number(limits.minimum as number)} or more`;
    case 'maximum':
      return `enter ${formats.number(limits.maximum as number)} or less`;
    case 'format_minimum':
      return `enter ${dateText(String(min), formats)} or later`;
    case 'format_maximum':
      return `enter ${dateText(String(max), formats)} or earlier`;
    case 'too_large':
      return isFileField(field) ? `choose a file of up to ${formatBytes(fileLimits(field).maxSize)}` : detail;
    case 'type_not_allowed':
      return `choose a file of another type: ${nameFileTypes(field.accept)}`;
    case 'too_many_files':
      return `choose at most ${count(fileLimits(field).maxFiles, 'file')}`;
    case 'not_a_file':
      return missing;
    default:
      return detail;
  }
}

/** A day, or a time. */
function dateText(bound: string, formats: SiteFormats): string {
  return bound.length === 10 ? formats.day(bound) : formats.time(bound);
}

function count(number: unknown, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function renderSummary({ form, notice }: FormPage, messages: Map<string, string>): Html {
  const wrong = form.fields.filter((field) => messages.has(field.name));
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
<h2 id="summary-title">${wrong.length > 0 ? 'Please check your answers' : 'Please send the form again'}</h2>
${
  notice !== null &&
  html`<p>${notice}</p>
`
}${
  wrong.length > 0 &&
  html`<ul>
${wrong.map(
  (
    field,
  ) => html`<li><a href="#${controlOf(field).focusId(field)}">${labelOf(field)}: ${messages.get(field.name)}</a></li>
`,
)}</ul>
`
}</div>
`;
}

function renderSteps(page: FormPage, messages: Map<string, string>): Html[] {
  const formats = siteFormats(page.brand);
  const render = (field: FieldDeclaration): Html =>
    controlOf(field).render(field, {
      values: valuesOf(field, page.values),
      error: messages.get(field.name) ?? null,
      condition: conditionOf(field, page.form.fields),
      money: formats.money,
    });
  const steps = [...Map.groupBy(page.form.fields, (field) => field.step ?? 1)].sort(([a], [b]) => a - b);
  if (steps.length < 2) return page.form.fields.map(render);
  return steps.map(
    ([, fields], index) => html`<section aria-labelledby="step-${index + 1}">
<h2 id="step-${index + 1}">Part ${index + 1} of ${steps.length}</h2>
${fields.map(render)}</section>
`,
  );
}

function valuesOf(field: FieldDeclaration, values: Record<string, unknown> | null): string[] {
  const value = values === null ? field.default : values[field.name];
  return [value]
    .flat()
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
    .map(String);
}

function conditionOf(field: FieldDeclaration, fields: readonly FieldDeclaration[]): string | null {
  if (!field.visibleWhen) return null;
  const { field: name, equals, notEquals } = field.visibleWhen;
  const other = fields.find((field) => field.name === name);
  const label = `“${other ? labelOf(other) : name}”`;
  if (equals !== undefined) return `Only if ${label} is ${valueInWords(other, equals)}.`;
  return notEquals !== undefined
    ? `Only if ${label} is not ${valueInWords(other, notEquals)}.`
    : `Only if ${label} is answered.`;
}

function valueInWords(field: FieldDeclaration | undefined, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'checked' : 'not checked';
  const option = field?.options?.find((option) => typeof option !== 'string' && option.value === value);
  return `“${typeof option === 'object' ? option.label : String(value)}”`;
}

function buttonText(form: Form): string {
  const hasPrice = form.fields.some(isPriceField);
  return textSetting(form, 'button') ?? (hasPrice ? 'Continue to payment' : 'Send');
}
