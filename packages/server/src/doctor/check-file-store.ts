// The S3 store for files: that an object can be stored, read, listed and removed.

import { Readable } from 'node:stream';
import { newId } from '../lib/ids.ts';
import { S3Error } from '../lib/s3/s3-error.ts';
import { describeS3Place, type S3Store } from '../lib/s3/s3-place.ts';
import { openStorage } from '../storage/open-storage.ts';
import { type Finding, fault, ok } from './findings.ts';

const check = 'file store';
const advice = 'docs/scale.md says how to set up the store, and what the key must be allowed to do';

export async function checkFileStore(dataFolder: string, fileStore: S3Store): Promise<Finding> {
  const place = describeS3Place(fileStore.place);
  const files = openStorage({ dataFolder, fileStore });
  const id = newId('file');
  const probe = Buffer.from(`A probe of frontdesk doctor: ${id}`);
  try {
    await files.put(id, Readable.from([probe]));
    const read = Buffer.concat(await (await files.read(id)).toArray());
    if (!read.equals(probe)) return fault(check, `${place} returned other bytes than were stored`, advice);
    let isListed = false;
    for await (const file of files.list()) isListed ||= file.id === id;
    if (!isListed) return fault(check, `${place} does not list what was stored`, advice);
    await files.remove(id);
    return ok(check, `${place}: a probe was stored, read, listed and removed`);
  } catch (error) {
    await files.remove(id).catch(() => {});
    if (!(error instanceof S3Error)) throw error;
    return fault(check, error.message, advice);
  }
}
