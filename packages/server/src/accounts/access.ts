// Who may do what. Every route declares its access; the service does not start with a route that does not.

import type { Actor, ReadContext } from '../context.ts';
import { fail } from '../errors.ts';

export const allScopes = [
  'content:read',
  'content:write',
  'forms:read',
  'forms:write',
  'payments:read',
  'payments:write',
  'crm:read',
  'crm:write',
  'admin',
] as const;

export type Scope = (typeof allScopes)[number];

/** The scopes of each role. */
export const scopesOf = {
  owner: allScopes,
  editor: ['content:read', 'content:write', 'forms:read', 'forms:write', 'crm:read', 'payments:read'],
} as const satisfies Record<string, readonly Scope[]>;

export type Role = keyof typeof scopesOf;
export const roles = Object.keys(scopesOf) as Role[];

/**
 * What a route requires of the caller before anything else is looked at: a scope, or one of several; a signed-in user;
 * nothing (`public`); or nothing, not even a valid key (`anyone`), so that the database is not asked. With `signature` the
 * handler verifies a signature, and with `rule` its rule decides for the record by calling `requireScope`, because
 * visitors may use some of them.
 */
export type Access = Scope | readonly Scope[] | 'user' | 'public' | 'anyone' | 'signature' | 'rule';

export const visitor: Actor = { kind: 'visitor', id: 'visitor', scopes: [] };
export const system: Actor = { kind: 'system', id: 'system', scopes: allScopes };

/** A scope to write includes the scope to read; `admin` includes all. */
export function may(actor: Actor, scope: Scope): boolean {
  const { scopes } = actor;
  return (
    scopes.includes(scope) ||
    scopes.includes('admin') ||
    (scope.endsWith(':read') && scopes.includes(scope.replace(':read', ':write')))
  );
}

/** Throws 401 for visitors, and 403 for API keys and users without the scope. */
export function requireScope(ctx: Pick<ReadContext, 'actor'>, scope: Scope): void {
  if (may(ctx.actor, scope)) return;
  if (ctx.actor.kind === 'visitor') throw unauthenticated();
  throw fail('insufficient_scope', { detail: `This requires the scope ${scope}`, extra: { requiredScope: scope } });
}

/** Throws 401 or 403 for a caller who may not use a route at all. */
export function requireAccess(ctx: Pick<ReadContext, 'actor'>, access: Access): void {
  if (access === 'public' || access === 'anyone' || access === 'signature' || access === 'rule') return;
  if (access === 'user') return void requireUser(ctx);
  const scopes = [access].flat() as Scope[];
  if (!scopes.some((scope) => may(ctx.actor, scope))) requireScope(ctx, scopes[0] as Scope);
}

/** The id of the signed-in user. Throws 401 for visitors and 403 for API keys. */
export function requireUser(ctx: Pick<ReadContext, 'actor'>): string {
  if (ctx.actor.kind === 'visitor') throw unauthenticated();
  if (ctx.actor.kind !== 'user') throw fail('user_needed');
  return ctx.actor.id;
}

export function unauthenticated(code: 'unauthenticated' | 'invalid_token' = 'unauthenticated'): Error {
  const challenge =
    code === 'invalid_token' ? 'Bearer realm="frontdesk", error="invalid_token"' : 'Bearer realm="frontdesk"';
  return fail(code, { headers: { 'www-authenticate': challenge } });
}
