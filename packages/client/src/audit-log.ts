// The audit log: who did what, when and from where.

import type { AuditEntry, ExportAuditEntriesQuery, ListAuditEntriesQuery } from './api-types.ts';
import { type Readable, readableAt } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import { type Download, downloadOf } from './files.ts';

type Shape = { listed: AuditEntry; one: AuditEntry; query: ListAuditEntriesQuery };

/** The audit log: who changed what, and when. */
export type AuditLog = Pick<Readable<Shape>, 'list' | 'all'> & {
  /** The matching entries as a file. */
  export(format: 'csv' | 'ndjson', filters?: ExportAuditEntriesQuery, options?: CallOptions): Promise<Download>;
};

export function auditLogOf(connection: Connection): AuditLog {
  const { list, all } = readableAt<Shape>(connection, '/audit');
  return {
    list,
    all,
    async export(format, query = {}, { signal, timeoutSeconds } = {}) {
      const headers = { accept: '*/*' };
      const response = await connection.send('GET', `/audit.${format}`, { query, headers, signal, timeoutSeconds });
      return downloadOf(response, `audit-log.${format}`);
    },
  };
}
