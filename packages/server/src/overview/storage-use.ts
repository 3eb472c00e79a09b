// What takes how much room: the tables of each part of the site, and files. It reads the tables of every slice and writes none.

import type { ReadContext } from '../context/context.ts';
import { readTableSizes } from '../database/table-sizes.ts';
import { owners, type Tables } from '../database/tables.ts';
import { countFiles } from '../files/files.ts';

export const storageParts = [
  'content',
  'history',
  'forms',
  'crm',
  'payments',
  'processorEvents',
  'deliveries',
  'events',
  'mail',
  'auditLog',
  'accounts',
  'other',
] as const;
type StoragePart = (typeof storageParts)[number];

/** Tables that grow by themselves have parts of their own: settings say how long their rows are kept. */
const ownParts: Partial<Record<keyof Tables, StoragePart>> = {
  revisions: 'history',
  processorEvents: 'processorEvents',
  deliveries: 'deliveries',
  attempts: 'deliveries',
  events: 'events',
  feed: 'events',
  auditLog: 'auditLog',
};
/** By the owner of a table. */
const partsOfOwners: Record<string, StoragePart> = {
  content: 'content',
  forms: 'forms',
  files: 'forms',
  crm: 'crm',
  privacy: 'crm',
  payments: 'payments',
  webhooks: 'deliveries',
  mail: 'mail',
  accounts: 'accounts',
};

/** For `inBackground`. Words of the search belong to the content. */
export async function readStorageUse(ctx: ReadContext) {
  const [sizes, submissions, media] = await Promise.all([
    readTableSizes(ctx),
    countFiles(ctx, 'files'),
    countFiles(ctx, 'mediaFiles'),
  ]);
  const bytes = new Map<StoragePart, number>();
  for (const [table, size] of sizes) {
    const part = partOf(table);
    bytes.set(part, (bytes.get(part) ?? 0) + size);
  }
  return {
    database: {
      bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
      parts: storageParts.map((part) => ({ part, bytes: bytes.get(part) ?? 0 })),
    },
    files: { submissions, media },
  };
}

function partOf(table: string): StoragePart {
  const name = table as keyof Tables;
  if (/search/i.test(table)) return 'content';
  return ownParts[name] ?? partsOfOwners[owners[name] ?? ''] ?? 'other';
}
