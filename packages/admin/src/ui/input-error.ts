// Faults that are found before anything is sent, told in the same way as those of the server.

import { type Fault, FrontdeskError } from '@frontdesk/client';

/** To be thrown by what `useSaving` runs. */
export function inputError(errors: Fault[]): FrontdeskError {
  return new FrontdeskError({ code: 'invalid_body', title: 'Some values need a change', status: 422, errors });
}

/** The one fault of an amount that cannot be read. */
export function amountError(pointer: string, currency: string): FrontdeskError {
  return inputError([
    { pointer, code: 'invalid', detail: `Type an amount in ${currency.toUpperCase()}, such as 25.00` },
  ]);
}
