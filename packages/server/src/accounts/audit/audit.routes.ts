// The audit log over HTTP (scope admin): it can be read and exported, and nothing else.

import Type from 'typebox';
import { inBackground } from '../../context/context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { attachmentHeader } from '../../http/headers.ts';
import { countedListOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { byteOrderMark, csvLine } from '../../lib/csv.ts';
import { streamPages } from '../../lib/yield-to-event-loop.ts';
import { type AuditEntry, AuditEntrySchema, AuditFilters, AuditQuery } from './audit.schemas.ts';
import { listEntries, pageEntries } from './audit-log.ts';

// The formats in which the audit log is exported.
const columns: readonly [name: string, of: (entry: AuditEntry) => string | null][] = [
  ['id', ({ id }) => id],
  ['createdAt', ({ createdAt }) => createdAt],
  ['actorKind', ({ actor }) => actor.kind],
  ['actorId', ({ actor }) => actor.id],
  ['actorName', ({ actor }) => actor.name],
  ['operation', ({ operation }) => operation],
  ['outcome', ({ outcome }) => outcome],
  ['thingKind', ({ thing }) => thing?.kind ?? null],
  ['thingId', ({ thing }) => thing?.id ?? null],
  ['thingName', ({ thing }) => thing?.name ?? null],
  ['summary', ({ summary }) => summary],
  ['changed', ({ changed }) => changed.join(' ')],
  ['values', ({ values }) => JSON.stringify(values)],
  ['ids', ({ ids }) => ids.join(' ')],
  ['ip', ({ ip }) => ip],
  ['browser', ({ browser }) => browser],
  ['requestId', ({ requestId }) => requestId],
];

async function* writeCsv(pages: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(([name]) => name));
  for await (const entries of pages) yield entries.map((entry) => csvLine(columns.map(([, of]) => of(entry)))).join('');
}

async function* writeNdjson(pages: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  for await (const entries of pages) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

const describe = routesOf('Audit log');

const formats = {
  csv: { operation: 'exportAuditEntries', type: 'text/csv', description: 'RFC 4180, UTF-8', write: writeCsv },
  ndjson: {
    operation: 'exportAuditEntriesNdjson',
    type: 'application/x-ndjson',
    description: 'One entry on each line, as JSON',
    write: writeNdjson,
  },
} as const;

export function auditRoutes(app: App): void {
  app.get(
    '/audit',
    describe('admin', 'listAuditEntries', 'List who did what, by person, operation, record, outcome and time', {
      description:
        'What users and API keys change, exports, sign-ins and those that failed, and the commands of the command line. Entries cannot be changed or deleted; they go after `auditDays` of the settings.',
      querystring: AuditQuery,
      200: countedListOf(AuditEntrySchema),
    }),
    (request) => listEntries(inBackground(request.ctx), request.query),
  );

  for (const [ending, { operation, type, description, write }] of Object.entries(formats)) {
    app.get(
      `/audit.${ending}`,
      describe('admin', operation, `Export the matching entries of the audit log as ${ending.toUpperCase()}`, {
        querystring: AuditFilters,
        200: {
          description,
          content: { [type]: { schema: Type.Unsafe<unknown>({ type: 'string', contentMediaType: type }) } },
        },
        headers: ['Content-Disposition', 'Cache-Control'],
        config: { audit: 'always' },
      }),
      async ({ ctx, query }, reply) =>
        reply
          .header('content-type', `${type}; charset=utf-8`)
          .header('content-disposition', attachmentHeader(`audit-log.${ending}`))
          .header('cache-control', 'private, no-store')
          .send(streamPages(write(pageEntries(inBackground(ctx), query)))) as never,
    );
  }
}
