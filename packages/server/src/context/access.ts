// Who may do what. Every route declares its access; the service does not start with a route that does not.

import { fail } from '../lib/errors.ts';
import type { Actor, ReadContext } from './context.ts';

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

/**
 * An API key may have one of these scopes for one content type or form only: `content:read:product`,
 * `forms:read:form_…`. Such a *limited* scope is nothing where a whole one is asked for.
 */
const limitable = ['content:read', 'content:write', 'forms:read', 'forms:write'] as const satisfies Scope[];
export type Limitable = (typeof limitable)[number];

/** The scopes of each role. What only owners may do beside that says `owners` in its `config`, or calls `requireOwner`. */
export const scopesOf = {
  owner: allScopes,
  admin: allScopes,
  editor: ['content:read', 'content:write', 'forms:read', 'forms:write', 'crm:read', 'payments:read'],
  author: ['content:read', 'content:write'],
  support: ['content:read', 'forms:read', 'forms:write', 'crm:read', 'crm:write', 'payments:read'],
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

/**
 * Whether the caller has the scope, if it is only for the content type or form with the name or ID `of`. A scope to write
 * includes the scope to read; `admin` includes all.
 */
export function may({ scopes }: Actor, scope: Scope, of?: string): boolean {
  if (scopes.length === 0) return false;
  if (scopes.includes('admin')) return true;
  return including(scope).some(
    (wider) => scopes.includes(wider) || (of !== undefined && scopes.includes(`${wider}:${of}`)),
  );
}

function including(scope: Scope): string[] {
  return scope.endsWith(':read') ? [scope, scope.replace(':read', ':write')] : [scope];
}

/** The names of the content types, or the IDs of the forms, for which the caller has the scope; null for all. */
export function namesFor(actor: Actor, scope: Limitable): string[] | null {
  if (may(actor, scope)) return null;
  const beginnings = including(scope).map((wider) => `${wider}:`);
  return actor.scopes.flatMap((scope) =>
    beginnings.some((beginning) => scope.startsWith(beginning)) ? scope.slice(scope.lastIndexOf(':') + 1) : [],
  );
}

/** Whether the caller has the scope for at least one content type or form. */
export function mayForSome(actor: Actor, scope: Scope): boolean {
  return may(actor, scope) || (isLimitable(scope) && namesFor(actor, scope)?.length !== 0);
}

function isLimitable(scope: string): scope is Limitable {
  return (limitable as readonly string[]).includes(scope);
}

/** A limited scope as its parts; null for a whole one. */
export function partsOfLimited(scope: string): { scope: Limitable; of: string } | null {
  const end = scope.lastIndexOf(':');
  const whole = scope.slice(0, end);
  return isLimitable(whole) ? { scope: whole, of: scope.slice(end + 1) } : null;
}

/** Callers of the same audience may read the same content. */
export function audienceOf(actor: Actor): string {
  if (may(actor, 'content:write')) return 'writer';
  const whole = may(actor, 'content:read') ? 'reader' : 'visitor';
  const limited = actor.scopes.filter((scope) => partsOfLimited(scope)?.scope.startsWith('content:'));
  return [whole, ...limited.sort()].join(' ');
}

/** Throws 401 for visitors, and 403 for API keys and users without the scope, or without it for what `of` names. */
export function requireScope(ctx: Pick<ReadContext, 'actor'>, scope: Scope, of?: string): void {
  if (may(ctx.actor, scope, of)) return;
  if (ctx.actor.kind === 'visitor') throw unauthenticated();
  throw fail('insufficient_scope', { detail: `This requires the scope ${scope}`, extra: { requiredScope: scope } });
}

/** Throws 401 or 403 for a caller who may not use a route at all. `has` is another way to look at its scopes. */
export function requireAccess(ctx: Pick<ReadContext, 'actor'>, access: Access, has: typeof mayForSome = may): void {
  if (access === 'public' || access === 'anyone' || access === 'signature' || access === 'rule') return;
  if (access === 'user') return void requireUser(ctx);
  const scopes = [access].flat() as Scope[];
  if (!scopes.some((scope) => has(ctx.actor, scope))) requireScope(ctx, scopes[0] as Scope);
}

/**
 * Throws owner_needed for users who are no owners: what would let an administrator become one. API keys with `admin` pass, because
 * only owners create them.
 */
export function requireOwner({ actor }: Pick<ReadContext, 'actor'>): void {
  if (actor.kind === 'user' && actor.role !== 'owner') throw fail('owner_needed');
}

/** Throws conflict for the signed-in user's own id: how they sign in is changed where the password is asked for. */
export function requireOther({ actor }: Pick<ReadContext, 'actor'>, id: string): void {
  if (actor.kind === 'user' && actor.id === id)
    throw fail('conflict', 'Change your own sign-in under My account, which asks for your password');
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
