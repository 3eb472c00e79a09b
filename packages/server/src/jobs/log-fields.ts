// A log that adds fields to each line.

import type { Log } from '../telemetry/log.ts';

/** Fields of a line win over those that are added. */
export function withFields(log: Log, added: object): Log {
  return {
    debug: (fields, message) => log.debug({ ...added, ...fields }, message),
    info: (fields, message) => log.info({ ...added, ...fields }, message),
    warn: (fields, message) => log.warn({ ...added, ...fields }, message),
    error: (fields, message) => log.error({ ...added, ...fields }, message),
  };
}
