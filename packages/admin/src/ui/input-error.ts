// Errors found before sending, shown in the same way as those of the server.

import { type Fault, FrontdeskError } from '@frontdesk/client';
import { editableMoney } from './money-text.ts';

/** Throw this in the `save` function of `useSaving`. */
export function inputError(errors: Fault[]): FrontdeskError {
  return new FrontdeskError({ code: 'invalid_body', title: 'Some values are invalid', status: 422, errors });
}

/** What `read` returns; if it throws a SyntaxError, its message becomes a fault of the input at `pointer`. */
export function readOrFault<T>(pointer: string, faults: Fault[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    faults.push({ pointer, code: 'invalid', detail: error.message });
    return undefined;
  }
}

/** What to say about an amount that cannot be parsed. */
export function amountHint(currency: string): string {
  return `Enter an amount in ${currency.toUpperCase()}, such as ${editableMoney(2500, currency)}`;
}

/** The error for an amount that cannot be parsed. */
export function amountError(pointer: string, currency: string): FrontdeskError {
  return inputError([{ pointer, code: 'invalid', detail: amountHint(currency) }]);
}
