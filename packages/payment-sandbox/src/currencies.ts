// Currencies as Stripe charges them, which differs from ISO 4217 for some. It is the only such table: the server, the admin and
// the sandbox read it. Source: https://docs.stripe.com/currencies, which has a section for each part.

const digits = new Map<string, number>();
const add = (count: number, codes: string): void => {
  for (const code of codes.split(' ')) digits.set(code, count);
};
add(0, 'bif clp djf gnf jpy kmf krw mga pyg rwf uyi vnd vuv xaf xof xpf');
add(3, 'bhd iqd jod kwd lyd omr tnd');
add(4, 'clf uyw');

// Special cases: their fractions are out of use, but amounts still have two decimals, always 00. The other two, huf and twd,
// are whole only when they are paid out.
const wholeUnits = new Set(['isk', 'ugx']);

// In the smallest unit. Stripe applies them after conversion into the currency of the bank account, so they are exact if that
// is the same.
const minimums = new Map(
  Object.entries({
    ...{ aed: 200, ars: 50, aud: 50, brl: 50, cad: 50, chf: 50, cop: 50, czk: 1500, dkk: 250, eur: 50, gbp: 30 },
    ...{ hkd: 400, huf: 17_500, idr: 50, ils: 50, inr: 50, jpy: 50, krw: 50, mxn: 1000, myr: 200, nok: 300, nzd: 50 },
    ...{ php: 50, pln: 200, ron: 200, rub: 50, sek: 300, sgd: 50, thb: 1000, usd: 50, zar: 50 },
  }),
);

/** The number of decimals of an amount: 2 for usd, 0 for jpy. Codes are in lower case, or in capitals as in ISO 4217. */
export function currencyDigits(code: string): number {
  return digits.get(code.toLowerCase()) ?? 2;
}

/** What every amount that can be charged is a multiple of: card networks cannot carry the last of three decimals. */
export function chargeStep(code: string): number {
  if (wholeUnits.has(code.toLowerCase())) return 100;
  return currencyDigits(code) === 3 ? 10 : 1;
}

/** The smallest amount that can be charged. */
export function minimumCharge(code: string): number {
  return minimums.get(code.toLowerCase()) ?? chargeStep(code);
}

/** How many decimals are shown, as options of `Intl.NumberFormat`. */
export function shownDigits(code: string): { minimumFractionDigits: number; maximumFractionDigits: number } {
  const maximum = currencyDigits(code);
  return { minimumFractionDigits: wholeUnits.has(code.toLowerCase()) ? 0 : maximum, maximumFractionDigits: maximum };
}
