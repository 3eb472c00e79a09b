// A page that is sent again: with the same answers it is the same submission, as after a double click or a lost response, and
// with others another one. And whether the page still shows what is to be paid.

import type { FieldDeclaration } from '../../fields/field.ts';
import { isFileField, isPriceField } from '../../fields/field-kinds.ts';
import { linesOf } from '../../fields/price-lines.ts';
import type { StagedFile } from '../../files/files.ts';
import { sha256 } from '../../lib/crypto.ts';
import type { Fault } from '../../lib/errors.ts';
import { idWith } from '../../lib/ids.ts';
import { derive } from '../../lib/lru-cache.ts';
import type { Answers } from '../answers/answers.ts';
import { orderFault, orderTextOf } from '../payment/order-texts.ts';
import type { PricedOrder } from '../payment/orders.ts';

/** A name that no field can have. */
export const pricesName = '.prices';

/** The prices of a form as its page carries them; null if nothing is to be paid. */
export const pricesOf = derive((fields: readonly FieldDeclaration[]): string | null => {
  const field = fields.find(isPriceField);
  if (!field) return null;
  const lines = linesOf(field).map(({ name, amount, options = [] }) => [
    ...[name, amount],
    options.map(({ value, amount }) => [value, amount]),
  ]);
  return sha256(JSON.stringify([field.currency, lines])).slice(0, 16);
});

type SentPage = {
  fields: readonly FieldDeclaration[];
  /** That of the page, however often it is sent. */
  operation: string;
  files: readonly StagedFile[];
  /** Files of the page that belong to a submission. */
  attached: readonly StagedFile[];
  /** What the page carried; another page carries nothing. */
  prices: unknown;
};

/** The operation of a page with these answers. */
export function operationWith({ data, extra, payment, order }: Answers, page: SentPage): string {
  const { fields, operation, files, attached } = page;
  const ids = new Set(files.map(({ id }) => id));
  // The files of a page get other IDs each time; what else is there is a typed signature.
  const typed = fields.filter(isFileField).map(({ name }) => {
    return [name, [data[name] ?? []].flat().filter((id) => !ids.has(String(id)))];
  });
  const bytes = [...files, ...attached].map(({ fieldName, name, sha256 }) => [fieldName, name, sha256].join('\n'));
  const lines = new Map(payment ? linesOf(payment).map((line) => [line.name, line.type]) : []);
  const chosen = order?.chosen.map(({ line, option, quantity, unitAmount }) => [
    ...[line, option, quantity],
    lines.get(line) === 'custom' ? unitAmount : null,
  ]);
  const answers = { ...data, ...Object.fromEntries(typed) };
  const sent = [sorted(answers), sorted(extra), chosen ?? null, order?.discountCode ?? null, bytes.sort()];
  return idWith(operation, JSON.stringify(sent));
}

/** A page that is shown again sends the same answers in another order. */
function sorted(answers: Record<string, unknown>): [string, unknown][] {
  return Object.entries(answers).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What a page carries that says this total, in place of the prices that the form has for all. */
export function pricesWithTotal(fields: readonly FieldDeclaration[], total: number): string {
  return `${pricesOf(fields)}.${total}`;
}

/** What a page carries that is shown again: the total that it says now, or said before. */
export function pricesAgain(
  fields: readonly FieldDeclaration[],
  sent: unknown,
  faults: readonly Fault[],
): string | null {
  const changed = faults.find(({ code }) => code === 'other_price');
  const total = changed && orderTextOf(changed)?.money?.[0];
  if (total !== undefined) return pricesWithTotal(fields, total);
  const prices = pricesOf(fields);
  return typeof sent === 'string' && sent.startsWith(`${prices}.`) ? sent : prices;
}

/** What is wrong with a page that was not submitted yet: other prices than those of the form, files of another submission. */
export function pageFaults(
  { payment }: Pick<Answers, 'payment'>,
  order: PricedOrder | null,
  { fields, attached, prices }: Pick<SentPage, 'fields' | 'attached' | 'prices'>,
): Fault[] {
  const gone = new Set(attached.map(({ fieldName }) => fieldName));
  const faults: Fault[] = [...gone].map((name) => ({ pointer: `/${name}`, ...goneFault }));
  const total = order ? order.price?.total : payment?.amount;
  if (payment === null || total === undefined || prices === undefined) return faults;
  const isShown = prices === pricesOf(fields) && !order?.isOtherTotal;
  if (isShown || prices === pricesWithTotal(fields, total)) return faults;
  const text = { name: 'otherPrice', money: [total, payment.currency as string] } as const;
  return [...faults, orderFault(`/${payment.name}`, 'other_price', text)];
}

export const goneFault: Omit<Fault, 'pointer'> = { code: 'file_gone', detail: 'must be uploaded again' };
