// Shapes of requests and responses about accounts.

import Type, { type Static } from 'typebox';
import { allScopes, roles } from '../context/access.ts';
import { completeListOf } from '../http/list-of-records.ts';
import { bodyOf, Id, nullable, Time } from '../http/schemas.ts';
import { type FirstDayOfWeek, firstDaysOfWeek } from '../settings/site.ts';

export const ScopeSchema = Type.Enum([...allScopes], { title: 'TokenScope', description: 'What someone may do' });

/** A whole scope, or one that is limited to a content type or a form (access.ts). */
const scopePattern = '^(admin|(content|forms|payments|crm):(read|write)|(content|forms):(read|write):[^:\\s]{1,200})$';
const KeyScope = Type.String({
  pattern: scopePattern,
  description:
    'A scope, or with a content type or form behind it only for that: `content:read:product`, `forms:write:contact`. A form is named by slug or ID, and stored by its ID',
  examples: ['content:read', 'content:read:product'],
});

export const RoleSchema = Type.Enum([...roles], {
  title: 'Role',
  description:
    'An `owner` may do everything; an `admin` everything but what concerns owners; an `editor` works with content and forms, and reads payments and contacts; an `author` works with content; `support` works with submissions and contacts, and reads content and payments',
});
export const Email = Type.String({ description: 'Email address to sign in with', format: 'idn-email', maxLength: 254 });
export const PersonName = Type.String({ description: 'What others see', minLength: 1, maxLength: 200, pattern: '\\S' });
export const SiteName = Type.String({
  description: 'Name of the site, for visitors and in the admin',
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
});
export const NewPassword = Type.String({ maxLength: 2048, format: 'password', description: '10 to 1024 bytes' });
export const GivenPassword = Type.String({
  description: 'The password that is in use',
  minLength: 1,
  maxLength: 2048,
  format: 'password',
});

export const PasswordToConfirm = bodyOf(
  { password: GivenPassword },
  { title: 'PasswordToConfirm', description: 'That it is the user who asks' },
);

export const SignInCode = Type.String({
  description: 'Six digits from the authenticator app, or a recovery code',
  minLength: 1,
  maxLength: 100,
  examples: ['287082'],
});

export const UserSchema = Type.Object(
  {
    id: Id,
    name: Type.String({ description: 'What others see' }),
    email: Type.String({ description: 'Email address to sign in with' }),
    role: RoleSchema,
    scopes: Type.Array(ScopeSchema, { description: 'What the role allows' }),
    invited: Type.Boolean({ description: 'Whether the user has not set a password yet' }),
    secondFactor: Type.Boolean({ description: 'Whether the user signs in with a code beside the password' }),
    passkeys: Type.Integer({ minimum: 0, description: 'Number of passkeys that sign the user in without a password' }),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'User', description: 'A person who can sign in to the admin' },
);
export type User = Static<typeof UserSchema>;

export const NewUser = bodyOf(
  { name: PersonName, email: Email, role: RoleSchema, password: NewPassword },
  { title: 'NewUser', description: 'A person who will be able to sign in' },
);
export type NewUser = Static<typeof NewUser>;

export const UserChange = bodyOf(
  {
    name: Type.Optional(PersonName),
    role: Type.Optional(RoleSchema),
    password: Type.Optional(NewPassword),
  },
  { title: 'UserChange', description: 'Only the given members change' },
);
export type UserChange = Static<typeof UserChange>;

export const userList = completeListOf({
  item: UserSchema,
  filters: ['name', 'email', 'role', 'invited', 'secondFactor', 'createdAt', 'updatedAt'],
  sort: ['createdAt', 'updatedAt', 'name', 'email'],
  search: 'Words in the name or email address',
  searched: ['name', 'email'],
});

export const MeSchema = Type.Object(
  {
    user: Type.Pick(UserSchema, ['id', 'name', 'email', 'role', 'scopes'], {
      description: 'The person who is signed in',
    }),
    site: Type.Object(
      {
        name: Type.String({ description: 'Name of the site' }),
        logoUrl: nullable(Type.String({ description: 'A path on the origin of the service' })),
        brandColor: nullable(Type.String({ description: 'Of buttons on pages for visitors; null for the default' })),
        currency: Type.String({ description: 'ISO 4217, lowercase: of new prices and invoices' }),
        timeZone: nullable(Type.String({ description: 'IANA name; null for the time zone of each reader' })),
        locale: nullable(Type.String({ description: 'BCP 47; null for the conventions of each reader' })),
        firstDayOfWeek: Type.Unsafe<FirstDayOfWeek | null>({
          enum: [...firstDaysOfWeek, null],
          description: 'With which day weeks begin; null for that of the country in `locale`',
        }),
        trashDays: Type.Integer({ description: 'Days after which items in the trash are deleted; 0 keeps them' }),
      },
      { description: 'From the settings' },
    ),
    secondFactorNeeded: Type.Boolean({
      description:
        'Whether the site requires two-step sign-in, and the user has to set it up or sign in with a passkey before anything else',
    }),
  },
  { title: 'Me', description: 'The person who is signed in, and the site' },
);
export type Me = Static<typeof MeSchema>;

const signInMethods = ['password', 'code', 'passkey', 'link'] as const;

export const SessionSchema = Type.Object(
  {
    id: Id,
    userAgent: nullable(Type.String({ description: 'What the browser calls itself' })),
    ip: nullable(Type.String({ description: 'IP address of the sign-in' })),
    signedInWith: Type.Enum([...signInMethods], {
      description: 'A `password`, a password and a `code`, a `passkey`, or the `link` of a mail or of the first start',
    }),
    createdAt: Time,
    lastSeenAt: Time,
    current: Type.Boolean({ description: 'Whether this request belongs to the session' }),
  },
  { title: 'Session', description: 'A browser in which someone is signed in' },
);
export const sessionList = completeListOf({
  item: SessionSchema,
  filters: ['ip', 'signedInWith', 'createdAt', 'lastSeenAt'],
  sort: ['createdAt', 'lastSeenAt'],
});
export const EndedSessions = Type.Object(
  { deleted: Type.Integer({ minimum: 0, description: 'Number of sessions that have ended' }) },
  { title: 'EndedSessions', description: 'The browsers have to sign in again' },
);

export type Session = Static<typeof SessionSchema>;

const tokenMembers = {
  id: Type.String({ description: 'ID of the key' }),
  name: Type.String({ description: 'What the key is for' }),
  scopes: Type.Array(KeyScope, { description: 'What the key may do' }),
  lastFour: Type.String({ description: 'The last four characters of the key' }),
  expiresAt: nullable({ ...Time, description: 'When it stops working; null for never' }),
  lastUsedAt: nullable({ ...Time, description: 'When it was used last, to the minute; null if never' }),
  createdAt: Time,
  updatedAt: Time,
};

export const TokenSchema = Type.Object(tokenMembers, { title: 'Token', description: 'An API key' });
export type Token = Static<typeof TokenSchema>;

export const tokenList = completeListOf({
  item: TokenSchema,
  filters: ['name', 'lastFour', 'expiresAt', 'lastUsedAt', 'createdAt', 'updatedAt'],
  sort: ['createdAt', 'updatedAt', 'lastUsedAt', 'expiresAt', 'name'],
  search: 'Words in the name',
  searched: ['name', 'lastFour'],
});

export const CreatedToken = Type.Object(
  { ...tokenMembers, token: Type.String({ description: 'The key itself, which is not shown again' }) },
  { title: 'CreatedToken', description: 'A new API key' },
);
export type CreatedToken = Static<typeof CreatedToken>;

const tokenInput = {
  name: Type.String({ description: 'What the key is for', minLength: 1, maxLength: 200 }),
  scopes: Type.Array(KeyScope, { description: 'What the key may do', minItems: 1, maxItems: 100, uniqueItems: true }),
  expiresAt: Type.Optional(nullable({ ...Time, description: 'When it stops working; never without it' })),
};

export const NewToken = bodyOf(tokenInput, {
  title: 'NewToken',
  description: 'An API key to create',
  examples: [{ name: 'Website', scopes: ['content:read', 'forms:read'] }],
});
export type NewToken = Static<typeof NewToken>;

export const TokenChange = bodyOf(
  {
    name: Type.Optional(tokenInput.name),
    scopes: Type.Optional(tokenInput.scopes),
    expiresAt: Type.Optional(nullable({ ...Time, description: 'When it stops working; null for never' })),
  },
  {
    title: 'TokenChange',
    description: 'Only the given members change; the key itself stays the same',
  },
);
export type TokenChange = Static<typeof TokenChange>;
