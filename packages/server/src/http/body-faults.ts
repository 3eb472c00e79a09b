// The faults of a body on a route that decides itself which of them count (`attachValidation`), or says more about them.

import type { Fault } from '../lib/errors.ts';
import { faultsOf, type SchemaError } from '../lib/validation.ts';

type Rejected = { validationError?: (Error & { validation?: unknown; validationContext?: string }) | undefined };

/** Throws 400 or 422 for everything else that is invalid, including a body that is not an object. */
export function bodyFaults({ validationError: error }: Rejected): Fault[] {
  if (!error) return [];
  const faults = faultsOf(error.validation as SchemaError[]);
  if (error.validationContext !== 'body' || faults.some(({ pointer }) => pointer === '')) throw error;
  return faults;
}
