// The control of a calculation: its result, which the page keeps up to date while visitors answer. Without JavaScript it is
// shown as soon as all answers that it needs are on earlier parts of the form. The service works it out in any case.

import { html } from '../lib/html.ts';
import { dropSign, foldDigits, foldMarks, readNumber } from '../lib/typed-text.ts';
import { evaluate } from './evaluate.ts';
import type { FieldDeclaration } from './field.ts';
import { type Control, helpLine, labelOf } from './form-controls.ts';
import { normalForms } from './normal-forms.ts';

export const calculated: Control = {
  focusId: ({ name }) => `field-${name}`,
  chosen: () => null,
  missing: 'missing',
  render: (field, state) => {
    const { worked, language, formats } = state;
    const help = helpLine(state, field.help);
    const { formulas = [], reads = {}, result = null, isSettled = false } = worked ?? {};
    const data = JSON.stringify({ formulas, reads, format: formatOf(field), marks: formats.marks });
    const text = result === null ? '–' : new Intl.NumberFormat(language.code, formatOf(field)).format(result);
    return html`<div class="field" data-field="${field.name}"><div class="calculation"${{ markup: isSettled ? '' : ' hidden' }}>
<p class="label" id="label-${field.name}">${labelOf(field)}</p>
${
  help &&
  html`<p class="help">${help}</p>
`
}<output class="price" id="field-${field.name}" aria-labelledby="label-${field.name}" data-formula="${data}">${text}</output></div></div>
`;
  },
};

function formatOf({ decimals }: FieldDeclaration): { minimumFractionDigits: number; maximumFractionDigits: number } {
  return { minimumFractionDigits: decimals ?? 0, maximumFractionDigits: decimals ?? 6 };
}

/** Whether a page with these fields needs the script. */
export function needsCalculationScript(fields: readonly FieldDeclaration[]): boolean {
  return fields.some(({ formula }) => formula !== undefined);
}

/** The source of a function for a script of a page, which no text in it may end. */
export function inScript(part: { toString(): string }): string {
  return part.toString().replaceAll('</', '<\\/');
}

/**
 * The functions `typedNumber` and `foldTyped` for scripts of pages, which read what is typed as the service does. Numbers with
 * more decimals are none.
 */
export const typedNumber = `
const [typedNumber, foldTyped] = (() => {
  const [foldMarks, foldDigits, dropSign, readNumber] = [${[foldMarks, foldDigits, dropSign, readNumber].map(inScript).join(', ')}]
  const foldTyped = (text) => foldDigits(foldMarks(text))
  const typedNumber = (text, marks, maxDecimals = Infinity) => {
    const read = readNumber(dropSign(foldTyped(text), marks.signs ?? []), marks, maxDecimals)
    return read === null || (read.split('.')[1] ?? '').length > maxDecimals ? NaN : Number(read)
  }
  return [typedNumber, foldTyped]
})()`;

/** Answers of fields that are not shown do not count, as on the service. */
export const calculationScript = `${typedNumber}
const normalForms = { text: ${inScript(normalForms.text)} }
const evaluate = ${inScript(evaluate)}
for (const output of document.querySelectorAll('[data-formula]')) {
  const { formulas, reads, format, marks } = JSON.parse(output.dataset.formula)
  const { form } = output
  const numbers = new Intl.NumberFormat(document.documentElement.lang, format)
  const isHidden = (name) => form.querySelector('[data-field="' + CSS.escape(name) + '"]')?.getClientRects().length === 0
  const rowsOf = (data, key) => {
    const filled = [...data].filter(([name, text]) => name.startsWith(key + '.') && text !== '')
    return [...new Set(filled.map(([name]) => name.slice(key.length + 1).split('.')[0]))].map(() => ({}))
  }
  const update = () => {
    const data = new FormData(form)
    const answers = {}
    for (const [key, kind] of Object.entries(reads)) {
      const texts = kind === 'rows' ? rowsOf(data, key) : data.getAll(key).filter((text) => text !== '')
      if (texts.length === 0 || isHidden(key.split('.')[0])) continue
      const last = texts.at(-1)
      answers[key] = kind === 'list' || kind === 'rows' ? texts : kind === 'boolean' ? last === 'true' : kind === 'number' ? typedNumber(last, marks) : last
    }
    let result = null
    for (const { name, tree, decimals } of formulas) result = answers[name] = evaluate(tree, answers, normalForms, decimals)
    const text = result === null ? '–' : numbers.format(result)
    if (output.textContent !== text) output.textContent = text
  }
  output.parentElement.hidden = false
  form.addEventListener('input', update)
  update()
}
`;
