// Controls of answers with several parts, and of numbers that are chosen: stars, scales, tables, addresses, ranges of days.

import { fillIn } from '../languages/language-texts.ts';
import { attribute, type Html, html } from '../lib/html.ts';
import { type FieldDeclaration, optionLabels } from './field.ts';
import {
  type Control,
  completionFor,
  describedBy,
  type FieldState,
  fieldset,
  focus,
  invalid,
  isRequired,
} from './form-controls.ts';

/** The label of a part: its own, or that of the page's language. */
export function partLabel(part: FieldDeclaration, { texts }: FieldState['language']): string {
  const known: Readonly<Record<string, string>> = texts.parts;
  return part.label ?? (Object.hasOwn(known, part.name) ? (known[part.name] as string) : part.name);
}

const chosenInParts = { focusId: firstPart, chosen: () => null, missing: 'missing' } as const;

function firstPart({ name }: FieldDeclaration): string {
  return `field-${name}-0`;
}

type Bounds = (field: FieldDeclaration) => { minimum: number; maximum: number };

/** Drawn, because not every font has one. */
const star = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m12 2 3.1 6.3 6.9 1-5 4.9 1.2 6.8-6.2-3.2L5.8 21 7 14.2 2 9.3l6.9-1z"/></svg>`;

/** Whole numbers side by side, of which one is chosen. */
function numberRow(kind: 'stars' | 'scale', bounds: Bounds): Control {
  return {
    ...chosenInParts,
    missing: 'notChosen',
    chosen: ({ name }, value) => {
      if (value === undefined) return `[name="${name}"]:checked`;
      return typeof value === 'number' ? `[name="${name}"][value="${value}"]:checked` : null;
    },
    render: (field, state) => {
      const { minimum, maximum } = bounds(field);
      const choices = Array.from({ length: maximum - minimum + 1 }, (_, index) => {
        const value = String(minimum + index);
        const checked = attribute('checked', state.values.includes(value));
        const input = html`<input type="radio" id="field-${field.name}-${index}" name="${field.name}" value="${value}"${checked}${attribute('required', isRequired(field, state))}${focus(state, index === 0)}${invalid(state)}>`;
        if (kind === 'scale') return html`<label>${input} <span>${value}</span></label>`;
        const text = fillIn(state.language.texts.page.stars, { value, total: maximum });
        return html`<label>${input}${star}<span class="unseen">${text}</span></label>`;
      });
      const ends = [field.minLabel, field.maxLabel];
      return fieldset(
        field,
        state,
        html`<div class="${kind}">${choices}</div>
${
  ends.some((end) => end !== undefined) &&
  html`<p class="ends"><span>${ends[0]}</span> <span>${ends[1]}</span></p>
`
}`,
      );
    },
  };
}

export const starRow = (bounds: Bounds): Control => numberRow('stars', bounds);
export const scaleRow = (bounds: Bounds): Control => numberRow('scale', bounds);

type Parts = (field: FieldDeclaration) => readonly FieldDeclaration[];

/** A row of radio buttons or boxes for each part, under the options that all have in common. */
export function questionTable(parts: Parts): Control {
  return {
    ...chosenInParts,
    missing: 'notChosen',
    render: (field, state) => {
      const columns = optionLabels(field);
      const inputType = field.multiple ? 'checkbox' : 'radio';
      const rows = parts(field).map((part, row) => {
        const values = valuesOf(state.raw, part.name);
        const required = attribute('required', inputType === 'radio' && isRequired(part, state));
        const cells = columns.map(({ value, label }, column) => {
          const id = row === 0 && column === 0 ? html` id="${firstPart(field)}"` : html``;
          const isFirst = row === 0 && column === 0;
          return html`<td><label><input type="${inputType}"${id} name="${field.name}.${part.name}" value="${value}"${attribute('checked', values.includes(value))}${required}${focus(state, isFirst)} aria-label="${partLabel(part, state.language)}: ${label}"><span aria-hidden="true">${label}</span></label></td>`;
        });
        return html`<tr><th scope="row">${partLabel(part, state.language)}</th>${cells}</tr>
`;
      });
      return fieldset(
        field,
        state,
        html`<table class="matrix"><thead><tr><td></td>${columns.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>
`,
      );
    },
  };
}

/** An input with its label for each part. */
export function partInputs(parts: Parts): Control {
  return {
    ...chosenInParts,
    render: (field, state) =>
      fieldset(
        field,
        state,
        html`<div class="parts">${parts(field).map((part, index) => renderPart(field, part, index, state))}</div>
`,
      ),
  };
}

function renderPart(field: FieldDeclaration, part: FieldDeclaration, index: number, state: FieldState): Html {
  const id = `field-${field.name}-${index}`;
  const [value = ''] = valuesOf(state.raw, part.name);
  const isNeeded = field.required === true && isRequired(part, state);
  const shared = html` id="${id}" name="${field.name}.${part.name}"${attribute('required', isNeeded)}${focus(state, index === 0)}${invalid(state)}${describedBy(field, state, null)}`;
  const bounds = html`${attribute('min', part.min)}${attribute('max', part.max)}`;
  const input =
    part.options !== undefined
      ? html`<select${shared}${attribute('autocomplete', completionFor(part.name) && 'country')}><option value=""></option>${countriesIn(
          part,
          state,
        ).map(
          ({ code, name }) => html`<option value="${code}"${attribute('selected', code === value)}>${name}</option>`,
        )}</select>`
      : typeof part.max === 'number'
        ? html`<input${shared} type="text" maxlength="${part.max}"${attribute('autocomplete', completionFor(part.name))} value="${value}">`
        : html`<input${shared} type="date"${bounds} value="${value}">`;
  return html`<div class="part"><label for="${id}">${partLabel(part, state.language)}</label>${input}</div>
`;
}

/** By their names in the language of the page. */
function countriesIn({ options = [] }: FieldDeclaration, { language }: FieldState): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(language.code, { type: 'region' });
  const { compare } = new Intl.Collator(language.code);
  return options
    .map((code) => ({ code: String(code), name: names.of(String(code)) ?? String(code) }))
    .sort((a, b) => compare(a.name, b.name));
}

function valuesOf(raw: unknown, name: string): string[] {
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, name)) return [];
  return [(raw as Record<string, unknown>)[name]].flat().filter((one) => typeof one === 'string');
}
