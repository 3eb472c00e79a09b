// Currencies and amounts: supported codes, decimal places and limits.
import { invalidRequest } from './api-error.ts';

const supported = new Set(
  (
    'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny cop crc cve ' +
    'czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw ' +
    'kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr ' +
    'pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst ' +
    'xaf xcd xof xpf yer zar zmw'
  ).split(' '),
);
const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));
const threeDecimal = new Set('bhd jod kwd omr tnd'.split(' '));
const maxAmount = 99_999_999;

/** The number of decimal places: 0 for yen, 3 for Kuwaiti dinar, 2 for others. */
function currencyDigits(currency: string): number {
  if (zeroDecimal.has(currency)) return 0;
  return threeDecimal.has(currency) ? 3 : 2;
}

/** The currency in lower case. 400 if Stripe does not support it. */
export function checkCurrency(code: string, param: string): string {
  const currency = code.toLowerCase();
  if (supported.has(currency)) return currency;
  const codes = [...supported].join(', ');
  throw invalidRequest(`Invalid currency: ${currency}. Stripe currently supports these currencies: ${codes}`, param);
}

/** Rejects amounts above Stripe's limit, and three-decimal amounts that do not end in zero. */
export function checkAmount(amount: number, currency: string, param: string): number {
  if (amount > maxAmount) {
    throw invalidRequest(`Amount must be no more than ${formatAmount(maxAmount, currency)}`, param, 'amount_too_large');
  }
  if (threeDecimal.has(currency) && amount % 10 !== 0) {
    throw invalidRequest(
      `Invalid amount: ${amount} in ${currency} must be a multiple of 10.`,
      param,
      'invalid_charge_amount',
    );
  }
  return amount;
}

/** Formats an amount in minor units: `€12.50`, `¥9,899`. */
export function formatAmount(amount: number, currency: string, locale = 'en'): string {
  const digits = currencyDigits(currency);
  const style = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(locale, style).format(amount / 10 ** digits);
}
