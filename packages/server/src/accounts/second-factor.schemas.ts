// Shapes of requests and responses about two-step sign-in.

import Type from 'typebox';
import { nullable, Time } from '../http/schemas.ts';

export const SecondFactorSchema = Type.Object(
  {
    on: Type.Boolean({ description: 'Whether a code is asked for' }),
    confirmedAt: nullable({ ...Time, description: 'Since when; null while it is off' }),
    recoveryCodesLeft: Type.Integer({ description: 'Number of recovery codes that have not been used' }),
    isRequired: Type.Boolean({ description: 'Whether the site requires it of all users' }),
  },
  { title: 'SecondFactor', description: 'Signing in with a code beside the password' },
);

export const NewSecondFactor = Type.Object(
  {
    secret: Type.String({ description: 'To be typed into an authenticator app (base 32)' }),
    url: Type.String({ description: 'The same for its camera, as a QR code' }),
  },
  { title: 'NewSecondFactor', description: 'A secret that is not shown again' },
);

export const RecoveryCodes = Type.Object(
  {
    recoveryCodes: Type.Array(Type.String(), { description: 'Each replaces a code of the app once; not shown again' }),
  },
  { title: 'RecoveryCodes', description: 'For when the device with the authenticator app is lost' },
);
