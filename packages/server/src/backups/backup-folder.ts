// A folder of backups, named by their time. Others may be in it as well, and anything else.

import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type KeepRule, timesToRemove } from './keep-rule.ts';
import { readBackupHead } from './read-backup.ts';

export type StoredBackup = { name: string; createdAt: Date; bytes: number };

const namePattern = /^frontdesk-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/;

/** Such as `frontdesk-2027-02-19T03-00-00Z.tar`. */
export function backupName(time: Date): string {
  return `frontdesk-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`;
}

/** The backups of this service (backup-format.ts, `site`), the newest first. */
export async function listBackups(folder: string, site: string): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for (const name of await readdir(folder)) {
    const [, date, hours, minutes, seconds] = namePattern.exec(name) ?? [];
    if (date === undefined) continue;
    const file = path.join(folder, name);
    const stats = await stat(file).catch(() => null);
    if (!stats?.isFile() || site === '' || (await readBackupHead(file))?.site !== site) continue;
    found.push({ name, createdAt: new Date(`${date}T${hours}:${minutes}:${seconds}Z`), bytes: stats.size });
  }
  return found.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/** Removes the backups of this service that the rule does not keep. Returns their names. */
export async function pruneBackups(folder: string, site: string, rule: KeepRule): Promise<string[]> {
  const surplus = timesToRemove(rule, await listBackups(folder, site));
  for (const { name } of surplus) await rm(path.join(folder, name), { force: true });
  return surplus.map(({ name }) => name);
}
