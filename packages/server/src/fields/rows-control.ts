// The control of answers that are lists of objects: the inputs of each row, and buttons that add and remove rows. Without
// JavaScript the buttons send the page, which comes back with the rows; with it nothing is sent.

import { fillIn } from '../languages/language-texts.ts';
import { attribute, type Html, html } from '../lib/html.ts';
import type { FieldDeclaration } from './field.ts';
import { type Control, type FieldState, fieldset, isAlwaysShown } from './form-controls.ts';
import { fieldInRow, rowLimits, rowsToShow } from './rows.ts';

/** The names under which a page sends which field gets a row, and which row (`guests.1`) goes. */
export const addRowName = '.add';
export const removeRowName = '.drop';

type ControlOf = (field: FieldDeclaration) => Control;

export function repeatedRows(controlOf: ControlOf): Control {
  const firstInput = (field: FieldDeclaration): string => {
    const [first] = field.fields ?? [];
    if (!first) return `field-${field.name}`;
    const inner = fieldInRow(field, 0, first);
    return controlOf(inner).focusId(inner);
  };
  return {
    focusId: firstInput,
    chosen: () => null,
    missing: 'missing',
    render: (field, state) => {
      const { min, max } = rowLimits(field);
      const { texts } = state.language;
      const rows = rowsToShow(state.raw);
      const begun = rows.length;
      while (rows.length < firstCount(field, state)) rows.push({});
      if (state.hasNewRow && rows.length === begun && rows.length < max) rows.push({});
      const render = (row: number | string, values: Record<string, unknown>, count: number): Html =>
        renderRow(field, state, {
          row,
          values,
          count,
          controlOf,
          hasNewFocus: state.hasNewRow === true && row === begun,
        });
      if (state.isStatic) return fieldset(field, state, html`${rows.map((values, row) => render(row, values, 0))}`);
      const data = html` data-rows="${field.name}" data-min="${min}" data-max="${max}" data-title="${texts.page.rowTitle}" data-remove="${texts.page.removeRow}" data-removed="${texts.page.rowRemoved}"`;
      return fieldset(
        field,
        state,
        html`<div class="rows"${data}>${rows.map((values, row) => render(row, values, rows.length))}</div>
<template>${render('{row}', {}, max)}</template>
<button type="submit" class="other" name="${addRowName}" value="${field.name}" formnovalidate${attribute('hidden', rows.length >= max)}>${texts.page.addRow}</button>
<p class="unseen" role="status"></p>
`,
      );
    },
  };
}

/** At first one that is empty, which is not sent if it stays so. With a default it would be. */
function firstCount(field: FieldDeclaration, { isStatic }: FieldState): number {
  const { min, max } = rowLimits(field);
  const hasDefault = (field.fields ?? []).some((inner) => inner.default !== undefined);
  const count = isStatic ? 3 : 1;
  return Math.min(max, hasDefault ? min : Math.max(min, count));
}

type Row = {
  row: number | string;
  values: Record<string, unknown>;
  count: number;
  controlOf: ControlOf;
  hasNewFocus: boolean;
};

function renderRow(
  field: FieldDeclaration,
  state: FieldState,
  { row, values, count, controlOf, hasNewFocus }: Row,
): Html {
  const { min } = rowLimits(field);
  const { page } = state.language.texts;
  const number = typeof row === 'number' ? row + 1 : 1;
  const isEmpty = Object.keys(values).length === 0;
  const firstWrong = state.rowErrors?.keys().next().value;
  const first = field.fields?.[0]?.name;
  const inputs = (field.fields ?? []).map((inner, index) => {
    const key = `${row}.${inner.name}`;
    const raw = isEmpty ? inner.default : values[inner.name];
    // Rows beyond the minimum may stay empty: what they need is asked when they are sent.
    const isNeeded = typeof row === 'number' && row < min && !isAlwaysShown(state);
    const named = fieldInRow(field, row, inner);
    return controlOf(named).render(named, {
      ...{ language: state.language, formats: state.formats, pictures: state.pictures ?? new Map() },
      values: textsOf(raw),
      raw,
      error: state.rowErrors?.get(key) ?? null,
      hasFocus: (state.hasFocus && (firstWrong ?? `0.${first}`) === key) || (hasNewFocus && index === 0),
      lostFiles: [],
      condition: null,
      isInSpareRow: !isNeeded,
    });
  });
  const remove = html`<button type="submit" class="other" name="${removeRowName}" value="${field.name}.${row}" formnovalidate${attribute('hidden', count <= min)}>${fillIn(page.removeRow, { number })}</button>
`;
  return html`<fieldset class="row"><legend>${fillIn(page.rowTitle, { number })}</legend>
${inputs}${!state.isStatic && remove}</fieldset>
`;
}

function textsOf(raw: unknown): string[] {
  return [raw]
    .flat()
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
    .map(String);
}

/** Whether a page with these fields needs the script. */
export function hasRows(fields: readonly FieldDeclaration[]): boolean {
  return fields.some((field) => field.fields !== undefined);
}

/** A new row gets the focus; that one was removed is announced, and the focus stays near. */
export const rowsScript = `
for (const list of document.querySelectorAll('[data-rows]')) {
  const { rows: name, min, max, title, remove, removed } = list.dataset
  const field = list.parentElement
  const [template, add, status] = ['template', 'button[name=".add"]', '[role=status]'].map((one) => field.querySelector(':scope > ' + one))
  const numbers = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: false })
  const put = (text, number) => text.replace('{number}', numbers.format(number))
  const dropOf = (row) => row.querySelector(':scope > button')
  let next = list.children.length
  const update = () => {
    const rows = [...list.children]
    rows.forEach((row, index) => {
      row.querySelector(':scope > legend').textContent = put(title, index + 1)
      dropOf(row).textContent = put(remove, index + 1)
      dropOf(row).hidden = rows.length <= Number(min)
    })
    add.hidden = rows.length >= Number(max)
    list.dispatchEvent(new Event('input', { bubbles: true }))
  }
  add.addEventListener('click', (event) => {
    event.preventDefault()
    const row = template.content.cloneNode(true).querySelector('fieldset')
    for (const element of row.querySelectorAll('*')) {
      for (const one of element.attributes) one.value = one.value.replaceAll(name + '.{row}', name + '.' + next)
    }
    next++
    list.append(row)
    status.textContent = ''
    update()
    row.querySelector('input:not([type=hidden]), select, textarea').focus()
  })
  list.addEventListener('click', (event) => {
    const button = event.target.closest('button[name=".drop"]')
    if (!button) return
    event.preventDefault()
    const row = button.parentElement
    const index = [...list.children].indexOf(row)
    row.remove()
    update()
    status.textContent = put(removed, index + 1)
    const near = list.children[Math.min(index, list.children.length - 1)]
    const target = near && !dropOf(near).hidden ? dropOf(near) : add
    target.focus()
  })
}
`;
