// The route guard: identifies the caller and enforces the access that each route declares.

import type { FastifyRequest } from 'fastify';
import {
  type Access,
  may,
  mayForSome,
  partsOfLimited,
  requireAccess,
  requireOwner,
  scopesOf,
  unauthenticated,
  visitor,
} from '../context/access.ts';
import type { Actor, Context } from '../context/context.ts';
import { isFromOurPages, readSessionCookie } from '../http/browser-session.ts';
import type { App } from '../http/typed-app.ts';
import { fail } from '../lib/errors.ts';
import { findSession, recordSessionUse } from './sessions.ts';
import { findFormId, findTypeName, recordTokenUse, type TokenCache, tokenCache } from './tokens.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /**
     * Open to keys with a limited scope too: for the content type (`:type` or `:name`) or the form (`:id`) in the path, or
     * as the route's rule decides. All other routes require the whole scope.
     */
    limited?: 'type' | 'form' | 'rule';
    /** Whether only owners may use it (`only`), or only owners for what concerns an owner (`theirs`, which its rule decides). */
    owners?: 'only' | 'theirs';
  }
  interface FastifyRequest {
    /** The service's context with the caller as its actor. */
    ctx: Context;
    /** The session of its cookie, if that identifies the caller. */
    sessionId: string | null;
    /** Whether its user must set up a second factor before anything else. */
    needsSecondFactor: boolean;
    /** When its API key expires, in milliseconds. */
    expiresAt: number;
  }
}

/** Rejects routes without declared access at start; sets `request.ctx` for each request. */
export function guardRoutes(app: App, context: Context): void {
  const tokens = tokenCache();
  app.decorateRequest('ctx');
  app.decorateRequest('sessionId', null);
  app.decorateRequest('needsSecondFactor', false);
  app.decorateRequest('expiresAt', Number.POSITIVE_INFINITY);
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} does not declare its access`);
  });
  app.addHook('onRequest', async (request) => {
    request.ctx = { ...context, log: request.log, actor: visitor };
    // Requests without a route get 404 or 405 without authentication.
    const access = request.routeOptions.config.access;
    if (!access || access === 'signature' || access === 'anyone') return;
    request.ctx.actor = await identify(context, tokens, request, access);
    if (request.needsSecondFactor && isScope(access)) throw fail('second_factor_needed');
    await requireRoute(request, access);
    if (request.routeOptions.config.owners === 'only') requireOwner(request.ctx);
  });
}

/** Whether a route requires a scope, or one of several. */
function isScope(access: Access): boolean {
  return !['user', 'public', 'anyone', 'signature', 'rule'].includes(access as string);
}

async function requireRoute(request: FastifyRequest, access: Access): Promise<void> {
  const { ctx, params } = request;
  const { limited } = request.routeOptions.config;
  const isLimited = limited !== undefined && ctx.actor.scopes.some((scope) => partsOfLimited(scope) !== null);
  if (!isLimited) return requireAccess(ctx, access);
  if (limited === 'rule') return requireAccess(ctx, access, mayForSome);
  const { type, name = type, id } = params as Record<string, string>;
  const of = limited === 'type' ? await findTypeName(ctx, name ?? '') : await findFormId(ctx, id ?? '');
  requireAccess(ctx, access, (actor, scope) => may(actor, scope, of));
}

async function identify(context: Context, tokens: TokenCache, request: FastifyRequest, access: Access): Promise<Actor> {
  refuseTokenInQuery(request);
  const header = request.headers.authorization;
  // Other schemes, such as a proxy's Basic, are not for us.
  const text = header && /^bearer +(\S+) *$/i.exec(header)?.[1];
  if (!text) return identifyByCookie(context, request, access);
  const token = await tokens.find(context, text);
  if (!token) throw unauthenticated('invalid_token');
  recordTokenUse(context, token);
  request.expiresAt = token.expiresAt;
  return { kind: 'token', id: token.id, name: token.name, scopes: token.scopes };
}

async function identifyByCookie(context: Context, request: FastifyRequest, access: Access): Promise<Actor> {
  const cookie = readSessionCookie(request);
  const session = cookie === null ? null : await findSession(context, cookie);
  if (!session) return visitor;
  if (!isFromOurPages(request)) {
    // Whatever visitors may do is done as a visitor: an HTML form on another page of this site, for example.
    if (access === 'public' || access === 'rule') return visitor;
    throw fail('cross_origin');
  }
  recordSessionUse(context, session);
  request.sessionId = session.id;
  request.needsSecondFactor = session.needsSecondFactor;
  const scopes = session.needsSecondFactor ? [] : scopesOf[session.role];
  return { kind: 'user', id: session.userId, name: session.userName, role: session.role, scopes };
}

function refuseTokenInQuery(request: FastifyRequest): void {
  const query = request.query as Record<string, unknown>;
  if (query && ('access_token' in query || 'token' in query)) throw fail('token_in_query');
}
