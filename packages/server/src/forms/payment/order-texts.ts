// What is wrong with an order, for visitors in their language, and for programs in English.

import { chargeStep } from '@frontdesk/payment-sandbox/currencies';
import { en } from '../../languages/en.ts';
import type { Language } from '../../languages/language.ts';
import { fillIn, type Texts } from '../../languages/language-texts.ts';
import type { Fault, FaultCode } from '../../lib/errors.ts';
import { formatMoney, minorDigits } from '../../lib/money.ts';

/** One of the texts, with its values. */
export type OrderText = {
  name: keyof Texts['orderFaults'];
  label?: string;
  count?: number;
  money?: readonly [amount: number, currency: string];
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
  noAmount: (label: string, currency: string): OrderText =>
    priced('noAmount')(label, exampleAmount(currency), currency),
  amountTooSmall: priced('amountTooSmall'),
  amountTooLarge: priced('amountTooLarge'),
  notPayable: priced('notPayable'),
  notChosen: about('notChosen'),
  soldOut: about('soldOut'),
  fewLeft: counted('fewLeft'),
};

/** One that can be paid, with decimals if the currency is written with them. */
function exampleAmount(currency: string): number {
  const step = chargeStep(currency);
  return Math.ceil((12.5 * 10 ** minorDigits(currency)) / step) * step;
}

/** The texts that faults were made with, so that a page can say the same in its language. */
const textOf = new WeakMap<Fault, OrderText>();

/** A fault with one of the texts, or with one that only programs can cause. */
export function orderFault(pointer: string, code: FaultCode, text: OrderText | string): Fault {
  if (typeof text === 'string') return { pointer, code, detail: text };
  const plural = new Intl.PluralRules('en');
  const template = en.orderFaults[text.name];
  const chosen = typeof template === 'string' ? template : template[plural.select(text.count ?? 0) as 'one' | 'other'];
  const fault = {
    pointer,
    code,
    detail: fillIn(chosen, valuesOf(text, { money: (...money) => formatMoney(...money, 'en') })),
  };
  textOf.set(fault, text);
  return fault;
}

/** The text that a fault was made with; undefined for one that only programs cause. */
export function orderTextOf(fault: Fault): OrderText | undefined {
  return textOf.get(fault);
}

type Formats = { money(amount: number, currency: string): string };
type Visitor = { language: Language; formats: Formats };

/** A fault in the language of the page. */
export function orderMessage(fault: Fault, { language, formats }: Visitor): string {
  const text = textOf.get(fault);
  if (!text) return language.texts.faults.invalid;
  const template = language.texts.orderFaults[text.name];
  const chosen = typeof template === 'string' ? template : language.pluralOf(template, text.count ?? 0);
  return fillIn(chosen, valuesOf(text, formats));
}

function valuesOf({ label = '', count, money }: OrderText, formats: Formats) {
  return {
    ...{ label, ...(count !== undefined && { count }) },
    ...(money && { amount: formats.money(...money), example: formats.money(...money) }),
  };
}
