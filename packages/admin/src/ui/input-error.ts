// Errors found before sending, shown in the same way as those of the server.

import { type Fault, FrontdeskError } from '@frontdesk/client';
import { editableMoney } from './format.ts';

/** Throw this in the `save` function of `useSaving`. */
export function inputError(errors: Fault[]): FrontdeskError {
  return new FrontdeskError({ code: 'invalid_body', title: 'Some values are invalid', status: 422, errors });
}

/** What to say about an amount that cannot be parsed. */
export function amountHint(currency: string): string {
  return `Enter an amount in ${currency.toUpperCase()}, such as ${editableMoney(2500, currency)}`;
}

/** The error for an amount that cannot be parsed. */
export function amountError(pointer: string, currency: string): FrontdeskError {
  return inputError([{ pointer, code: 'invalid', detail: amountHint(currency) }]);
}
