// VAT IDs of the EU, the United Kingdom, Norway and Switzerland: their form and their check digits. Whether one is in use, only the
// authorities know. Each country by itself, because the library knows many more numbers of many more countries.

import { validate as AT } from 'stdnum/lib/cjs/at/uid.js';
import { validate as BE } from 'stdnum/lib/cjs/be/vat.js';
import { validate as BG } from 'stdnum/lib/cjs/bg/vat.js';
import { validate as CH } from 'stdnum/lib/cjs/ch/vat.js';
import { validate as CY } from 'stdnum/lib/cjs/cy/vat.js';
import { validate as CZ } from 'stdnum/lib/cjs/cz/dic.js';
import { validate as DE } from 'stdnum/lib/cjs/de/vat.js';
import { validate as DK } from 'stdnum/lib/cjs/dk/cvr.js';
import { validate as EE } from 'stdnum/lib/cjs/ee/kmkr.js';
import { validate as ES } from 'stdnum/lib/cjs/es/nif.js';
import { validate as FI } from 'stdnum/lib/cjs/fi/alv.js';
import { validate as FR } from 'stdnum/lib/cjs/fr/tva.js';
import { validate as GB } from 'stdnum/lib/cjs/gb/vat.js';
import { validate as EL } from 'stdnum/lib/cjs/gr/vat.js';
import { validate as HR } from 'stdnum/lib/cjs/hr/oib.js';
import { validate as HU } from 'stdnum/lib/cjs/hu/anum.js';
import { validate as IE } from 'stdnum/lib/cjs/ie/vat.js';
import { validate as IT } from 'stdnum/lib/cjs/it/iva.js';
import { validate as LT } from 'stdnum/lib/cjs/lt/pvm.js';
import { validate as LU } from 'stdnum/lib/cjs/lu/tva.js';
import { validate as LV } from 'stdnum/lib/cjs/lv/pvn.js';
import { validate as MT } from 'stdnum/lib/cjs/mt/vat.js';
import { validate as NL } from 'stdnum/lib/cjs/nl/btw.js';
import { validate as NO } from 'stdnum/lib/cjs/no/mva.js';
import { validate as PL } from 'stdnum/lib/cjs/pl/nip.js';
import { validate as PT } from 'stdnum/lib/cjs/pt/nif.js';
import { validate as RO } from 'stdnum/lib/cjs/ro/cif.js';
import { validate as SE } from 'stdnum/lib/cjs/se/vat.js';
import { validate as SI } from 'stdnum/lib/cjs/si/ddv.js';
import { validate as SK } from 'stdnum/lib/cjs/sk/dph.js';
import { foldTyped } from './typed-text.ts';

/** The form of Northern Ireland, for trade in goods with the EU. */
const XI: typeof GB = (vatId) => GB(vatId.replace(/^XI/, 'GB'));

/** By the letters that the IDs begin with, which are those of the country, except for Greece and Northern Ireland. */
// biome-ignore format: a list
const validators = {
  AT, BE, BG, CH, CY, CZ, DE, DK, EE, EL, ES, FI, FR, GB, HR,
  HU, IE, IT, LT, LU, LV, MT, NL, NO, PL, PT, RO, SE, SI, SK, XI,
};
const countries: Record<string, string> = { EL: 'gr', XI: 'gb' };

/** As it is written: `DE136695976` of `de 136 695 976`, and `EL…` of `GR…`. */
export function normalizeVatId(text: string): string {
  return foldTyped(text)
    .toUpperCase()
    .replace(/[^A-Z0-9+*]/g, '')
    .replace(/^GR(?=\d{9}$)/, 'EL');
}

/** The country that gave it, lowercase; null if its letters are not those of a country that is checked here. */
export function countryOfVatId(vatId: string): string | null {
  const prefix = normalizeVatId(vatId).slice(0, 2);
  if (!Object.hasOwn(validators, prefix)) return null;
  return countries[prefix] ?? prefix.toLowerCase();
}

/** Whether VAT IDs of this country, lowercase, are checked here. */
export function hasVatIds(country: string): boolean {
  return Object.keys(validators).some((prefix) => countryOfVatId(prefix) === country);
}

/** Whether it has the form and the check digits of one. */
export function isVatId(text: string): boolean {
  const vatId = normalizeVatId(text);
  const prefix = vatId.slice(0, 2);
  if (!Object.hasOwn(validators, prefix)) return false;
  return validators[prefix as keyof typeof validators](vatId).isValid;
}
