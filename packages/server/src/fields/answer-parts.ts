// Answers of forms that are objects: a range of days, an address, one answer for each row of a table. Their members are
// fields of other kinds, so that they are read, checked and named like those.

import { partyLengths } from '../lib/party-lengths.ts';
import { countryOfVatId, hasVatIds, isVatId } from '../lib/vat-ids.ts';
import { type FieldDeclaration, hasLookalikes } from './field.ts';

/** ISO 3166-1 alpha-2. */
export const countryCodes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );

export function daysOf({ min, max }: FieldDeclaration): FieldDeclaration[] {
  const limits = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  return (['from', 'to'] as const).map((name) => ({ name, type: 'date', required: true, ...limits }));
}

const country: FieldDeclaration = { name: 'country', type: 'select', required: true, options: countryCodes };

const addressLines: readonly FieldDeclaration[] = [
  { name: 'street', type: 'text', required: true, max: 300 },
  { name: 'postalCode', type: 'text', max: 20 },
  { name: 'city', type: 'text', required: true, max: 200 },
  { name: 'region', type: 'text', max: 200 },
  country,
];

const billingLines: readonly FieldDeclaration[] = [
  { name: 'name', type: 'text', required: true, max: partyLengths.name },
  { name: 'vatId', type: 'text', max: partyLengths.vatId },
  { name: 'street', type: 'text', required: true, max: partyLengths.line },
  { name: 'postalCode', type: 'text', max: partyLengths.postalCode },
  { name: 'city', type: 'text', required: true, max: partyLengths.city },
  { name: 'region', type: 'text', max: partyLengths.region },
  country,
];

export function billingLinesOf(): readonly FieldDeclaration[] {
  return billingLines;
}

/** That its VAT ID is one, where those of the country can be checked. */
export function billingFault(value: unknown) {
  const { vatId, country } = (value ?? {}) as { vatId?: unknown; country?: unknown };
  if (typeof vatId !== 'string' || vatId.trim() === '' || isVatId(vatId)) return null;
  const isChecked = countryOfVatId(vatId) !== null || (typeof country === 'string' && hasVatIds(country.toLowerCase()));
  if (!isChecked) return null;
  return { path: '/vatId', code: 'invalid_vat_id', detail: 'must be a VAT ID such as DE136695976' } as const;
}

export function addressLinesOf(): readonly FieldDeclaration[] {
  return addressLines;
}

/** By its code; other texts stay. */
export function nameCountry(code: string | undefined, language: string): string | undefined {
  if (code === undefined || !countryCodes.includes(code)) return code;
  return new Intl.DisplayNames(language, { type: 'region' }).of(code);
}

/** A question for each row of a table; the columns are its options. */
export function questionsOf({ rows = [], options = [], required }: FieldDeclaration, type: string): FieldDeclaration[] {
  return rows.map((row) => ({
    ...(typeof row === 'string' ? { name: row, label: row } : { name: row.value, label: row.label }),
    type,
    options,
    ...(required ? { required } : {}),
  }));
}

export function rowsFault({ rows = [] }: FieldDeclaration): { member: 'rows'; detail: string } | null {
  const names = rows.map((row) => (typeof row === 'string' ? row : row.value));
  if (hasLookalikes(names)) return { member: 'rows', detail: 'must not contain duplicates' };
  const reserved = names.find((name) => name in Object.prototype);
  if (reserved === undefined) return null;
  return { member: 'rows', detail: `must not contain ${reserved}, which every object has as a member` };
}

/** That a range ends before it begins. */
export function rangeFault(value: unknown) {
  const { from, to } = (value ?? {}) as { from?: unknown; to?: unknown };
  if (typeof from !== 'string' || typeof to !== 'string' || from <= to) return null;
  return { path: '/to', code: 'before_start', detail: 'must not be before `from`' } as const;
}

const maxStars = 10;
const maxScale = 20;

/** From 1 to `max`. */
export function ratingBounds({ max }: FieldDeclaration): { minimum: number; maximum: number } {
  return { minimum: 1, maximum: typeof max === 'number' ? max : 5 };
}

export function ratingFault({ min, max }: FieldDeclaration) {
  if (min !== undefined) return { member: 'min', detail: 'is not for ratings, which begin with 1' } as const;
  if (max === undefined || (Number.isInteger(max) && Number(max) >= 2 && Number(max) <= maxStars)) return null;
  return { member: 'max', detail: `must be a whole number from 2 to ${maxStars}` } as const;
}

/** From `min` to `max`. */
export function scaleBounds({ min, max }: FieldDeclaration): { minimum: number; maximum: number } {
  return { minimum: typeof min === 'number' ? min : 0, maximum: typeof max === 'number' ? max : 10 };
}

export function scaleFault(field: FieldDeclaration) {
  const { minimum, maximum } = scaleBounds(field);
  if (maximum > minimum && maximum - minimum <= maxScale) return null;
  return { member: 'max', detail: `must be 1 to ${maxScale} more than the minimum, which is ${minimum}` } as const;
}
