// One field of the rendered form: label, help, error and the control that fits its kind.

import { type FieldDeclaration, optionValues } from '../fields/field.ts';
import { attribute, type Html, html } from '../lib/html.ts';
import { formatMoney } from '../lib/money.ts';
import { priceOf } from './payment-field.ts';

export type FieldState = {
  /** As texts, several where several are ticked. */
  values: string[];
  error: string | null;
  /** What has to be answered elsewhere for this field to count. */
  condition: string | null;
};

/** The id of the control that takes the focus. */
export function controlId(field: FieldDeclaration): string {
  return `field-${field.name}${isGroup(field) ? '-0' : ''}`;
}

export function labelOf(field: FieldDeclaration): string {
  return field.label ?? field.name;
}

export function renderField(field: FieldDeclaration, state: FieldState): Html {
  if (field.type === 'hidden') return html`<input type="hidden" name="${field.name}" value="${state.values[0] ?? ''}">`;
  if (field.type === 'payment') return renderPrice(field);
  const wrong = state.error === null ? '' : ' wrong';
  if (isGroup(field)) {
    return html`<fieldset class="field${wrong}" data-field="${field.name}"${describedBy(field, state)}>
<legend>${labelOf(field)}${mark(field)}</legend>
${notes(field, state)}${choicesOf(field).map((choice, index) => renderChoice(field, state, choice, index))}</fieldset>
`;
  }
  if (isBox(field)) {
    return html`<div class="field${wrong}" data-field="${field.name}">
${notes(field, state)}<label class="choice"><input type="checkbox" id="${controlId(field)}" name="${field.name}" value="true"${attribute('checked', ['true', 'on', '1'].includes(state.values.at(-1) ?? ''))}${common(field, state)}> <span>${labelOf(field)}${mark(field)}</span></label>
</div>
`;
  }
  return html`<div class="field${wrong}" data-field="${field.name}">
<label class="label" for="${controlId(field)}">${labelOf(field)}${mark(field)}</label>
${notes(field, state)}${renderControl(field, state)}
</div>
`;
}

function isBox(field: FieldDeclaration): boolean {
  return ['consent', 'boolean', 'checkbox'].includes(field.type) && !field.options;
}

function isGroup(field: FieldDeclaration): boolean {
  return field.type === 'radio' || field.type === 'multiselect' || (field.type === 'checkbox' && !!field.options);
}

function renderControl(field: FieldDeclaration, state: FieldState): Html {
  const shared = html` id="${controlId(field)}" name="${field.name}"${common(field, state)}`;
  const [value = ''] = state.values;
  if (field.type === 'textarea')
    return html`<textarea${shared}${textLimits(field)} rows="5">
${value}</textarea>`;
  if (field.type === 'select') {
    return html`<select${shared}><option value="">${field.required ? 'Choose…' : ''}</option>${choicesOf(field).map(
      (choice) =>
        html`<option value="${choice.value}"${attribute('selected', choice.value === value)}>${choice.label}</option>`,
    )}</select>`;
  }
  if (field.type === 'file') {
    return html`<input type="file"${shared}${attribute('accept', field.accept?.join(','))}${attribute('multiple', field.multiple)}>`;
  }
  return html`<input${shared}${inputOf(field)} value="${value}">`;
}

const inputTypes: Record<string, string> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
  date: 'date',
  datetime: 'datetime-local',
};

function inputOf(field: FieldDeclaration): Html {
  const { type } = field;
  if (type === 'number' || type === 'integer') {
    const step = type === 'integer' ? '1' : 'any';
    return html` type="number" inputmode="${type === 'integer' ? 'numeric' : 'decimal'}" step="${step}"${bounds(field)}`;
  }
  const complete = attribute(
    'autocomplete',
    completions.get(type) ?? completions.get(field.name.toLowerCase().replace(/[-_]/g, '')),
  );
  if (type === 'date' || type === 'datetime') return html` type="${inputTypes[type] ?? ''}"${bounds(field)}${complete}`;
  return html` type="${inputTypes[type] ?? 'text'}"${textLimits(field)}${complete}`;
}

/** What browsers can fill in (HTML, autofill; WCAG 1.3.5). */
const completions = new Map(
  Object.entries({
    email: 'email',
    phone: 'tel',
    name: 'name',
    fullname: 'name',
    yourname: 'name',
    firstname: 'given-name',
    givenname: 'given-name',
    lastname: 'family-name',
    familyname: 'family-name',
    surname: 'family-name',
    company: 'organization',
    organization: 'organization',
    street: 'street-address',
    address: 'street-address',
    city: 'address-level2',
    postcode: 'postal-code',
    postalcode: 'postal-code',
    zip: 'postal-code',
    country: 'country-name',
  }),
);

function bounds(field: FieldDeclaration): Html {
  const limit = (value: string | number | undefined) =>
    field.type === 'datetime' && typeof value === 'string' ? value.slice(0, 16) : value;
  return html`${attribute('min', limit(field.min))}${attribute('max', limit(field.max))}`;
}

function textLimits(field: FieldDeclaration): Html {
  const least = typeof field.min === 'number' ? field.min : null;
  const most = typeof field.max === 'number' ? field.max : null;
  const pattern = field.type === 'textarea' ? null : field.pattern;
  return html`${attribute('minlength', least)}${attribute('maxlength', most)}${attribute('pattern', pattern)}`;
}

/** A field that may not be asked for is never required by the browser: the server knows. */
function common(field: FieldDeclaration, state: FieldState): Html {
  const required = field.required === true && state.condition === null;
  return html`${attribute('required', required)}${attribute('aria-invalid', state.error === null ? null : 'true')}${describedBy(field, state)}`;
}

function describedBy(field: FieldDeclaration, state: FieldState): Html {
  const ids = [
    state.error === null ? null : `error-${field.name}`,
    helpOf(field, state).length > 0 ? `help-${field.name}` : null,
  ];
  return attribute('aria-describedby', ids.filter((id) => id !== null).join(' ') || null);
}

function notes(field: FieldDeclaration, state: FieldState): Html {
  const help = helpOf(field, state);
  return html`${
    help.length > 0 &&
    html`<p class="help" id="help-${field.name}">${help.join(' ')}</p>
`
  }${
    state.error !== null &&
    html`<p class="error" id="error-${field.name}">${state.error}</p>
`
  }`;
}

function helpOf(field: FieldDeclaration, state: FieldState): string[] {
  const sizes = field.type === 'file' ? fileHelp(field) : null;
  const zone = field.type === 'datetime' ? 'Time in UTC.' : null;
  return [state.condition, field.help, sizes, zone].filter((text) => typeof text === 'string');
}

function fileHelp({ accept, maxSize, multiple, maxFiles }: FieldDeclaration): string {
  const size = `up to ${Math.max(1, Math.round((maxSize ?? 10 * 1024 * 1024) / 1024 / 1024))} MB`;
  const types = accept && accept.length > 0 ? `${accept.join(', ')}, ` : '';
  return `${multiple ? `At most ${maxFiles ?? 10} files: ` : ''}${types}${size}${multiple ? ' each' : ''}.`;
}

function mark(field: FieldDeclaration): Html {
  return field.required ? html` <span class="required">(required)</span>` : html``;
}

type Choice = { value: string; label: string };

function choicesOf(field: FieldDeclaration): Choice[] {
  const labels = new Map(
    (field.options ?? []).map((option) =>
      typeof option === 'string' ? [option, option] : [option.value, option.label],
    ) as [string, string][],
  );
  return optionValues(field).map((value) => ({ value, label: labels.get(value) ?? value }));
}

function renderChoice(field: FieldDeclaration, state: FieldState, choice: Choice, index: number): Html {
  const type = field.type === 'radio' ? 'radio' : 'checkbox';
  const required = type === 'radio' && field.required === true && state.condition === null;
  return html`<label class="choice"><input type="${type}" id="field-${field.name}-${index}" name="${field.name}" value="${choice.value}"${attribute('checked', state.values.includes(choice.value))}${attribute('required', required)}${attribute('aria-invalid', state.error === null ? null : 'true')}> <span>${choice.label}</span></label>
`;
}

function renderPrice(field: FieldDeclaration): Html {
  const { amount, currency } = priceOf(field);
  const text = field.description ?? field.help;
  return html`<div class="field" data-field="${field.name}">
<p class="label">${labelOf(field)}</p>
${
  text !== undefined &&
  html`<p class="help">${text}</p>
`
}<p class="price">${formatMoney(amount, currency, 'en')}</p>
<p class="help">You pay on the next page.</p>
</div>
`;
}
