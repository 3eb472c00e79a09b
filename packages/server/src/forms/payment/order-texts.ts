// What is wrong with an order, for visitors in their language, and for programs in English.

import type { Fault } from '../../errors.ts';
import { writeNumber } from '../../fields/form-controls.ts';
import { en } from '../../languages/en.ts';
import type { Language } from '../../languages/language.ts';
import { fillIn, type Texts } from '../../languages/language-texts.ts';
import { formatMoney, minorDigits } from '../../lib/money.ts';
import type { NumberMarks } from '../../lib/typed-text.ts';

/** One of the texts, with its values. */
export type OrderText = {
  name: keyof Texts['orderFaults'];
  label?: string;
  count?: number;
  money?: readonly [amount: number, currency: string];
  /** A number as an example, such as 12.50. */
  example?: string;
};

type Named = (name: string) => OrderText;
const about =
  (name: OrderText['name']): Named =>
  (label) => ({ name, label });
const counted =
  (name: OrderText['name']) =>
  (label: string, count: number): OrderText => ({ name, label, count });
const priced =
  (name: OrderText['name']) =>
  (label: string, amount: number, currency: string): OrderText => ({ name, label, money: [amount, currency] });

export const orderTexts = {
  notOffered: about('notOffered'),
  chosenTwice: about('chosenTwice'),
  notWhole: about('notWhole'),
  tooFew: counted('tooFew'),
  tooMany: counted('tooMany'),
  noAmount: (label: string, currency: string): OrderText => ({
    ...{ name: 'noAmount', label },
    example: (12.5).toFixed(minorDigits(currency)),
  }),
  amountTooSmall: priced('amountTooSmall'),
  amountTooLarge: priced('amountTooLarge'),
  notPayable: about('notPayable'),
  notChosen: about('notChosen'),
  soldOut: about('soldOut'),
  fewLeft: counted('fewLeft'),
};

/** The texts that faults were made with, so that a page can say the same in its language. */
const textOf = new WeakMap<Fault, OrderText>();

/** A fault with one of the texts, or with one that only programs can cause. */
export function orderFault(pointer: string, code: string, text: OrderText | string): Fault {
  if (typeof text === 'string') return { pointer, code, detail: text };
  const plural = new Intl.PluralRules('en');
  const template = en.orderFaults[text.name];
  const chosen = typeof template === 'string' ? template : template[plural.select(text.count ?? 0) as 'one' | 'other'];
  const fault = {
    pointer,
    code,
    detail: fillIn(
      chosen,
      valuesOf(text, { money: (...money) => formatMoney(...money, 'en'), marks: { decimals: '.' } }),
    ),
  };
  textOf.set(fault, text);
  return fault;
}

type Formats = { money(amount: number, currency: string): string; marks: Pick<NumberMarks, 'decimals'> };
type Visitor = { language: Language; formats: Formats };

/** A fault in the language of the page. */
export function orderMessage(fault: Fault, { language, formats }: Visitor): string {
  const text = textOf.get(fault);
  if (!text) return language.texts.faults.invalid;
  const template = language.texts.orderFaults[text.name];
  const chosen = typeof template === 'string' ? template : language.pluralOf(template, text.count ?? 0);
  return fillIn(chosen, valuesOf(text, formats));
}

function valuesOf({ label = '', count, money, example }: OrderText, formats: Formats) {
  return {
    ...{ label, ...(count !== undefined && { count }) },
    ...(money && { amount: formats.money(...money) }),
    ...(example && { example: writeNumber(example, formats.marks) }),
  };
}
