// Shapes of requests and responses about passkeys.

import Type, { type Static } from 'typebox';
import { completeListOf } from '../http/list-of-records.ts';
import { anyObject, bodyOf, Id, nullable, Time } from '../http/schemas.ts';
import { GivenPassword, SignInCode } from './accounts.schemas.ts';

export const maxPasskeys = 20;

export const PasskeyName = Type.String({
  description: 'To recognize it by',
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  examples: ['Laptop'],
});

export const PasskeySchema = Type.Object(
  {
    id: Id,
    name: Type.String({ description: 'To recognize it by' }),
    host: Type.String({ description: 'The host for which it was made' }),
    usable: Type.Boolean({
      description: 'Whether it signs in at the public address of the service, which has another host otherwise',
    }),
    synced: Type.Boolean({ description: 'Whether it may be on several devices, as those of password managers are' }),
    transports: Type.Array(Type.String(), {
      description: 'How browsers reach it: `internal`, `hybrid`, `usb`, `nfc`, `ble`, `smart-card`',
    }),
    createdAt: Time,
    lastUsedAt: nullable({ ...Time, description: 'When it signed in last; null if never' }),
  },
  { title: 'Passkey', description: 'A key on a device or in a password manager that signs in without a password' },
);
export type Passkey = Static<typeof PasskeySchema>;

export const passkeyList = completeListOf({
  item: PasskeySchema,
  filters: ['name', 'host', 'usable', 'synced', 'createdAt', 'lastUsedAt'],
  sort: ['createdAt', 'lastUsedAt', 'name'],
});
export const PasskeyList = Type.Object(
  {
    ...passkeyList.page.properties,
    origin: nullable(
      Type.String({
        description: 'Origin of the pages on which passkeys work; null if the public address allows none',
      }),
    ),
  },
  { title: 'PasskeyList', description: 'The passkeys of a user' },
);

export const PasskeyCreation = Type.Object(
  { options: anyObject({ description: 'PublicKeyCredentialCreationOptionsJSON of Web Authentication' }) },
  { title: 'PasskeyCreation', description: 'What a browser needs to create a passkey' },
);

export const PasskeyRequest = Type.Object(
  {
    origin: nullable(
      Type.String({
        description: 'Origin of the pages on which passkeys work; null if the public address allows none',
      }),
    ),
    options: nullable(
      anyObject({ description: 'PublicKeyCredentialRequestOptionsJSON of Web Authentication; null if `origin` is' }),
    ),
  },
  { title: 'PasskeyRequest', description: 'What a browser needs to sign in with a passkey' },
);

const Bytes = (maxLength: number, description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+={0,2}$', maxLength, description: `${description}, in base64url` });

const ofCredential = {
  id: Bytes(1400, 'ID of the credential'),
  rawId: Bytes(1400, 'The same'),
  type: Type.Literal('public-key', { description: 'There is no other' }),
};
const ClientData = Bytes(4000, 'What the browser says of the page');
/** Browsers add members of later versions of the standard. */
const open = { additionalProperties: true };

export const AddedCredential = Type.Object(
  {
    ...ofCredential,
    response: Type.Object(
      {
        clientDataJSON: ClientData,
        attestationObject: Bytes(40_000, 'The public key, and what the authenticator says of itself'),
        transports: Type.Optional(
          Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20, description: 'How browsers reach it' }),
        ),
      },
      { ...open, description: 'AuthenticatorAttestationResponseJSON' },
    ),
  },
  { ...open, title: 'AddedCredential', description: 'RegistrationResponseJSON of Web Authentication' },
);
export type AddedCredential = Static<typeof AddedCredential>;

export const UsedCredential = Type.Object(
  {
    ...ofCredential,
    response: Type.Object(
      {
        clientDataJSON: ClientData,
        authenticatorData: Bytes(4000, 'What the authenticator says'),
        signature: Bytes(8000, 'Of both'),
        userHandle: Type.Optional(Bytes(100, 'ID of the user')),
      },
      { ...open, description: 'AuthenticatorAssertionResponseJSON' },
    ),
  },
  { ...open, title: 'UsedCredential', description: 'AuthenticationResponseJSON of Web Authentication' },
);
export type UsedCredential = Static<typeof UsedCredential>;

export const PasskeyBeginning = bodyOf(
  { password: GivenPassword, code: Type.Optional(SignInCode) },
  { title: 'PasskeyBeginning', description: 'The password, and with two-step sign-in a code' },
);

export const NewPasskey = bodyOf(
  { name: PasskeyName, credential: AddedCredential },
  { title: 'NewPasskey', description: 'What the browser has created' },
);

export const PasskeyChange = bodyOf({ name: PasskeyName }, { title: 'PasskeyChange', description: 'Its new name' });
