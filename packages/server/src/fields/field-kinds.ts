// The registry of field kinds: a new kind is one file and one line here.

import type { FieldKind } from './field.ts';
import { boolean } from './kinds/boolean.ts';
import { checkbox } from './kinds/checkbox.ts';
import { consent } from './kinds/consent.ts';
import { date } from './kinds/date.ts';
import { datetime } from './kinds/datetime.ts';
import { email } from './kinds/email.ts';
import { file } from './kinds/file.ts';
import { hidden } from './kinds/hidden.ts';
import { integer } from './kinds/integer.ts';
import { json } from './kinds/json.ts';
import { list } from './kinds/list.ts';
import { media } from './kinds/media.ts';
import { multiselect } from './kinds/multiselect.ts';
import { number } from './kinds/number.ts';
import { payment } from './kinds/payment.ts';
import { phone } from './kinds/phone.ts';
import { reference } from './kinds/reference.ts';
import { richtext } from './kinds/richtext.ts';
import { select } from './kinds/select.ts';
import { text } from './kinds/text.ts';
import { textarea } from './kinds/textarea.ts';
import { url } from './kinds/url.ts';

export const fieldKinds = {
  text,
  textarea,
  richtext,
  number,
  integer,
  boolean,
  date,
  datetime,
  select,
  radio: select,
  multiselect,
  checkbox,
  url,
  email,
  phone,
  media,
  reference,
  list,
  json,
  consent,
  hidden,
  file,
  payment,
} as const satisfies Record<string, FieldKind>;

export type FieldKindName = keyof typeof fieldKinds;

/** The kind of a declared field; declarations are checked when they are stored, so it exists. */
export function kindOf(field: { type: string }): FieldKind {
  return fieldKinds[field.type as FieldKindName];
}
