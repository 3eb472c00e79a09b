// The formats in which the audit log is exported.

import { byteOrderMark, csvLine } from '../../lib/csv.ts';
import type { AuditEntry } from './audit.schemas.ts';

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

export async function* writeCsv(pages: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(([name]) => name));
  for await (const entries of pages) yield entries.map((entry) => csvLine(columns.map(([, of]) => of(entry)))).join('');
}

export async function* writeNdjson(pages: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  for await (const entries of pages) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
