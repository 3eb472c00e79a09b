// The files that the database mentions: that their bytes are there.

import { Readable } from 'node:stream';
import type { Context } from '../context/context.ts';
import { newId } from '../lib/ids.ts';
import { S3Error } from '../lib/s3/s3-error.ts';
import { describeS3Place, type S3Store } from '../lib/s3/s3-place.ts';
import { openStorage } from '../storage/open-storage.ts';
import { counted, type Finding, fault, ok } from './findings.ts';

// The S3 store for files: that an object can be stored, read, listed and removed.

const checkOfStore = 'file store';
const adviceOnStore = 'docs/files.md says how to set up the store, and what the key must be allowed to do';

export async function checkFileStore(dataFolder: string, fileStore: S3Store): Promise<Finding> {
  const place = describeS3Place(fileStore.place);
  const files = openStorage({ dataFolder, fileStore });
  const id = newId('file');
  const probe = Buffer.from(`A probe of frontdesk doctor: ${id}`);
  try {
    await files.put(id, Readable.from([probe]));
    const read = Buffer.concat(await (await files.read(id)).toArray());
    if (!read.equals(probe))
      return fault(checkOfStore, `${place} returned other bytes than were stored`, adviceOnStore);
    let isListed = false;
    for await (const file of files.list()) isListed ||= file.id === id;
    if (!isListed) return fault(checkOfStore, `${place} does not list what was stored`, adviceOnStore);
    await files.remove(id);
    return ok(checkOfStore, `${place}: a probe was stored, read, listed and removed`);
  } catch (error) {
    await files.remove(id).catch(() => {});
    if (!(error instanceof S3Error)) throw error;
    return fault(checkOfStore, error.message, adviceOnStore);
  }
}

const check = 'files';
const named = 3;
const advice = 'Restore them from a backup (docs/backup.md). If they are elsewhere, see docs/files.md';

/** Compares the sizes of all stored files with those in the database. */
export async function checkFiles(ctx: Context): Promise<Finding> {
  const stored = new Map<string, number>();
  for await (const { id, size } of ctx.files.list()) stored.set(id, size);
  const known = await Promise.all([
    ctx.db.selectFrom('files').select(['id', 'size', 'name']).execute(),
    ctx.db
      .selectFrom('mediaFiles')
      .select((eb) => ['id', 'size', eb.ref('id').as('name')])
      .execute(),
  ]);
  const faults = known.flat().flatMap(({ id, size, name }) => {
    const found = stored.get(id);
    if (found === undefined) return [`${name} is missing`];
    return found === Number(size) ? [] : [`${name} has ${found} bytes instead of ${size}`];
  });
  const total = known.flat().length;
  if (faults.length === 0) return ok(check, `${counted(total, 'file')}: all are there, with their sizes`);
  const rest = faults.length > named ? `, and ${faults.length - named} more` : '';
  return fault(check, `${faults.slice(0, named).join(', ')}${rest} (of ${counted(total, 'file')})`, advice);
}
