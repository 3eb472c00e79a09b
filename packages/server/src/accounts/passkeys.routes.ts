// Passkeys over HTTP: users add, rename and remove theirs, and administrators remove those of others.

import type { FastifyRequest } from 'fastify';
import { requireUser } from '../context/access.ts';
import { type Context, inTransaction } from '../context/context.ts';
import { pageOf } from '../database/record-list.ts';
import {
  clientOf,
  readBrowserCookie,
  readDeviceCookie,
  readSessionCookie,
  requireSameOrigin,
  setBrowserCookie,
} from '../http/browser-session.ts';
import { routesOf } from '../http/describe-route.ts';
import { created, deleted } from '../http/responses.ts';
import { bodyOf, Deleted, IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { randomText } from '../lib/crypto.ts';
import { fail, failBody } from '../lib/errors.ts';
import { MeSchema, PasswordToConfirm, UserSchema } from './accounts.schemas.ts';
import { namingCode, withPassword } from './ask-password.ts';
import { relyingPartyAt } from './challenges.ts';
import {
  NewPasskey,
  PasskeyBeginning,
  PasskeyChange,
  PasskeyCreation,
  PasskeyList,
  PasskeyRequest,
  PasskeySchema,
  passkeyList,
  UsedCredential,
} from './passkeys.schemas.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, removePasskeys, renamePasskey } from './passkeys.ts';
import { hasSecondFactor, useCode } from './second-factor.ts';
import { sendSession } from './sessions.routes.ts';
import { type Before, type Begun, type Client, findDevice, replaceSession } from './sessions.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import { checkAnswer, findPasskeyUser, requestPasskey, useAnswer } from './use-passkey.ts';
import { changeSignInOf, findUser } from './users.ts';

const describe = routesOf('Account');
const describeUsers = routesOf('Users');

const once = { idempotency: 'none' } as const;

export function passkeysRoutes(app: App, limit: SignInLimit): void {
  app.get(
    '/me/passkeys',
    describe('user', 'listPasskeys', 'List my passkeys', { querystring: passkeyList.query, 200: PasskeyList }),
    async ({ ctx, query }) => {
      const passkeys = await listPasskeys(ctx, requireUser(ctx));
      return { ...pageOf(passkeys, passkeyList, query), origin: relyingPartyAt(ctx.publicUrl())?.origin ?? null };
    },
  );

  app.post(
    '/me/passkeys/options',
    describe('user', 'createPasskeyOptions', 'Get what a browser needs to create a passkey within ten minutes', {
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
    describe('user', 'createPasskey', 'Add the passkey that the browser has created', {
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
    describe('user', 'updatePasskey', 'Rename one of my passkeys', {
      params: IdParams,
      body: PasskeyChange,
      200: PasskeySchema,
    }),
    ({ ctx, params, body }) => inTransaction(ctx, (ctx) => renamePasskey(ctx, requireUser(ctx), params.id, body.name)),
  );

  app.delete(
    '/me/passkeys/:id',
    describe('user', 'deletePasskey', 'Remove one of my passkeys, which no longer signs in', {
      params: IdParams,
      body: PasswordToConfirm,
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
    describeUsers('admin', 'deleteUserPasskeys', 'Remove all passkeys of a user, who gets a mail', {
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

// Signing in with a passkey over HTTP.

export function passkeySignInRoutes(app: App, limit: SignInLimit): void {
  app.post(
    '/sessions/passkey-options',
    describe(
      'public',
      'createPasskeyChallenge',
      'Get what a browser needs to sign in with a passkey within ten minutes',
      {
        description:
          'The response sets a cookie that ties the answer to this browser. It names no passkeys: the browser finds them.',
        200: PasskeyRequest,
        problems: [403],
        headers: ['Set-Cookie', 'Cache-Control'],
        config: { idempotency: 'none' },
      },
    ),
    async (request, reply) => {
      requireSameOrigin(request);
      const browser = readBrowserCookie(request) ?? randomText(32);
      setBrowserCookie(request, reply, browser);
      return requestPasskey(request.ctx, browser);
    },
  );

  app.post(
    '/sessions/passkey',
    describe('public', 'createPasskeySession', 'Sign in with a passkey; the response sets the session cookie', {
      description: 'It counts as two steps: the device has asked for a fingerprint, a face or a PIN.',
      body: bodyOf(
        { credential: UsedCredential },
        { title: 'PasskeySignIn', description: 'What a user signs in with' },
      ),
      201: MeSchema,
      problems: [403, 409],
      headers: ['Set-Cookie', 'Cache-Control'],
      // Only the limits of sign-ins count: another visitor with the same address must not use them up.
      config: { idempotency: 'none', rateLimit: 'none', audit: 'always' },
    }),
    async (request, reply) => {
      const { ctx } = request;
      const { credential } = request.body;
      requireSameOrigin(request);
      const known = await findPasskeyUser(ctx, credential.id);
      const device = known && findDevice(ctx, readDeviceCookie(request), known.emailKey);
      // Not counted with passwords: someone who guesses those keeps no one from using a passkey.
      const attempt = { account: `passkey\n${credential.id}`, address: request.ip, device };
      await limit.take(attempt);
      const begun = await signInWithPasskey(
        ctx,
        {
          credential,
          browser: readBrowserCookie(request),
          replaces: readSessionCookie(request),
          isNewDevice: device === null,
        },
        clientOf(request),
      );
      await limit.forgive(attempt);
      reply.header('location', request.url.replace(/\/passkey$/, '/current'));
      return sendSession(request, reply, begun, begun.emailKey);
    },
  );
}

// Signing in with a passkey alone.

/** Starts a session for the user of the passkey. Throws passkeys_unavailable, invalid_passkey. */
async function signInWithPasskey(
  ctx: Context,
  { credential, browser, ...before }: Before & { credential: UsedCredential; browser: string | null },
  client: Client,
): Promise<Begun & { emailKey: string }> {
  const answer = await checkAnswer(ctx, browser, credential);
  return inTransaction(ctx, async (ctx) => {
    const { emailKey, ...user } = await ctx.dialect
      .lockRows(ctx.db.selectFrom('users').select(['id', 'name', 'email', 'emailKey']).where('id', '=', answer.userId))
      .executeTakeFirstOrThrow(() => fail('invalid_passkey', 'The user has been deleted'));
    await useAnswer(ctx, answer);
    return { ...(await replaceSession(ctx, user, client, 'passkey', before)), emailKey };
  });
}
