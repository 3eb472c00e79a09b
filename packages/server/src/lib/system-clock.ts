// The clock of the system. Everything else asks its context for the time, which tests can move.

/** The time as the system has it. */
export const systemClock = (): Date => new Date();
