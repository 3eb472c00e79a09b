// The faults that a command finds itself, before or beside those of the service.

/** What the user gave cannot be used, such as a file that does not exist. */
export class CommandError extends Error {}

/** The command line is wrong; its help says what is right. */
export class UsageError extends CommandError {}
