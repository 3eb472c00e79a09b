// The code that banking apps fill in a transfer from: "Quick Response Code: Guidelines to Enable Data Capture for the Initiation of a SEPA
// Credit Transfer" of the European Payments Council (EPC069-12), version 2.

import { renderSVG } from 'uqr';
import { decimalAmount } from '../lib/money.ts';
import type { Seller } from '../settings/invoicing.ts';

type Transfer = { seller: Seller; amount: number; currency: string; reference: string };

/** In cents. */
const maxAmount = 99_999_999_999;

/** As SVG; null for what is no transfer in euro. */
export function epcCode(transfer: Transfer): string | null {
  const text = epcText(transfer);
  return text === null ? null : renderSVG(text, { ecc: 'M', border: 0, maxVersion: 13 });
}

export function epcText({ seller, amount, currency, reference }: Transfer): string | null {
  const { name, iban, bic } = seller;
  if (!name || !iban || currency !== 'eur' || amount < 1 || amount > maxAmount) return null;
  const [purpose, structuredReference] = ['', ''];
  return [
    ...['BCD', '002', '1', 'SCT', compact(bic ?? ''), cut(name, 70), compact(iban)],
    ...[`EUR${decimalAmount(amount, currency)}`, purpose, structuredReference, cut(reference, 140)],
  ].join('\n');
}

function compact(code: string): string {
  return code.replace(/\s/g, '').toUpperCase();
}

function cut(text: string, length: number): string {
  return Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, length).join('');
}
