// The files that the database mentions: that their bytes are there.

import type { Context } from '../context/context.ts';
import { counted, type Finding, fault, ok } from './findings.ts';

const check = 'files';
const named = 3;
const advice = 'Restore them from a backup (docs/backup.md). If they are elsewhere, see docs/scale.md';

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
