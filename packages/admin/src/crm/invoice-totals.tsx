// What an invoice comes to, as the server has worked it out: without tax, the tax by rate, with tax; and once it was issued, what is
// paid, credited and open.

import type { CreditNote, Invoice } from '@frontdesk/client';
import { formatMoney } from '../ui/format.ts';
import classes from './invoice-totals.module.css';

type TotalsProps = {
  totals: Invoice['totals'] | CreditNote['totals'];
  currency: string | null;
  /** Shows what is paid, credited and open. */
  isIssued?: boolean;
};

export function InvoiceTotals({ totals, currency, isIssued = false }: TotalsProps) {
  if (totals === null || currency === null) return null;
  const money = (amount: number): string => formatMoney(amount, currency);
  const { net, gross, taxes } = totals;
  const rows: [name: string, amount: string, isSum?: boolean][] = [];
  if ('discount' in totals && totals.discount > 0) rows.push(['Discounts', `−${money(totals.discount)}`]);
  if (taxes.some(({ category }) => category !== 'O')) rows.push(['Without tax', money(net)]);
  for (const { percent, category, reason, base, tax } of taxes) {
    if (category === 'O') continue;
    const name = category === 'S' ? `Tax ${percent} %` : (reason ?? 'Zero rated');
    rows.push([`${name} on ${money(base)}`, money(tax)]);
  }
  rows.push(['Total', money(gross), true]);
  if (isIssued && 'open' in totals) {
    const { paid, credited, refunded, open, overpaid } = totals;
    if (paid > 0) rows.push(['Paid', `−${money(paid)}`]);
    if (credited > 0) rows.push(['Credited', `−${money(credited)}`]);
    if (refunded > 0) rows.push(['Refunded', money(refunded)]);
    if (overpaid > 0) rows.push(['Overpaid', money(overpaid)]);
    rows.push(['Open', money(open), true]);
  }
  return (
    <dl className={classes.totals}>
      {rows.map(([name, amount, isSum]) => (
        <div key={name} className={classes.row} data-sum={isSum || undefined}>
          <dt>{name}</dt>
          <dd className="tabular-numbers">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
