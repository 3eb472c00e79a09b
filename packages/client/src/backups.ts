// Backups that the service makes, and when it makes them.

import type { Backup, BackupPlan, BackupPlanChange, ListBackupsQuery } from './api-types.ts';
import { type CreateOptions, keyed, type Readable, readableAt } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import { type Download, downloadOf } from './files.ts';
import { path } from './query.ts';

type Shape = { listed: Backup; one: Backup; query: ListBackupsQuery };

/** Backups that the service makes. */
export type Backups = Pick<Readable<Shape>, 'list' | 'all'> & {
  /** One backup, by its ID. */
  get(id: string, options?: CallOptions): Promise<Backup>;
  /** Makes one now. It is complete later: read it with `get`. */
  create(options?: CreateOptions): Promise<Backup>;
  /** The file that `frontdesk restore` reads. */
  download(id: string, options?: CallOptions): Promise<Download>;
  /** Deletes a backup and its file. */
  delete(id: string, options?: CallOptions): Promise<void>;
  /** When backups are made, and how they are. */
  plan(options?: CallOptions): Promise<BackupPlan>;
  /** Changes when backups are made, and how many are kept. */
  setPlan(changes: BackupPlanChange, options?: CallOptions): Promise<BackupPlan>;
};

export function backupsOf(connection: Connection): Backups {
  const { list, all } = readableAt<Shape>(connection, '/backups');
  return {
    list,
    all,
    get: (id, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', path`/backups/${id}`, { signal, timeoutSeconds }),
    create: (options) => connection.request('POST', '/backups', keyed(options)),
    async download(id, { signal, timeoutSeconds } = {}) {
      const headers = { accept: '*/*' };
      const response = await connection.send('GET', path`/backups/${id}/file`, { headers, signal, timeoutSeconds });
      return downloadOf(response, 'backup.tar');
    },
    async delete(id, { signal, timeoutSeconds } = {}) {
      await connection.request('DELETE', path`/backups/${id}`, { signal, timeoutSeconds });
    },
    plan: ({ signal, timeoutSeconds } = {}) => connection.request('GET', '/backup-plan', { signal, timeoutSeconds }),
    setPlan: (body, { signal, timeoutSeconds } = {}) =>
      connection.request('PATCH', '/backup-plan', { body, signal, timeoutSeconds }),
  };
}
