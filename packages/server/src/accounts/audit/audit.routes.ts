// The audit log over HTTP (scope admin): it can be read and exported, and nothing else.

import { inBackground } from '../../context/context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { exportRoutes } from '../../http/export-routes.ts';
import type { App } from '../../http/typed-app.ts';
import type { Table } from '../../lib/table-files.ts';
import { type AuditEntry, auditList } from './audit.schemas.ts';
import { listEntries, pageEntries } from './audit-log.ts';

const describe = routesOf('Audit log');

export function auditRoutes(app: App): void {
  app.get(
    '/audit',
    describe('admin', 'listAuditEntries', 'List who did what, by person, operation, record, outcome and time', {
      description:
        'What users and API keys change, exports, sign-ins and those that failed, and the commands of the command line. Entries cannot be changed or deleted; they go after `auditDays` of the settings.',
      querystring: auditList.query,
      200: auditList.page,
    }),
    (request) => listEntries(inBackground(request.ctx), request.query),
  );

  exportRoutes(app, {
    ...{ tag: 'Audit log', path: '/audit', access: 'admin', operation: 'exportAuditEntries' },
    ...{ what: 'the matching entries of the audit log', formats: ['csv', 'ndjson'] },
    query: auditList.exportQuery,
    open: (ctx, { query }) => ({ table: auditTable, pages: pageEntries(inBackground(ctx), query), name: 'audit-log' }),
  });
}

const auditTable: Table<AuditEntry> = {
  title: 'Audit log',
  columns: [
    { name: 'id', label: 'ID', of: ({ id }) => id },
    { name: 'createdAt', label: 'Time (UTC)', kind: 'time', of: ({ createdAt }) => createdAt },
    { name: 'actorKind', label: 'Kind of user', of: ({ actor }) => actor.kind },
    { name: 'actorId', label: 'User ID', of: ({ actor }) => actor.id },
    { name: 'actorName', label: 'User', of: ({ actor }) => actor.name },
    { name: 'operation', label: 'Operation', of: ({ operation }) => operation },
    { name: 'outcome', label: 'Outcome', of: ({ outcome }) => outcome },
    { name: 'thingKind', label: 'Kind of record', of: ({ thing }) => thing?.kind },
    { name: 'thingId', label: 'Record ID', of: ({ thing }) => thing?.id },
    { name: 'thingName', label: 'Record', of: ({ thing }) => thing?.name },
    { name: 'summary', label: 'Summary', of: ({ summary }) => summary },
    { name: 'changed', label: 'Changed', of: ({ changed }) => changed.join(' ') },
    { name: 'values', label: 'Values', of: ({ values }) => JSON.stringify(values) },
    { name: 'ids', label: 'IDs', of: ({ ids }) => ids.join(' ') },
    { name: 'ip', label: 'IP address', of: ({ ip }) => ip },
    { name: 'browser', label: 'Browser', of: ({ browser }) => browser },
    { name: 'requestId', label: 'Request ID', of: ({ requestId }) => requestId },
  ],
};
