// Signing in and out over HTTP, and the sessions of the signed-in user.

import Type from 'typebox';
import { inTransaction } from '../context.ts';
import { clientOf, readSessionCookie, requireSameOrigin, setSessionCookie } from '../http/browser-session.ts';
import { bodyOf, Deleted, IdParams, listOf, problemsOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { requireUser } from './access.ts';
import { Email, GivenPassword, MeSchema, SessionSchema } from './accounts.schemas.ts';
import { endSession, listSessions, signIn } from './sessions.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import { describeMe, emailKeyOf } from './users.ts';

const tags = ['Account'];

export function sessionsRoutes(app: App, limit: SignInLimit): void {
  app.post(
    '/sessions',
    {
      config: { access: 'public', idempotency: 'none' },
      schema: {
        tags,
        summary: 'Sign in; the response sets the session cookie',
        operationId: 'signIn',
        security: [],
        body: bodyOf({ email: Email, password: GivenPassword }),
        response: { 201: MeSchema, ...problemsOf(401, 403, 422, 429) },
      },
    },
    async (request, reply) => {
      const { ctx } = request;
      requireSameOrigin(request);
      const emailKey = emailKeyOf(request.body.email);
      await limit.take(emailKey, request.ip);
      const replaces = readSessionCookie(request);
      const { token, userId } = await signIn(
        ctx,
        { emailKey, password: request.body.password, replaces },
        clientOf(request),
      );
      await limit.forgive(emailKey);
      setSessionCookie(request, reply, token);
      return reply
        .status(201)
        .header('location', `${request.url}/current`)
        .send(await describeMe(ctx, userId));
    },
  );

  app.get(
    '/sessions',
    {
      config: { access: 'rule' },
      schema: {
        tags,
        summary: 'List my sessions',
        operationId: 'listSessions',
        response: { 200: listOf(SessionSchema), ...problemsOf(401, 403) },
      },
    },
    async (request) => {
      const sessions = await listSessions(request.ctx, requireUser(request.ctx));
      const items = sessions.map((session) => ({ ...session, current: session.id === request.sessionId }));
      return { items, total: items.length };
    },
  );

  app.delete(
    '/sessions/current',
    {
      config: { access: 'rule' },
      schema: {
        tags,
        summary: 'Sign out',
        operationId: 'signOut',
        response: { 200: Type.Object({ deleted: Type.Literal(true) }), ...problemsOf(401, 403) },
      },
    },
    async (request, reply) => {
      const { ctx, sessionId } = request;
      const userId = requireUser(ctx);
      if (sessionId !== null) await inTransaction(ctx, (ctx) => endSession(ctx, userId, sessionId));
      setSessionCookie(request, reply, null);
      return { deleted: true as const };
    },
  );

  app.delete(
    '/sessions/:id',
    {
      config: { access: 'rule' },
      schema: {
        tags,
        summary: 'End one of my sessions',
        operationId: 'endSession',
        params: IdParams,
        response: { 200: Deleted, ...problemsOf(401, 403, 404) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const userId = requireUser(request.ctx);
      await inTransaction(request.ctx, (ctx) => endSession(ctx, userId, id));
      return { id, deleted: true as const };
    },
  );
}
