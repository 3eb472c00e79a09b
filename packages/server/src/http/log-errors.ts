// Errors as they are logged: no values of the database, no addresses, nothing of a body.

import { hideAddresses } from '../lib/hide-addresses.ts';

type Logged = { type: string; message: string; stack?: string; code?: string | number; cause?: Logged };

const maxDepth = 3;

/** Drivers put rows and parameters into further members of their errors, which are left out. */
export function loggedError(error: unknown, depth = 1): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? hideAddresses(error) : error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: hideAddresses(error.message),
    ...(error.stack === undefined ? {} : { stack: hideAddresses(error.stack) }),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.cause === undefined || depth >= maxDepth ? {} : { cause: loggedError(error.cause, depth + 1) as Logged }),
  } satisfies Logged;
}
