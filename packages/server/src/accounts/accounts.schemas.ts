// Shapes of requests and responses about accounts.

import Type, { type Static } from 'typebox';
import { bodyOf, Id, nullable, Time } from '../http/schemas.ts';
import { type FirstDayOfWeek, firstDaysOfWeek } from '../settings/site.ts';
import { allScopes, roles } from './access.ts';

export const ScopeSchema = Type.Enum([...allScopes], { title: 'TokenScope' });

/** A whole scope, or one that is limited to a content type or a form (access.ts). */
const scopePattern = '^(admin|(content|forms|payments|crm):(read|write)|(content|forms):(read|write):[^:\\s]{1,200})$';
const KeyScope = Type.String({
  pattern: scopePattern,
  description:
    'A scope, or with a content type or form behind it only for that: `content:read:product`, `forms:write:contact`. A form is named by slug or ID, and stored by its ID',
  examples: ['content:read', 'content:read:product'],
});

export const RoleSchema = Type.Enum([...roles], { title: 'Role' });
export const Email = Type.String({ format: 'email', maxLength: 254 });
export const PersonName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
export const SiteName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
export const NewPassword = Type.String({ maxLength: 2048, format: 'password', description: '10 to 1024 bytes' });
export const GivenPassword = Type.String({ minLength: 1, maxLength: 2048, format: 'password' });

export const UserSchema = Type.Object(
  {
    id: Id,
    name: Type.String(),
    email: Type.String(),
    role: RoleSchema,
    scopes: Type.Array(ScopeSchema),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'User', description: 'A person who can sign in to the admin' },
);
export type User = Static<typeof UserSchema>;

export const NewUser = bodyOf(
  { name: PersonName, email: Email, role: RoleSchema, password: NewPassword },
  { title: 'NewUser' },
);
export type NewUser = Static<typeof NewUser>;

export const UserChange = bodyOf(
  {
    name: Type.Optional(PersonName),
    role: Type.Optional(RoleSchema),
    password: Type.Optional(NewPassword),
  },
  { title: 'UserChange' },
);
export type UserChange = Static<typeof UserChange>;

export const MeSchema = Type.Object(
  {
    user: Type.Pick(UserSchema, ['id', 'name', 'email', 'role', 'scopes']),
    site: Type.Object(
      {
        name: Type.String(),
        logoUrl: nullable(Type.String({ description: 'A path on the origin of the service' })),
        brandColor: nullable(Type.String()),
        currency: Type.String(),
        timeZone: nullable(Type.String()),
        locale: nullable(Type.String()),
        firstDayOfWeek: Type.Unsafe<FirstDayOfWeek | null>({ enum: [...firstDaysOfWeek, null] }),
        trashDays: Type.Integer(),
      },
      { description: 'From the settings' },
    ),
  },
  { title: 'Me', description: 'The person who is signed in, and the site' },
);
export type Me = Static<typeof MeSchema>;

export const SessionSchema = Type.Object(
  {
    id: Id,
    userAgent: nullable(Type.String()),
    ip: nullable(Type.String()),
    createdAt: Time,
    lastSeenAt: Time,
    current: Type.Boolean({ description: 'Whether this request belongs to the session' }),
  },
  { title: 'Session', description: 'A browser in which someone is signed in' },
);
export type Session = Static<typeof SessionSchema>;

const tokenMembers = {
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(KeyScope),
  lastFour: Type.String(),
  expiresAt: nullable(Time),
  lastUsedAt: nullable(Time),
  createdAt: Time,
};

export const TokenSchema = Type.Object(tokenMembers, { title: 'Token', description: 'An API key' });
export type Token = Static<typeof TokenSchema>;

export const CreatedToken = Type.Object(
  { ...tokenMembers, token: Type.String({ description: 'The key itself, which is not shown again' }) },
  { title: 'CreatedToken', description: 'A new API key' },
);
export type CreatedToken = Static<typeof CreatedToken>;

export const NewToken = bodyOf(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    scopes: Type.Array(KeyScope, { minItems: 1, maxItems: 100, uniqueItems: true }),
    expiresAt: Type.Optional(nullable(Time)),
  },
  { title: 'NewToken', examples: [{ name: 'Website', scopes: ['content:read', 'forms:read'] }] },
);
export type NewToken = Static<typeof NewToken>;
