// Signing in with a passkey over HTTP.

import { type Context, inTransaction } from '../context/context.ts';
import {
  clientOf,
  readBrowserCookie,
  readDeviceCookie,
  readSessionCookie,
  requireSameOrigin,
  setBrowserCookie,
} from '../http/browser-session.ts';
import { routesOf } from '../http/describe-route.ts';
import { bodyOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { randomText } from '../lib/crypto.ts';
import { fail } from '../lib/errors.ts';
import { MeSchema } from './accounts.schemas.ts';
import { findDevice } from './known-devices.ts';
import { PasskeyRequest, UsedCredential } from './passkeys.schemas.ts';
import { sendSession } from './sessions.routes.ts';
import { type Before, type Begun, type Client, replaceSession } from './sessions.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import { checkAnswer, findPasskeyUser, requestPasskey, useAnswer } from './use-passkey.ts';

const describe = routesOf('Account');

export function passkeySignInRoutes(app: App, limit: SignInLimit): void {
  app.post(
    '/sessions/passkey-options',
    describe('public', 'beginPasskeySignIn', 'Get what a browser needs to sign in with a passkey within ten minutes', {
      description:
        'The response sets a cookie that ties the answer to this browser. It names no passkeys: the browser finds them.',
      200: PasskeyRequest,
      problems: [403],
      headers: ['Set-Cookie', 'Cache-Control'],
      config: { idempotency: 'none' },
    }),
    async (request, reply) => {
      requireSameOrigin(request);
      const browser = readBrowserCookie(request) ?? randomText(32);
      setBrowserCookie(request, reply, browser);
      return requestPasskey(request.ctx, browser);
    },
  );

  app.post(
    '/sessions/passkey',
    describe('public', 'signInWithPasskey', 'Sign in with a passkey; the response sets the session cookie', {
      description: 'It counts as two steps: the device has asked for a fingerprint, a face or a PIN.',
      body: bodyOf({ credential: UsedCredential }),
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
