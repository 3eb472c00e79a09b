// Amounts: supported currencies and limits.
import { invalidRequest } from './api-error.ts';
import { chargeStep, currencyDigits, minimumCharge, shownDigits } from './currencies.ts';

const supported = new Set(
  (
    'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny cop crc cve ' +
    'czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw ' +
    'kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr ' +
    'pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst ' +
    'xaf xcd xof xpf yer zar zmw'
  ).split(' '),
);
// What cards can carry; other methods, which the sandbox does not have, have less.
const maxAmount = 999_999_999_999;

/** The currency in lower case. 400 if Stripe does not support it. */
export function checkCurrency(code: string, param: string): string {
  const currency = code.toLowerCase();
  if (supported.has(currency)) return currency;
  const codes = [...supported].join(', ');
  throw invalidRequest(`Invalid currency: ${currency}. Stripe currently supports these currencies: ${codes}`, param);
}

/** Rejects amounts above Stripe's limit, and those with decimals that cannot be charged: the last of three, any of isk and ugx. */
export function checkAmount(amount: number, currency: string, param: string): void {
  if (amount > maxAmount) {
    throw invalidRequest(`Amount must be no more than ${formatAmount(maxAmount, currency)}`, param, 'amount_too_large');
  }
  const step = chargeStep(currency);
  if (amount % step === 0) return;
  const message = `Invalid amount: ${amount} in ${currency} must be a multiple of ${step}.`;
  throw invalidRequest(message, param, 'invalid_charge_amount');
}

/** Rejects in addition what is less than Stripe charges at all. */
export function checkCharge(amount: number, currency: string, param: string): void {
  checkAmount(amount, currency, param);
  const minimum = minimumCharge(currency);
  if (amount < minimum)
    throw invalidRequest(`Amount must be at least ${formatAmount(minimum, currency)}`, param, 'amount_too_small');
}

/** Formats an amount in minor units: `€12.50`, `¥9,899`. */
export function formatAmount(amount: number, currency: string, locale = 'en'): string {
  const style = { style: 'currency', currency, ...shownDigits(currency) } as const;
  return new Intl.NumberFormat(locale, style).format(amount / 10 ** currencyDigits(currency));
}
