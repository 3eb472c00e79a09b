// An error that a person can mend: printed as its message, without a stack trace, by the service at its start and by its
// commands. The message says what happened, then what to do.

export class ExpectedError extends Error {
  override name = 'ExpectedError';
}
