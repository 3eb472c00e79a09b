// The running service for its operator, and what it knows of the way that a request took.

import Type from 'typebox';
import { inBackground } from '../context/context.ts';
import type { DatabasePlace } from '../database/database.ts';
import { routesOf } from '../http/describe-route.ts';
import { nullable, Time } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { roomOn } from '../storage/data-folder.ts';
import { countJobs, describeSystem, readStorageUse, storageParts } from './system.ts';

const Count = Type.Integer({ minimum: 0 });

const System = Type.Object(
  {
    version: Type.String({ description: 'Version of the service' }),
    node: Type.String({ description: 'Version of Node that runs it' }),
    startedAt: { ...Time, description: 'When this process started' },
    database: Type.Enum(['sqlite', 'postgres'], { description: 'The database in use' }),
    schema: Type.String({ description: 'The last migration that this version knows' }),
    publicUrl: nullable(Type.String({ description: 'Public origin of the service' })),
    processor: Type.Enum(['sandbox', 'stripe'], { description: '`sandbox` is built in and moves no money' }),
    mailServerConfigured: Type.Boolean({ description: 'Without one, mails wait in the outbox' }),
    jobs: Type.Object(
      {
        due: { ...Count, description: 'Jobs that should have begun by now' },
        oldestDueAt: nullable({ ...Time, description: 'When the oldest of these should have begun' }),
        failed: { ...Count, description: 'Jobs that were given up' },
      },
      { description: 'Work that is stored in the database, of all processes' },
    ),
    request: Type.Object(
      {
        address: Type.String({ description: 'IP address of the caller' }),
        protocol: Type.Enum(['http', 'https'], { description: 'What the caller used' }),
        host: Type.String({ description: 'The host that the caller asked for' }),
        ignoredProxy: nullable(
          Type.String({
            description:
              'Address of a sender that names the caller in a header, but is not trusted (`FRONTDESK_TRUST_PROXY`)',
          }),
        ),
      },
      { description: 'This request as the service sees it, behind the proxies that it trusts' },
    ),
  },
  { title: 'System', description: 'The running service' },
);

const Bytes = Type.Integer({ minimum: 0 });
const StoredFiles = Type.Object({
  count: { ...Count, description: 'Number of files' },
  bytes: { ...Bytes, description: 'Their size' },
});

const StorageUse = Type.Object(
  {
    database: Type.Object(
      {
        bytes: { ...Bytes, description: 'Size of all tables with their indexes' },
        parts: Type.Array(
          Type.Object({
            part: Type.Enum([...storageParts], { description: 'What the tables are for' }),
            bytes: { ...Bytes, description: 'Their size, with their indexes' },
          }),
          { description: 'Every part' },
        ),
      },
      { description: 'The database' },
    ),
    files: Type.Object(
      {
        submissions: { ...StoredFiles, description: 'Files of submissions' },
        media: { ...StoredFiles, description: 'Files of the media library' },
      },
      {
        description:
          'Files in the data folder, without the sizes of pictures, which are made again when they are requested',
      },
    ),
    disk: Type.Object(
      { freeBytes: { ...Bytes, description: 'How much is free' }, totalBytes: { ...Bytes, description: 'Its size' } },
      { description: 'The disk of the data folder' },
    ),
  },
  { title: 'StorageUse', description: 'What takes how much room' },
);

const describe = routesOf('Service');

export function systemRoutes(app: App, place: DatabasePlace): void {
  app.get(
    '/system/storage',
    describe('admin', 'getStorageUse', 'Get what takes how much room', { 200: StorageUse }),
    async ({ ctx }) => {
      const { free: freeBytes, total: totalBytes } = roomOn(place.dataFolder);
      return { ...(await readStorageUse(inBackground(ctx))), disk: { freeBytes, totalBytes } };
    },
  );

  app.get(
    '/system',
    describe('admin', 'getSystem', 'Get the version and the state of the service', { 200: System }),
    async ({ ctx, ip, protocol, host, headers, socket }) => {
      const [system, jobs] = await Promise.all([describeSystem(ctx, place), countJobs(inBackground(ctx))]);
      const isForwarded = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined;
      const sender = socket.remoteAddress ?? ip;
      const ignoredProxy = isForwarded && sender === ip ? sender : null;
      return { ...system, jobs, request: { address: ip, protocol, host, ignoredProxy } };
    },
  );
}
