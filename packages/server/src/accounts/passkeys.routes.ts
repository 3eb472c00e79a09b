// Passkeys over HTTP: users add, rename and remove theirs, and administrators remove those of others.

import type { FastifyRequest } from 'fastify';
import { requireUser } from '../context/access.ts';
import { inTransaction } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { completeList, created, deleted } from '../http/responses.ts';
import { bodyOf, Deleted, IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { failBody } from '../lib/errors.ts';
import { GivenPassword, UserSchema } from './accounts.schemas.ts';
import { namingCode, withPassword } from './ask-password.ts';
import {
  NewPasskey,
  PasskeyBeginning,
  PasskeyChange,
  PasskeyCreation,
  PasskeyList,
  PasskeySchema,
} from './passkeys.schemas.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, removePasskeys, renamePasskey } from './passkeys.ts';
import { relyingPartyAt } from './relying-party.ts';
import { hasSecondFactor, useCode } from './second-factor.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import { changeSignInOf, findUser } from './users.ts';

const describe = routesOf('Account');
const describeUsers = routesOf('Users');

const once = { idempotency: 'none' } as const;

export function passkeysRoutes(app: App, limit: SignInLimit): void {
  app.get(
    '/me/passkeys',
    describe('user', 'listPasskeys', 'List my passkeys', { 200: PasskeyList }),
    async ({ ctx }) => {
      const passkeys = await listPasskeys(ctx, requireUser(ctx));
      return { ...completeList(passkeys), origin: relyingPartyAt(ctx.publicUrl())?.origin ?? null };
    },
  );

  app.post(
    '/me/passkeys/options',
    describe('user', 'beginPasskey', 'Get what a browser needs to create a passkey within ten minutes', {
      body: PasskeyBeginning,
      200: PasskeyCreation,
      problems: [409],
      config: once,
    }),
    async (request) => {
      const { ctx, body } = request;
      const { id, ...user } = await withPassword(request, body.password, limit, ({ id }) =>
        inTransaction(ctx, async (ctx) => {
          // With the password alone, a stranger would get around the second factor.
          if (!(await hasSecondFactor(ctx, id))) return;
          if (body.code === undefined)
            throw failBody([{ pointer: '/code', code: 'required', detail: 'is required with two-step sign-in' }]);
          await useCode(ctx, id, body.code);
        }).catch(namingCode),
      );
      return { options: await beginPasskey(ctx, { id, ...user }, sessionOf(request)) };
    },
  );

  app.post(
    '/me/passkeys',
    describe('user', 'addPasskey', 'Add the passkey that the browser has created', {
      body: NewPasskey,
      201: PasskeySchema,
      problems: [409],
      config: once,
    }),
    async (request, reply) => {
      const { ctx, body } = request;
      const user = await findUser(ctx, requireUser(ctx));
      const passkey = await addPasskey(ctx, user, sessionOf(request), body);
      return created(request, reply, passkey, passkey.id);
    },
  );

  app.patch(
    '/me/passkeys/:id',
    describe('user', 'renamePasskey', 'Rename one of my passkeys', {
      params: IdParams,
      body: PasskeyChange,
      200: PasskeySchema,
    }),
    ({ ctx, params, body }) => inTransaction(ctx, (ctx) => renamePasskey(ctx, requireUser(ctx), params.id, body.name)),
  );

  app.post(
    '/me/passkeys/:id/remove',
    describe('user', 'removePasskey', 'Remove one of my passkeys, which no longer signs in', {
      params: IdParams,
      body: bodyOf({ password: GivenPassword }),
      200: Deleted,
      config: once,
    }),
    async (request) => {
      const { ctx, body, params } = request;
      await withPassword(request, body.password, limit, (user) =>
        inTransaction(ctx, (ctx) => removePasskey(ctx, user, params.id)),
      );
      return deleted(params.id);
    },
  );

  app.delete(
    '/users/:id/passkeys',
    describeUsers('admin', 'removePasskeys', 'Remove all passkeys of a user, who gets a mail', {
      params: IdParams,
      200: UserSchema,
      problems: [409],
      config: { owners: 'theirs' },
    }),
    ({ ctx, params }) => changeSignInOf(ctx, params.id, removePasskeys),
  );
}

/** The session of a user, who has one because API keys may not use these routes. */
function sessionOf({ sessionId }: FastifyRequest): string {
  return sessionId as string;
}
