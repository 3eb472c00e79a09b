// Who may do what. Every route declares its access; a route without one does not start.

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

/** What a person may do, by role. */
export const scopesOf = {
  owner: allScopes,
  editor: ['content:read', 'content:write', 'forms:read', 'forms:write', 'crm:read', 'payments:read'],
} as const satisfies Record<string, readonly Scope[]>;

export type Role = keyof typeof scopesOf;
export const roles = Object.keys(scopesOf) as Role[];

/**
 * What a route asks of the caller:
 * a scope; `public`; `signature` (the handler verifies one); `rule` (the rule decides by the record: it calls `requireScope`).
 */
export type Access = Scope | 'public' | 'signature' | 'rule';

export const visitor: Actor = { kind: 'visitor', id: 'visitor', scopes: [] };
export const system: Actor = { kind: 'system', id: 'system', scopes: allScopes };

/** A scope to write includes the one to read; `admin` includes all. */
export function may(actor: Actor, scope: Scope): boolean {
  const { scopes } = actor;
  return (
    scopes.includes(scope) ||
    scopes.includes('admin') ||
    (scope.endsWith(':read') && scopes.includes(scope.replace(':read', ':write')))
  );
}

/** Throws 401 for a visitor and 403 for a token or user without the scope. */
export function requireScope(ctx: Pick<ReadContext, 'actor'>, scope: Scope): void {
  if (may(ctx.actor, scope)) return;
  if (ctx.actor.kind === 'visitor') throw unauthenticated();
  throw fail('insufficient_scope', { detail: `This needs the scope ${scope}`, extra: { requiredScope: scope } });
}

/** The id of the person who signed in. Throws 401 for a visitor and 403 for an API key. */
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
