// Whether visitors of a form can save their answers and go on later: the member `saveForLater` of its settings.

import Type, { type Static } from 'typebox';
import { bodyOf } from '../../http/schemas.ts';
import { isObject } from '../../lib/is-object.ts';

const maxDays = 365;

export const SaveForLater = bodyOf(
  {
    days: Type.Integer({
      minimum: 1,
      maximum: maxDays,
      description: 'How long saved answers are kept, and their link works',
      examples: [14],
    }),
  },
  {
    title: 'SaveForLater',
    description:
      'Visitors can save their answers on the page of the form, and get a link by mail to go on. It needs a mail server',
  },
);
export type SaveForLater = Static<typeof SaveForLater>;

/** For how many days answers are saved; null if they are not. The settings may have been stored before this member meant anything. */
export function daysForLater({ saveForLater }: Readonly<Record<string, unknown>>): number | null {
  const days = isObject(saveForLater) ? saveForLater.days : null;
  return typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= maxDays ? days : null;
}
