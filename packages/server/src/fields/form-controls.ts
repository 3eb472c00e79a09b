// Controls of the rendered form: the markup of a field, and what conditions, messages and the receiving of answers need
// to know about it. field-kinds.ts names the control of each kind.

import { nameFileTypes } from '../languages/file-words.ts';
import { fillInCount, type Language } from '../languages/language.ts';
import { fillIn, type Texts } from '../languages/language-texts.ts';
import { formatText } from '../lib/formatted-text.ts';
import { attribute, type Html, html } from '../lib/html.ts';
import { withoutZone } from '../lib/instant.ts';
import type { NumberMarks } from '../lib/typed-text.ts';
import { fileLimits } from './bounds.ts';
import type { Calculation } from './evaluate.ts';
import { type FieldDeclaration, optionLabels } from './field.ts';
import { asBoolean } from './from-text.ts';

/** What the page needs to work out a calculation, and its result with the answers so far. */
export type ShownCalculation = {
  /** In order: each can use the results of those before it. The last one is that of the field. */
  formulas: readonly { name: string; tree: Calculation; decimals?: number | undefined }[];
  /** How the page reads the answers that they need, by the names of the inputs. */
  reads: Readonly<Record<string, 'number' | 'boolean' | 'list' | 'text' | 'rows'>>;
  result: number | null;
  /** Whether none of these answers is on this page. */
  isSettled: boolean;
};

export type FieldState = {
  /** As texts; several if several options are checked. */
  values: string[];
  /** Of an answer with several parts: an object of their texts. */
  raw?: unknown;
  error: string | null;
  /** Whether the page opens with the focus on this field. */
  hasFocus: boolean;
  /** The names of files that were sent and must be chosen again. */
  lostFiles: readonly string[];
  /** Files that were sent and are kept, with the IDs to remove them by. */
  keptFiles?: readonly { id: string; name: string }[];
  /** The URLs of pictures of the media library, by their IDs. */
  pictures?: ReadonlyMap<string, string>;
  /** Of a calculation. */
  worked?: ShownCalculation | undefined;
  /** When the field applies, in words; null if it always does, or if the page hides it while it does not. */
  condition: string | null;
  /** What is wrong in the rows of a repeated group, by `1.name`. */
  rowErrors?: ReadonlyMap<string, string>;
  /** Whether the group gets another row, which has the focus. */
  hasNewRow?: boolean;
  /** Whether it is in a row that may stay empty, so that the browser does not require it. */
  isInSpareRow?: boolean;
  /** For a page of another site, without scripts and without buttons of ours. */
  isStatic?: boolean;
  /** Of the page. */
  language: Language;
  formats: { money(amount: number, currency: string): string; bytes(size: number): string; marks: NumberMarks };
  /** How many are left of what is sold in limited numbers, by stock. */
  left?: ReadonlyMap<string, number> | null;
};

/** The names of texts about answers that have no plural forms. */
export type FaultText = {
  [Name in keyof Texts['faults']]: Texts['faults'][Name] extends string ? Name : never;
}[keyof Texts['faults']];

export type Control = {
  render(field: FieldDeclaration, state: FieldState): Html;
  /** The ID of the element that gets the focus. */
  focusId(field: FieldDeclaration): string;
  /** A CSS selector that matches while this answer is chosen, or any if `value` is undefined; null if it is typed. */
  chosen(field: FieldDeclaration, value?: unknown): string | null;
  /** What to do if the answer is missing. */
  missing: FaultText;
  /** Whether visitors do not see it. */
  isHidden?: true;
};

const typed = { focusId, chosen: () => null, missing: 'missing' } as const;

/** A label, the notes, and one control below. */
export function labelled(
  renderControl: (field: FieldDeclaration, shared: Html, value: string, state: FieldState) => Html,
  options: { missing?: FaultText; note?: (field: FieldDeclaration, state: FieldState) => string } = {},
): Control {
  return {
    render: (field, state) => {
      const help = helpOf(field, state, options.note?.(field, state));
      const shared = html` id="${focusId(field)}" name="${field.name}"${states(field, state, help)}`;
      return html`<div class="${classOf(state)}" data-field="${field.name}">
<label class="label" for="${focusId(field)}">${labelOf(field)}${mark(field, state)}</label>
${notes(field, state, help)}${renderControl(field, shared, state.values[0] ?? '', state)}
</div>
`;
    },
    ...typed,
    ...(options.missing ? { missing: options.missing } : {}),
  };
}

export function textInput(type: string, autocomplete?: string): Control {
  return labelled((field, shared, value) => {
    const pattern = attribute('pattern', field.pattern);
    const complete = attribute('autocomplete', autocomplete ?? completionFor(field.name));
    return html`<input${shared} type="${type}"${lengths(field)}${pattern}${complete} value="${value}">`;
  });
}

export const textArea = labelled(
  (field, shared, value) => html`<textarea${shared}${lengths(field)} rows="5">
${value}</textarea>`,
);

/** Of type `number`, browsers would drop the digits and separators of other languages than their own. */
export function numberInput(mode: 'numeric' | 'decimal'): Control {
  return labelled((_, shared, value, { raw, formats }) => {
    const shown = typeof raw === 'number' ? writeNumber(value, formats.marks) : value;
    return html`<input${shared} type="text" inputmode="${mode}" autocomplete="off" value="${shown}">`;
  });
}

/** A number as it is typed in a language with these marks. */
export function writeNumber(number: string, { decimals }: Pick<NumberMarks, 'decimals'>): string {
  return /^-?\d+\.\d+$/.test(number) ? number.replace('.', decimals.charAt(0)) : number;
}

export const dateInput = labelled(
  (field, shared, value) => html`<input${shared} type="date"${range(field.min, field.max)} value="${value}">`,
);

export const timeInput = labelled(
  (field, shared, value) => html`<input${shared} type="time"${range(field.min, field.max)} value="${value}">`,
);

/** Browsers send a time without seconds and zone (from-text.ts), so the page says that it means UTC. */
export const dateTimeInput = labelled(
  (field, shared, value) => {
    const [min, max] = [field.min, field.max].map((limit) => limit && withoutZone(`${limit}`));
    return html`<input${shared} type="datetime-local"${range(min, max)} value="${withoutZone(value)}">`;
  },
  { note: (_, { language }) => language.texts.page.timeInUtc },
);

/** The name under which a page sends the IDs of kept files to remove. */
export const removedFileName = '.remove';

/** The files that were sent before, and boxes to remove them. */
export function keptList({ keptFiles = [], language }: FieldState): Html {
  const { attached, removeFile } = language.texts.files;
  const kept = keptFiles.map(
    ({
      id,
      name,
    }) => html`<li>${fillIn(attached, { name })} <label class="remove"><input type="checkbox" name="${removedFileName}" value="${id}"> ${removeFile}</label></li>
`,
  );
  return html`${
    kept.length > 0 &&
    html`<ul class="kept">
${kept}</ul>
`
  }`;
}

export const fileInput = labelled(
  (field, shared, _value, state) =>
    html`${keptList(state)}<input type="file"${shared}${attribute('accept', field.accept?.join(','))}${attribute('multiple', field.multiple)}>`,
  {
    missing: 'noFile',
    note: (field, state) => {
      const limits = limitsOfFiles(field, state);
      const { files, page } = state.language.texts;
      if (state.lostFiles.length === 0) return limits;
      const names = state.lostFiles.map((text) => fillIn(page.quoted, { text })).join(', ');
      return `${limits} ${fillIn(files.chooseAgain, { names })}`;
    },
  },
);

function limitsOfFiles(field: FieldDeclaration, { language, formats }: FieldState): string {
  const { files } = language.texts;
  const { maxSize, maxFiles } = fileLimits(field);
  const types = nameFileTypes(language, field.accept);
  const values = { size: formats.bytes(maxSize), types: types ?? '' };
  if (field.multiple) {
    return fillInCount(language, types === null ? files.several : files.severalOfTypes, maxFiles, values);
  }
  return types === null ? fillIn(files.oneUpTo, values) : capitalize(fillIn(files.oneOfTypes, values));
}

export const dropDown: Control = {
  ...labelled((field, shared, value, { language }) => {
    const options = optionLabels(field).map(
      (option) =>
        html`<option value="${option.value}"${attribute('selected', option.value === value)}>${option.label}</option>`,
    );
    return html`<select${shared}><option value="">${field.required ? language.texts.page.choose : ''}</option>${options}</select>`;
  }),
  chosen: ({ name }, value) => {
    if (value === undefined) return `[name="${name}"] option:not([value=""]):checked`;
    return typeof value === 'string' ? `[name="${name}"] option[value="${escapeCss(value)}"]:checked` : null;
  },
  missing: 'notChosen',
};

export const radioGroup = group('radio');
export const checkGroup = group('checkbox');

/** The picture of an option, if it has one that can be shown. */
export function pictureOf({ pictures }: Pick<FieldState, 'pictures'>, image: string | undefined): Html | false {
  const url = image === undefined ? undefined : pictures?.get(image);
  return url !== undefined && html`<img src="${url}" alt="">`;
}

/** Options with pictures are side by side. */
export function besidePictures(options: readonly { image?: string | undefined }[], boxes: Html): Html {
  return options.some(({ image }) => image !== undefined) ? html`<div class="pictures">${boxes}</div>\n` : boxes;
}

function group(inputType: 'radio' | 'checkbox'): Control {
  return {
    render: (field, state) => {
      // No attribute says "at least one of these boxes".
      const required = attribute('required', inputType === 'radio' && isRequired(field, state));
      const boxes = optionLabels(field).map(({ value, label, image }, index) => {
        const checked = attribute('checked', state.values.includes(value));
        return html`<label class="choice">${pictureOf(state, image)}<input type="${inputType}" id="field-${field.name}-${index}" name="${field.name}" value="${value}"${checked}${required}${focus(state, index === 0)}${invalid(state)}> <span>${label}</span></label>
`;
      });
      return fieldset(field, state, besidePictures(optionLabels(field), html`${boxes}`));
    },
    focusId: (field) => `${focusId(field)}-0`,
    chosen: ({ name }, value) => {
      if (value === undefined) return `[name="${name}"]:checked`;
      return typeof value === 'string' ? `[name="${name}"][value="${escapeCss(value)}"]:checked` : null;
    },
    missing: 'notChosen',
  };
}

/** Several controls under one label. */
export function fieldset(field: FieldDeclaration, state: FieldState, content: Html): Html {
  const help = helpOf(field, state);
  return html`<fieldset class="${classOf(state)}" data-field="${field.name}"${describedBy(field, state, help)}>
<legend>${labelOf(field)}${mark(field, state)}</legend>
${notes(field, state, help)}${content}</fieldset>
`;
}

export const checkBox: Control = {
  render: (field, state) => {
    const help = helpOf(field, state);
    const checked = attribute('checked', asBoolean(state.values.at(-1) ?? '') === true);
    return html`<div class="${classOf(state)}" data-field="${field.name}">
${notes(field, state, help)}<label class="choice"><input type="checkbox" id="${focusId(field)}" name="${field.name}" value="true"${checked}${states(field, state, help)}> <span>${labelOf(field)}${mark(field, state)}</span></label>
</div>
`;
  },
  focusId,
  chosen: ({ name }, value) => (value === true || value === undefined ? `[name="${name}"]:checked` : null),
  missing: 'notChecked',
};

export const hiddenInput: Control = {
  ...typed,
  isHidden: true,
  render: (field, state) => html`<input type="hidden" name="${field.name}" value="${state.values[0] ?? ''}">`,
};

/** Shows the price of the stored form; there is nothing to answer. */
export const price: Control = {
  ...typed,
  render: (field, state) => {
    const help = helpLine(state, field.description ?? field.help);
    return html`<div class="field" data-field="${field.name}">
<p class="label">${labelOf(field)}</p>
${
  help &&
  html`<p class="help">${help}</p>
`
}<p class="price">${state.formats.money(field.amount as number, field.currency as string)}</p>
<p class="help">${state.language.texts.page.payNext}</p>
</div>
`;
  },
};

/** Between the questions; there is nothing to answer. */
export const headingText: Control = {
  ...typed,
  render: (field, state) => html`<div class="field heading" data-field="${field.name}">
<h2>${labelOf(field)}</h2>
${notes(field, state, helpOf(field, state))}</div>
`,
};

export const paragraphText: Control = {
  ...typed,
  render: (field, state) => html`<div class="field paragraph" data-field="${field.name}">
${
  field.label !== undefined &&
  html`<h3>${field.label}</h3>
`
}${
  state.condition !== null &&
  html`<p class="help">${helpLine(state)}</p>
`
}${formatText(field.help ?? '')}</div>
`,
};

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function labelOf(field: FieldDeclaration): string {
  return field.label ?? field.name;
}

function focusId(field: FieldDeclaration): string {
  return `field-${field.name}`;
}

function classOf({ error }: FieldState): string {
  return error === null ? 'field' : 'field wrong';
}

function mark(field: FieldDeclaration, { language }: FieldState): Html {
  return field.required ? html` <span class="required">${language.texts.page.required}</span>` : html``;
}

export function isRequired({ required }: FieldDeclaration, state: FieldState): boolean {
  return required === true && !isAlwaysShown(state) && !state.isInSpareRow;
}

/** Pages of other sites show fields that do not apply, and the browser must not require these. */
export function isAlwaysShown({ condition, isStatic }: FieldState): boolean {
  return condition !== null && isStatic === true;
}

function states(field: FieldDeclaration, state: FieldState, help: Html | null): Html {
  const isMissing = (state.keptFiles ?? []).length === 0;
  const required = attribute('required', isRequired(field, state) && isMissing);
  return html`${required}${focus(state)}${invalid(state)}${describedBy(field, state, help)}`;
}

export function focus({ hasFocus }: FieldState, isFirst = true): Html {
  return attribute('autofocus', hasFocus && isFirst);
}

export function invalid({ error }: FieldState): Html {
  return attribute('aria-invalid', error === null ? null : 'true');
}

export function describedBy(field: FieldDeclaration, { error }: FieldState, help: Html | null): Html {
  const ids = [error === null ? null : `error-${field.name}`, help && `help-${field.name}`];
  return attribute('aria-describedby', ids.filter((id) => id !== null).join(' ') || null);
}

function helpOf(field: FieldDeclaration, state: FieldState, note?: string): Html | null {
  return helpLine(state, field.help, note);
}

/** The condition, which the script of the page removes (forms/page/condition-script.ts), and the texts, as one line; null if there is none. */
export function helpLine({ condition }: FieldState, ...texts: readonly (string | undefined)[]): Html | null {
  const parts = texts.filter((text) => text !== undefined && text !== '').map((text) => html`${text}`);
  if (condition !== null) parts.unshift(html`<span data-condition>${condition}</span>`);
  return parts.length === 0 ? null : html`${parts.map((part, index) => [index > 0 && ' ', part])}`;
}

function notes(field: FieldDeclaration, { error }: FieldState, help: Html | null): Html {
  return html`${
    help &&
    html`<p class="help" id="help-${field.name}">${help}</p>
`
  }${
    error !== null &&
    html`<p class="error" id="error-${field.name}">${error}</p>
`
  }`;
}

function lengths({ min, max }: FieldDeclaration): Html {
  const [shortest, longest] = [min, max].map((limit) => (typeof limit === 'number' ? limit : null));
  return html`${attribute('minlength', shortest)}${attribute('maxlength', longest)}`;
}

function range(min: string | number | undefined, max: string | number | undefined): Html {
  return html`${attribute('min', min)}${attribute('max', max)}`;
}

/** Writes everything but letters and digits as a number (CSS Syntax, 4.3.7), so that nothing ends the string or the style. */
function escapeCss(text: string): string {
  return text.replace(/[^A-Za-z0-9]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
}

// What browsers can fill in by themselves (HTML, autofill; WCAG 1.3.5), by the name of a field.

const completions = new Map(
  Object.entries({
    email: 'email',
    phone: 'tel',
    name: 'name',
    fullname: 'name',
    yourname: 'name',
    contactname: 'name',
    firstname: 'given-name',
    givenname: 'given-name',
    forename: 'given-name',
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

/** The autofill token for a field of this name: `First-Name`, `first_name` and `firstName` are the same. */
export function completionFor(name: string): string | undefined {
  return completions.get(name.toLowerCase().replace(/[-_]/g, ''));
}
