// What the accounts' routes take and answer.

import Type from 'typebox';
import { Id, nullable, Time } from '../http/schemas.ts';
import { allScopes, roles } from './access.ts';

export const ScopeSchema = Type.Enum([...allScopes]);
export const RoleSchema = Type.Enum([...roles]);
export const Email = Type.String({ format: 'email', maxLength: 254 });
export const PersonName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
export const SiteName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
export const NewPassword = Type.String({ maxLength: 2048, format: 'password', description: '10 to 1024 bytes' });
export const GivenPassword = Type.String({ minLength: 1, maxLength: 2048, format: 'password' });

export const UserSchema = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  role: RoleSchema,
  scopes: Type.Array(ScopeSchema),
  createdAt: Time,
  updatedAt: Time,
});

export const Me = Type.Object({
  user: Type.Pick(UserSchema, ['id', 'name', 'email', 'role', 'scopes']),
  site: Type.Object({ name: Type.String() }),
});

export const SessionSchema = Type.Object({
  id: Id,
  userAgent: nullable(Type.String()),
  ip: nullable(Type.String()),
  createdAt: Time,
  lastSeenAt: Time,
  current: Type.Boolean({ description: 'Whether it is the one that asks' }),
});

export const Deleted = Type.Object({ id: Id, deleted: Type.Literal(true) });
