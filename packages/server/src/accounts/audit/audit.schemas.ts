// Shapes of requests and responses about the audit log.

import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { listOfRecords } from '../../http/list-of-records.ts';
import { Id, nullable, Time } from '../../http/schemas.ts';

const actorKinds = ['user', 'token', 'visitor', 'command', 'system'] as const;

const outcomes = ['done', 'denied'] as const;

export type SafeValue = string | number | boolean | null | string[];

export const AuditEntrySchema = Type.Object(
  {
    id: Id,
    createdAt: Time,
    actor: Type.Object(
      {
        kind: Type.Enum([...actorKinds], {
          description:
            'A `user`, an API key (`token`), a `visitor` who tried to sign in, a `command` of the command line, or the service itself (`system`)',
        }),
        id: nullable(Type.String({ description: 'ID of the user or the API key' })),
        name: nullable(
          Type.String({ description: 'The name at that time; of a command, the account of the operating system' }),
        ),
      },
      { description: 'Who did it' },
    ),
    operation: Type.String({
      description: 'The `operationId` in this document, or the name of the command',
      examples: ['updateToken'],
    }),
    thing: nullable(
      Type.Object(
        {
          kind: Type.String({ description: 'What kind of record it is', examples: ['token'] }),
          id: nullable(Type.String({ description: 'ID, or the name where records have no ID' })),
          name: nullable(Type.String({ description: 'The title or name at that time, unless it is personal' })),
        },
        { description: 'What it was done to' },
      ),
    ),
    outcome: Type.Enum([...outcomes], {
      description: 'Whether it was `done`, or `denied`: a sign-in that failed, or something that the user may not do',
    }),
    summary: Type.String({ description: 'All of it in words' }),
    changed: Type.Array(Type.String(), { description: 'The names of the members that the request sent' }),
    values: Type.Unsafe<Record<string, SafeValue>>({
      type: 'object',
      additionalProperties: true,
      description: 'The values of members that are neither secret nor personal, such as `role` and `scopes`',
    }),
    ids: Type.Array(Type.String(), { description: 'The records of a request that names several, the first 100' }),
    ip: nullable(Type.String({ description: 'IP address of the request, as trusted proxies report it' })),
    browser: nullable(Type.String({ description: 'The browser or program, by its own account' })),
    requestId: nullable(Type.String({ description: 'ID of the request, as in the log of the service' })),
  },
  { title: 'AuditEntry', description: 'Something that was done, or denied' },
);
export type AuditEntry = Static<typeof AuditEntrySchema>;

export const auditList = listOfRecords({
  item: AuditEntrySchema,
  filters: [
    ...['actor.id', 'actor.kind', 'operation', 'thing.id', 'thing.kind', 'outcome', 'ip', 'requestId', 'createdAt'],
  ],
  sort: ['-createdAt'],
  columns: {
    'actor.id': { column: sql.ref('actorId') },
    'actor.kind': { column: sql.ref('actorKind') },
    'thing.id': { column: sql.ref('thingId') },
    'thing.kind': { column: sql.ref('thingKind') },
  },
});
export type AuditQuery = Static<typeof auditList.query>;
