// Renders a form as accessible HTML that works without JavaScript.

import type { Fault } from '../../errors.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { controlOf, isFileField, isPriceField, jsonTypeOf, kindOf } from '../../fields/field-kinds.ts';
import { labelOf } from '../../fields/form-controls.ts';
import { type Html, html } from '../../lib/html.ts';
import type { Form } from '../forms.ts';
import { conditionStyle, style } from './form-page-style.ts';

export type FormPage = {
  form: Form;
  /** What was entered; null for a page that has not been sent yet. */
  values: Record<string, unknown> | null;
  faults: readonly Fault[];
  /** A message that is not about a single field. */
  notice: string | null;
  /** The hidden page token, and the name of the hidden field that only programs fill in. */
  token: string;
  trap: string;
};

/** A page and its style, for the content security policy. */
export type Page = Html & { css: string };

export const tokenName = '_page';

export function renderFormPage(page: FormPage): Page {
  const { form } = page;
  const hasFiles = form.fields.some(isFileField);
  const messages = messagesOf(page);
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
    style + conditionStyle(form.fields),
  );
}

/** A page with nothing but a message. */
export function renderMessagePage(title: string, text: string): Page {
  return renderPage(
    title,
    html`<h1>${title}</h1>
<p>${text}</p>`,
  );
}

/** A text from the settings of the form. */
export function textSetting(form: Form, name: string): string | null {
  const value = form.settings[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function renderPage(title: string, body: Html, css = style): Page {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ markup: css }}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
  return { markup, css };
}

function messagesOf({ form, faults }: FormPage): Map<string, string> {
  const messages = new Map<string, string>();
  for (const fault of faults) {
    const name = fault.pointer.split('/')[1] ?? '';
    const field = form.fields.find((field) => field.name === name);
    if (field && !messages.has(name)) messages.set(name, faultMessage(field, fault));
  }
  return messages;
}

/** What to do about a fault. It follows the label of the field and a colon. */
function faultMessage(field: FieldDeclaration, { code, detail }: Fault): string {
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
      return `enter ${limits.minimum} or more`;
    case 'maximum':
      return `enter ${limits.maximum} or less`;
    case 'format_minimum':
      return `enter ${min} or later`;
    case 'format_maximum':
      return `enter ${max} or earlier`;
    default:
      return detail;
  }
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
  const render = (field: FieldDeclaration): Html =>
    controlOf(field).render(field, {
      values: valuesOf(field, page.values),
      error: messages.get(field.name) ?? null,
      condition: conditionOf(field, page.form.fields),
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
