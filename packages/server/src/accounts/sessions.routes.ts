// Signing in and out over HTTP, and the sessions of the signed-in user.

import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { requireUser } from '../context/access.ts';
import { inTransaction } from '../context/context.ts';
import { pageOf } from '../database/record-list.ts';
import {
  clientOf,
  readDeviceCookie,
  readSessionCookie,
  requireSameOrigin,
  setDeviceCookie,
  setSessionCookie,
} from '../http/browser-session.ts';
import { routesOf } from '../http/describe-route.ts';
import { deleted } from '../http/responses.ts';
import { bodyOf, Deleted, IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { Email, EndedSessions, GivenPassword, type Me, MeSchema, SignInCode, sessionList } from './accounts.schemas.ts';
import {
  type Begun,
  endSession,
  endSessions,
  findDevice,
  listSessions,
  needsSecondFactor,
  rememberDevice,
  signIn,
} from './sessions.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import { describeMe, emailKeyOf } from './users.ts';

const describe = routesOf('Account');

/** Sets 201, and the cookies of a session that has begun and of its device. Returns who is signed in now. */
export async function sendSession(
  request: FastifyRequest,
  reply: FastifyReply,
  begun: Begun,
  emailKey: string,
): Promise<Me> {
  const { ctx } = request;
  setSessionCookie(request, reply, begun.token);
  setDeviceCookie(request, reply, rememberDevice(ctx, emailKey));
  reply.status(201);
  return describeMe(ctx, begun.userId, await needsSecondFactor(ctx, begun));
}

export function sessionsRoutes(app: App, limit: SignInLimit): void {
  app.post(
    '/sessions',
    describe('public', 'createSession', 'Sign in; the response sets the session cookie', {
      description:
        'A user with a second factor gets `second_factor_required`, and sends the same request again with `code`. Where two steps are required, a user with passkeys only gets `passkey_required`.',
      body: bodyOf(
        { email: Email, password: GivenPassword, code: Type.Optional(SignInCode) },
        { title: 'SignIn', description: 'What a user signs in with' },
      ),
      201: MeSchema,
      problems: [403],
      headers: ['Set-Cookie', 'Cache-Control'],
      // Only the limits of sign-ins count: another visitor with the same address must not use them up.
      config: { idempotency: 'none', rateLimit: 'none', audit: 'always' },
    }),
    async (request, reply) => {
      const { ctx } = request;
      requireSameOrigin(request);
      const emailKey = emailKeyOf(request.body.email);
      const device = findDevice(ctx, readDeviceCookie(request), emailKey);
      const attempt = { account: emailKey, address: request.ip, device };
      await limit.take(attempt);
      const replaces = readSessionCookie(request);
      const begun = await signIn(
        ctx,
        {
          emailKey,
          password: request.body.password,
          code: request.body.code,
          replaces,
          isNewDevice: device === null,
          beforeCode: () => limit.takeCode(attempt),
        },
        clientOf(request),
      );
      await limit.forgive(attempt);
      reply.header('location', `${request.url}/current`);
      return sendSession(request, reply, begun, emailKey);
    },
  );

  app.get(
    '/sessions',
    describe('user', 'listSessions', 'List my sessions', { querystring: sessionList.query, 200: sessionList.page }),
    async (request) => {
      const sessions = await listSessions(request.ctx, requireUser(request.ctx));
      const marked = sessions.map((session) => ({ ...session, current: session.id === request.sessionId }));
      return pageOf(marked, sessionList, request.query);
    },
  );

  app.delete(
    '/sessions',
    describe('user', 'deleteOtherSessions', 'End all my other sessions', { 200: EndedSessions }),
    async ({ ctx, sessionId }) => {
      const userId = requireUser(ctx);
      return { deleted: await inTransaction(ctx, (ctx) => endSessions(ctx, userId, { except: sessionId ?? '' })) };
    },
  );

  app.delete(
    '/sessions/current',
    describe('user', 'deleteCurrentSession', 'Sign out', {
      200: Deleted,
      headers: ['Set-Cookie', 'Cache-Control'],
    }),
    async (request, reply) => {
      const { ctx, sessionId } = request;
      const userId = requireUser(ctx);
      if (sessionId !== null) await inTransaction(ctx, (ctx) => endSession(ctx, userId, sessionId));
      setSessionCookie(request, reply, null);
      return deleted(sessionId ?? 'current');
    },
  );

  app.delete(
    '/sessions/:id',
    describe('user', 'deleteSession', 'End one of my sessions', { params: IdParams, 200: Deleted }),
    async (request) => {
      const { id } = request.params;
      const userId = requireUser(request.ctx);
      await inTransaction(request.ctx, (ctx) => endSession(ctx, userId, id));
      return deleted(id);
    },
  );
}
