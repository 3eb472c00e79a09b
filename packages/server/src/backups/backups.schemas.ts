// What the API says about backups.

import Type, { type Static } from 'typebox';
import { bodyOf, countedQuery, Id, nullable, queryOf, Time } from '../http/schemas.ts';
import { everyHoursOptions } from './backup-plan.ts';

const count = (description: string) => nullable(Type.Integer({ minimum: 0, description }));

export const BackupSchema = Type.Object(
  {
    id: Id,
    status: Type.Enum(['pending', 'running', 'completed', 'failed'], {
      title: 'BackupStatus',
      description: '`completed`: it was written, read back and compared',
    }),
    cause: Type.Enum(['schedule', 'request'], { description: 'Whether it was due by the plan, or requested' }),
    fileName: nullable(Type.String({ description: 'In the folder of backups; null if it is not there' })),
    size: nullable(Type.Integer({ minimum: 0, description: 'Of the file, in bytes' })),
    rows: count('Number of rows in all tables'),
    files: count('Number of files'),
    missingFiles: count('Number of files whose bytes were not there'),
    key: nullable(
      Type.Enum(['sealed', 'left out', 'none'], {
        title: 'BackupKey',
        description: 'Whether the key that encrypts stored secrets is in it, sealed by the passphrase',
      }),
    ),
    error: nullable(Type.String({ description: 'Why it failed, for people' })),
    createdAt: Time,
    startedAt: nullable(Time),
    endedAt: nullable(Time),
  },
  { title: 'Backup', description: 'A backup that the service made' },
);
export type Backup = Static<typeof BackupSchema>;

export const BackupPlanChange = bodyOf(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'Whether the service makes backups by itself' })),
    time: Type.Optional(
      Type.String({
        pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
        examples: ['03:00'],
        description: 'The time of day in UTC at which one is due',
      }),
    ),
    everyHours: Type.Optional(
      Type.Enum([...everyHoursOptions], { description: 'How many hours from one to the next, from that time on' }),
    ),
    keep: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        examples: ['7d,4w,6m'],
        description:
          'Which backups are kept: the newest of each of so many days, weeks, months and years that have one, or a number of backups. The newest is always kept',
      }),
    ),
  },
  { title: 'BackupPlanChange', description: 'What to change of when backups are made' },
);

export const BackupWarning = Type.Enum(['failed', 'late'], {
  title: 'BackupWarning',
  description: '`failed`: the last one failed. `late`: there is none, or the newest is too old',
});

export const BackupPlanSchema = Type.Object(
  {
    ...Type.Required(BackupPlanChange).properties,
    folder: Type.String({ description: 'Where backups are written (`FRONTDESK_BACKUPS`)' }),
    sealsKey: Type.Boolean({
      description: 'Whether a passphrase is set (`FRONTDESK_BACKUP_PASSPHRASE`), so that backups contain the key',
    }),
    nextAt: nullable({ ...Time, description: 'When the next one is due; null if none is planned' }),
    lastCompletedAt: nullable({ ...Time, description: 'When the newest backup was complete' }),
    warning: nullable(BackupWarning),
  },
  { title: 'BackupPlan', description: 'When the service makes backups, and how they are' },
);

export const backupQuery = queryOf(countedQuery);
