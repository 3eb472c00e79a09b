// Two-step sign-in over HTTP: a user switches it on and off, and an administrator switches it off for others.

import Type from 'typebox';
import { requireUser } from '../context/access.ts';
import { inTransaction } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { bodyOf, IdParams, nullable, Time } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { fail } from '../lib/errors.ts';
import { GivenPassword, PasswordToConfirm, SignInCode, UserSchema } from './accounts.schemas.ts';
import { namingCode, withPassword } from './ask-password.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  createRecoveryCodes,
  describeSecondFactor,
  hasSecondFactor,
  removeSecondFactor,
  useCode,
} from './second-factor.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import { changeSignInOf } from './users.ts';

// Shapes of requests and responses about two-step sign-in.
const SecondFactorSchema = Type.Object(
  {
    on: Type.Boolean({ description: 'Whether a code is asked for' }),
    confirmedAt: nullable({ ...Time, description: 'Since when; null while it is off' }),
    recoveryCodesLeft: Type.Integer({ description: 'Number of recovery codes that have not been used' }),
    required: Type.Boolean({ description: 'Whether the site requires it of all users' }),
  },
  { title: 'SecondFactor', description: 'Signing in with a code beside the password' },
);

const NewSecondFactor = Type.Object(
  {
    secret: Type.String({ description: 'To be typed into an authenticator app (base 32)' }),
    url: Type.String({ description: 'The same for its camera, as a QR code' }),
  },
  { title: 'NewSecondFactor', description: 'A secret that is not shown again' },
);

const RecoveryCodes = Type.Object(
  {
    recoveryCodes: Type.Array(Type.String(), { description: 'Each replaces a code of the app once; not shown again' }),
  },
  { title: 'RecoveryCodes', description: 'For when the device with the authenticator app is lost' },
);

const describe = routesOf('Account');
const describeUsers = routesOf('Users');
const secret = { idempotency: 'none' } as const;
const PasswordAndCode = bodyOf(
  { password: GivenPassword, code: SignInCode },
  { title: 'PasswordAndCode', description: 'Both steps of signing in' },
);
const newCodes = { 200: RecoveryCodes, problems: [409], config: secret } as const;

export function secondFactorRoutes(app: App, limit: SignInLimit): void {
  app.get(
    '/me/second-factor',
    describe('user', 'getSecondFactor', 'Get whether I sign in in two steps', { 200: SecondFactorSchema }),
    ({ ctx }) => describeSecondFactor(ctx, requireUser(ctx)),
  );

  app.post(
    '/me/second-factor',
    describe('user', 'createSecondFactor', 'Create a secret for an authenticator app; a first code confirms it', {
      body: PasswordToConfirm,
      201: NewSecondFactor,
      problems: [409],
      config: secret,
    }),
    async (request, reply) => {
      const { ctx, body } = request;
      const user = await withPassword(request, body.password, limit);
      return reply.status(201).send(await beginSecondFactor(ctx, user));
    },
  );

  app.post(
    '/me/second-factor/confirm',
    describe('user', 'applySecondFactor', 'Switch two-step sign-in on with the first code of the app', {
      body: bodyOf({ code: SignInCode }, { title: 'SecondFactorCode', description: 'The first code of the app' }),
      ...newCodes,
    }),
    async ({ ctx, body }) => ({
      recoveryCodes: await confirmSecondFactor(ctx, requireUser(ctx), body.code).catch(namingCode),
    }),
  );

  app.delete(
    '/me/second-factor',
    describe('user', 'deleteSecondFactor', 'Switch two-step sign-in off', {
      body: PasswordAndCode,
      200: SecondFactorSchema,
      config: secret,
    }),
    async (request) => {
      const { ctx, body } = request;
      const user = await withPassword(request, body.password, limit, (user) =>
        inTransaction(ctx, async (ctx) => {
          if (await hasSecondFactor(ctx, user.id)) await useCode(ctx, user.id, body.code);
          await removeSecondFactor(ctx, user);
        }).catch(namingCode),
      );
      return describeSecondFactor(ctx, user.id);
    },
  );

  app.post(
    '/me/recovery-codes',
    describe('user', 'createRecoveryCodes', 'Create ten recovery codes, which replace those before', {
      body: PasswordAndCode,
      ...newCodes,
    }),
    async (request) => {
      const { ctx, body } = request;
      let recoveryCodes: string[] = [];
      await withPassword(request, body.password, limit, ({ id }) =>
        inTransaction(ctx, async (ctx) => {
          if (!(await hasSecondFactor(ctx, id))) throw fail('conflict', 'Two-step sign-in is off');
          // With the password alone, new codes would get a stranger around the second factor.
          await useCode(ctx, id, body.code);
          recoveryCodes = await createRecoveryCodes(ctx, id);
        }).catch(namingCode),
      );
      return { recoveryCodes };
    },
  );

  app.delete(
    '/users/:id/second-factor',
    describeUsers('admin', 'deleteUserSecondFactor', 'Switch the two-step sign-in of a user off, who gets a mail', {
      params: IdParams,
      200: UserSchema,
      problems: [409],
      config: { owners: 'theirs' },
    }),
    ({ ctx, params }) => changeSignInOf(ctx, params.id, removeSecondFactor),
  );
}
