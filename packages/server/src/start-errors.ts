// What to print when the service does not start or a command fails: one sentence about what a person can mend, and the
// whole error otherwise.

import { explainDatabaseError } from './database/database-problems.ts';
import { Problem } from './lib/errors.ts';
import { ExpectedError } from './lib/expected-error.ts';

export function explainError(error: unknown): unknown {
  const databaseProblem = explainDatabaseError(error);
  if (databaseProblem !== null) return databaseProblem;
  if (error instanceof ExpectedError || error instanceof Problem) return error.message;
  return explainListenError(error as ListenError) ?? error;
}

type ListenError = { code?: string; port?: number; address?: string; hostname?: string; syscall?: string };

function explainListenError({ code, port, address, hostname, syscall }: ListenError): string | null {
  if (code === 'EADDRINUSE') return `Port ${port} is already in use. Set PORT to use another one.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `This account may not listen on port ${port}. Set PORT to 1024 or more.`;
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return `${address ?? hostname} is not an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all.`;
  return null;
}
