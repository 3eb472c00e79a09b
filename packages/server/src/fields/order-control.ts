// The control of a payment field with lines: what can be chosen, how many, and the running total. It works without
// JavaScript, except for the total (order-script.ts), which is then on the payment page. The server works out the price in
// any case.

import { shownDigits } from '@frontdesk/payment-sandbox/currencies';
import { fillInCount } from '../languages/language.ts';
import { fillIn } from '../languages/language-texts.ts';
import { attribute, type Html, html } from '../lib/html.ts';
import { currencySigns, minorDigits } from '../lib/money.ts';
import type { FieldDeclaration } from './field.ts';
import {
  besidePictures,
  type Control,
  type FieldState,
  helpLine,
  isAlwaysShown,
  pictureOf,
  writeNumber,
} from './form-controls.ts';
import { asBoolean } from './from-text.ts';
import { addsTax, linesOf, type PriceLine, quantitiesOf } from './price-lines.ts';
import { placesKey, stockKey } from './stock-keys.ts';

type Shown = {
  field: FieldDeclaration;
  state: FieldState;
  money(amount: number): string;
  /** What was entered before, by the name of the input. */
  sent(part: string): string | undefined;
  /** How many are left; null for any number. */
  left(key: string): number | null;
  isRequired: boolean;
};

export const order: Control = {
  render: (field, state) => {
    const currency = field.currency as string;
    const shown: Shown = {
      ...{ field, state },
      money: (amount) => state.formats.money(amount, currency),
      sent: (part) => sentPart(state.raw, part),
      left: (key) => state.left?.get(key) ?? null,
      isRequired: !isAlwaysShown(state),
    };
    const help = helpLine(state, field.description, field.help);
    const digits = minorDigits(currency);
    const data = JSON.stringify({
      currency,
      digits,
      typed: { ...state.formats.marks, signs: currencySigns(currency, state.formats.marks.locale) },
      shown: shownDigits(currency),
      ...marksOf(shown.money(1_234_567 * 10 ** digits)),
    });
    const described = [state.error === null ? null : `error-${field.name}`, help ? `help-${field.name}` : null];
    return html`<fieldset class="${state.error === null ? 'order' : 'order wrong'}" id="field-${field.name}" tabindex="-1" data-field="${field.name}" data-order="${data}"${attribute('aria-describedby', described.filter(Boolean).join(' ') || null)}${attribute('autofocus', state.hasFocus)}>
<legend>${field.label ?? field.name}${placesNote(shown)}</legend>
${
  help &&
  html`<p class="help" id="help-${field.name}">${help}</p>
`
}${
  state.error !== null &&
  html`<p class="error" id="error-${field.name}">${state.error}</p>
`
}${linesOf(field).map((line) => renderLine(shown, line))}${field.discountCodes && renderCode(shown)}${addsTax(field) && renderTaxes(shown)}<p class="total" hidden><span>${state.language.texts.order.total}</span> <output class="price"></output></p>
<p class="help">${state.language.texts.page.payNext}</p>
</fieldset>
`;
  },
  focusId: ({ name }) => `field-${name}`,
  chosen: () => null,
  missing: 'missing',
};

/** Of several texts under one name, the last one counts. */
function sentPart(raw: unknown, part: string): string | undefined {
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, part)) return undefined;
  return String([(raw as Record<string, unknown>)[part]].flat().at(-1));
}

/** How the page writes amounts, so that the total is written like the prices: English in Germany has €1.234,50. */
function marksOf(sample: string): { group?: string; decimal?: string } {
  const [, group, , decimal] = /1(\D*)234(\D*)567(?:(\D)\d+)?/.exec(sample) ?? [];
  return { ...(group !== undefined && { group }), ...(decimal !== undefined && { decimal }) };
}

function placesNote(shown: Shown): Html | false {
  return note(shown.left(placesKey), shown);
}

/** How many are left, if that is of interest. */
function note(left: number | null, { field, state: { language } }: Shown): Html | false {
  const { order } = language.texts;
  if (left === 0) return html` <span class="left">${order.soldOut}</span>`;
  return (
    left !== null &&
    field.showAvailable === true &&
    html` <span class="left">${fillInCount(language, order.left, left)}</span>`
  );
}

function renderLine(shown: Shown, line: PriceLine): Html {
  if (line.type === 'custom') return renderCustom(shown, line);
  return line.type === 'item' ? renderItem(shown, line) : renderChoice(shown, line);
}

function labelOf({ name, label }: PriceLine): string {
  return label ?? name;
}

function helpOf({ field }: Shown, { name, help }: PriceLine): { text: Html | false; described: Html } {
  const id = `help-${field.name}.${name}`;
  return {
    text:
      help !== undefined &&
      html`<p class="help" id="${id}">${help}</p>
`,
    described: attribute('aria-describedby', help === undefined ? null : id),
  };
}

/** Included, an extra to check, or a quantity. */
function renderItem(shown: Shown, line: PriceLine): Html {
  const { field, money, sent } = shown;
  const { min, max } = quantitiesOf(line);
  const amount = line.amount ?? 0;
  const left = shown.left(line.name);
  const { text, described } = helpOf(shown, line);
  const name = `${field.name}.${line.name}`;
  const label = html`${labelOf(line)} <span class="amount">${money(amount)}</span>${note(left, shown)}`;
  if (min === max) {
    const count = min === 1 ? false : html`${min} × `;
    return html`<p class="line" data-amount="${amount * min}">${count}${label}</p>
${text}`;
  }
  const isGone = left !== null && left < Math.max(1, min);
  if (max === 1) {
    const checked = asBoolean(sent(line.name) ?? '') === true;
    return html`<label class="choice"><input type="checkbox" name="${name}" value="1" data-amount="${amount}"${attribute('checked', checked && !isGone)}${attribute('disabled', isGone)}${described}> <span>${label}</span></label>
${text}`;
  }
  return html`<div class="line"><label for="field-${name}">${label}</label>
${quantityInput(shown, { part: line.name, min, max: atMost(max, left), value: String(min), amount, isGone, described })}</div>
${text}`;
}

/** The most that can be chosen: no more than are left. */
function atMost(max: number, left: number | null): number {
  return left === null ? max : Math.min(max, left);
}

type Quantity = {
  part: string;
  min: number;
  max: number;
  value: string;
  amount?: number;
  isGone: boolean;
  described?: Html;
  label?: string;
};

function quantityInput({ field, sent }: Shown, { part, min, max, value, amount, isGone, described, label }: Quantity) {
  const name = `${field.name}.${part}`;
  return html`<input class="quantity" type="number" inputmode="numeric" id="field-${name}" name="${name}" min="${min}" max="${max}" step="1" value="${isGone ? min : (sent(part) ?? value)}"${attribute('data-amount', amount)}${attribute('disabled', isGone)}${attribute('aria-label', label)}${described}>
`;
}

function renderChoice(shown: Shown, line: PriceLine): Html {
  const { field, isRequired } = shown;
  const { text, described } = helpOf(shown, line);
  const { min, max } = quantitiesOf(line);
  const mark = line.required && html` <span class="required">${shown.state.language.texts.page.required}</span>`;
  const options = line.multiple ? renderSeveral(shown, line) : renderOne(shown, line, isRequired);
  const part = `${line.name}.quantity`;
  return html`<fieldset class="line"${described}><legend>${labelOf(line)}${mark}</legend>
${text}${options}${
  !line.multiple &&
  max > min &&
  html`<div class="line"><label for="field-${field.name}.${part}">${shown.state.language.texts.order.quantity}</label>
${quantityInput(shown, { part, min, max, value: String(min), isGone: false })}</div>
`
}</fieldset>
`;
}

/** Radio buttons; a quantity applies to the chosen one. */
function renderOne(shown: Shown, line: PriceLine, isRequired: boolean): Html {
  const { field, money, sent, left } = shown;
  const { min, max } = quantitiesOf(line);
  const name = `${field.name}.${line.name}`;
  const chosen = sent(line.name);
  const required = attribute('required', line.required === true && isRequired);
  // With a quantity, the price of one is multiplied by it.
  const times = max > min ? html` data-times="${name}.quantity"` : false;
  const radios = (line.options ?? []).map(({ value, label, amount, image }) => {
    const count = left(stockKey(line.name, value));
    const isGone = count !== null && count < min;
    const priced = max > min ? amount : amount * min;
    return html`<label class="choice">${pictureOf(shown.state, image)}<input type="radio" name="${name}" value="${value}" data-amount="${priced}"${times}${attribute('checked', value === chosen && !isGone)}${attribute('disabled', isGone)}${required}> <span>${label} <span class="amount">${money(amount)}</span>${note(count, shown)}</span></label>
`;
  });
  const none = html`<label class="choice"><input type="radio" name="${name}" value=""${attribute('checked', !chosen)}> <span>${shown.state.language.texts.order.nothing}</span></label>
`;
  return html`${besidePictures(line.options ?? [], html`${radios}`)}${!line.required && none}`;
}

/** Each option has a box, or a quantity. */
function renderSeveral(shown: Shown, line: PriceLine): Html {
  const { field, money, sent, left } = shown;
  const { min, max } = quantitiesOf(line);
  const boxes = (line.options ?? []).map(({ value, label, amount, image }) => {
    const picture = pictureOf(shown.state, image);
    const part = `${line.name}.${value}`;
    const name = `${field.name}.${part}`;
    const count = left(stockKey(line.name, value));
    const isGone = count !== null && count < min;
    const text = html`${label} <span class="amount">${money(amount)}</span>${note(count, shown)}`;
    if (max === min)
      return html`<label class="choice">${picture}<input type="checkbox" name="${name}" value="${min}" data-amount="${amount * min}"${attribute('checked', (sent(part) ?? '0') !== '0' && !isGone)}${attribute('disabled', isGone)}> <span>${text}</span></label>
`;
    return html`<div class="line">${picture}<label for="field-${name}">${text}</label>
${quantityInput(shown, { part, min: 0, max: atMost(max, count), value: '0', amount, isGone })}</div>
`;
  });
  return besidePictures(line.options ?? [], html`${boxes}`);
}

function renderCustom(shown: Shown, line: PriceLine): Html {
  const { field, money, sent, isRequired, state } = shown;
  const texts = state.language.texts.order;
  const { minimum, maximum, preset, help, required } = line;
  const currency = field.currency as string;
  const digits = minorDigits(currency);
  const name = `${field.name}.${line.name}`;
  const limits =
    minimum !== undefined && maximum !== undefined
      ? fillIn(texts.between, { minimum: money(minimum), maximum: money(maximum) })
      : minimum !== undefined
        ? fillIn(texts.atLeast, { minimum: money(minimum) })
        : maximum !== undefined && fillIn(texts.atMost, { maximum: money(maximum) });
  const hint = [help, limits].filter(Boolean).join(' ');
  const mark = required && html` <span class="required">${shown.state.language.texts.page.required}</span>`;
  const suggested = preset === undefined ? '' : (preset / 10 ** digits).toFixed(digits);
  const value = sent(line.name) ?? writeNumber(suggested, state.formats.marks);
  return html`<div class="line"><label for="field-${name}">${labelOf(line)} (${currency.toUpperCase()})${mark}</label>
${
  hint !== '' &&
  html`<p class="help" id="help-${name}">${hint}</p>
`
}<input class="custom" type="text" inputmode="decimal" autocomplete="off" id="field-${name}" name="${name}" value="${value}" data-custom=""${attribute('required', required === true && isRequired)}${attribute('aria-describedby', hint === '' ? null : `help-${name}`)}></div>
`;
}

/** The button is for the script: without it, the code counts when the form is sent. */
function renderCode({ field, sent, state }: Shown): Html {
  const { discountCode, applyCode, totalBeforeDiscount } = state.language.texts.order;
  const name = `${field.name}.discountCode`;
  return html`<div class="line"><label for="field-${name}">${discountCode}</label>
<div class="code"><input type="text" id="field-${name}" name="${name}" value="${sent('discountCode') ?? ''}" autocomplete="off" autocapitalize="characters" maxlength="100" aria-describedby="note-${name}" data-code="${totalBeforeDiscount}"><button type="button" class="other" hidden>${applyCode}</button></div>
<p class="error" id="note-${name}" role="status" data-note></p></div>
<p class="discount" hidden><span></span> <output></output></p>
`;
}

/** What is added to the prices; the script asks the service for it. */
function renderTaxes({ state }: Shown): Html {
  const { plusTax, totalBeforeTax } = state.language.texts.order;
  return html`<p class="help">${plusTax}</p>
<div class="taxes" data-net="${totalBeforeTax}"></div>
`;
}
