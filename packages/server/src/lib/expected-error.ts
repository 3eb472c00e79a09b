// An error that a person can mend: printed as its message, without a stack trace, by the service at its start and by its
// commands. The message says what happened, then what to do.

export class ExpectedError extends Error {
  override name = 'ExpectedError';
}

/** For a file that a command would replace. */
export function existsAlready(place: string): ExpectedError {
  return new ExpectedError(`${place} exists already. Choose another name, or replace it with --force.`);
}
