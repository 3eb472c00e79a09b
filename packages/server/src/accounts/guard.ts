// The route guard: finds out who asks, and holds every route to the access it declares.

import type { FastifyRequest } from 'fastify';
import type { Actor, Context } from '../context.ts';
import { fail } from '../errors.ts';
import { isFromOurPages } from '../http/same-origin.ts';
import { readSessionCookie } from '../http/session-cookie.ts';
import type { App } from '../http/typed-app.ts';
import { type Access, requireScope, type Scope, scopesOf, unauthenticated, visitor } from './access.ts';
import { findSession, noteSessionUse } from './sessions.ts';
import { noteTokenUse, type TokenCache, tokenCache } from './tokens.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    /** What this request may do: the service's context with the caller as its actor. */
    ctx: Context;
    /** The session of its cookie, where that says who asks. */
    sessionId: string | null;
  }
}

/** Refuses, at start, a route that does not say who may use it; fills `request.ctx` at each request. */
export function guardRoutes(app: App, context: Context): void {
  const tokens = tokenCache();
  app.decorateRequest('ctx');
  app.decorateRequest('sessionId', null);
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} does not declare its access`);
  });
  app.addHook('onRequest', async (request) => {
    request.ctx = { ...context, log: request.log, actor: visitor };
    // What has no route answers 404 or 405 to everybody.
    const access = request.routeOptions.config.access;
    if (!access || access === 'signature') return;
    request.ctx.actor = await identify(context, tokens, request, access);
    if (access !== 'public' && access !== 'rule') requireScope(request.ctx, access satisfies Scope);
  });
}

async function identify(context: Context, tokens: TokenCache, request: FastifyRequest, access: Access): Promise<Actor> {
  refuseTokenInQuery(request);
  const header = request.headers.authorization;
  // Other schemes (a proxy's Basic, say) are not meant for us.
  const text = header && /^bearer +(\S+) *$/i.exec(header)?.[1];
  if (!text) return identifyByCookie(context, request, access);
  const token = await tokens.find(context, text);
  if (!token) throw unauthenticated('invalid_token');
  noteTokenUse(context, token);
  return { kind: 'token', id: token.id, scopes: token.scopes };
}

async function identifyByCookie(context: Context, request: FastifyRequest, access: Access): Promise<Actor> {
  const cookie = readSessionCookie(request);
  const session = cookie === null ? null : await findSession(context, cookie);
  if (!session) return visitor;
  if (!isFromOurPages(request)) {
    // What a visitor may do is done as a visitor: a plain form of another page of this site, say.
    if (access === 'public' || access === 'rule') return visitor;
    throw fail('cross_origin');
  }
  noteSessionUse(context, session);
  request.sessionId = session.id;
  return { kind: 'user', id: session.userId, scopes: scopesOf[session.role] };
}

function refuseTokenInQuery(request: FastifyRequest): void {
  const query = request.query as Record<string, unknown>;
  if (query && ('access_token' in query || 'token' in query)) throw fail('token_in_query');
}
