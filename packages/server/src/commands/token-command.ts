// `frontdesk token create|list|revoke`.

import { InvalidArgumentError } from 'commander';
import { createToken, findTokenId, listTokens, revokeToken } from '../accounts/tokens.ts';
import { allScopes, partsOfLimited } from '../context/access.ts';
import { type Context, inTransaction } from '../context/context.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { Temporal } from '../lib/temporal.ts';

export type TokenCommandOptions = { name: string; scopes: string[]; expires?: string };

/** Prints the new key, or all about it. */
export async function createKey(
  ctx: Context,
  { name, scopes, expires, json }: TokenCommandOptions & { json: boolean },
): Promise<void> {
  if (expires && Date.parse(expires) <= ctx.now().getTime())
    throw new ExpectedError('The key would have expired already: --expires must be in the future.');
  const created = await inTransaction(ctx, (ctx) => createToken(ctx, { name, scopes, expiresAt: expires }));
  console.log(json ? JSON.stringify(created) : created.token);
}

/** A line for each key, with tabs between its values; with `json` a line of JSON. */
export async function listKeys(ctx: Context, json: boolean): Promise<void> {
  for (const token of await listTokens(ctx)) {
    const { id, name, lastFour, scopes, lastUsedAt, expiresAt } = token;
    const values = [id, name, `…${lastFour}`, scopes.join(','), lastUsedAt ?? 'never used', expiresAt ?? 'no end'];
    console.log(json ? JSON.stringify(token) : values.join('\t'));
  }
}

/** By its ID or by the key itself, for one that was found where it should not be. */
export async function revokeKey(ctx: Context, idOrKey: string, json: boolean): Promise<void> {
  const id = (await findTokenId(ctx, idOrKey)) ?? idOrKey;
  await inTransaction(ctx, (ctx) => revokeToken(ctx, id));
  console.log(json ? JSON.stringify({ revoked: id }) : `Revoked: ${id}`);
}

export function readName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Say what the key is for.');
  return text;
}

/** Whether a limited scope names something is seen when the key is created. */
export function readScopes(text: string): string[] {
  const scopes = text.split(',').map((scope) => scope.trim());
  const isKnown = (scope: string) => (allScopes as readonly string[]).includes(scope) || partsOfLimited(scope)?.of;
  const unknown = scopes.filter((scope) => !isKnown(scope));
  if (unknown.length === 0) return scopes;
  throw new InvalidArgumentError(
    `Unknown: ${unknown.join(', ')}. Available scopes: ${allScopes.join(', ')}; for one content type or form: content:read:product, forms:write:contact.`,
  );
}

/** A day, which ends the key as it begins in UTC, or a time with its zone; as it is stored. */
export function readExpiry(text: string): string {
  const time = instantOf(text);
  if (time === null)
    throw new InvalidArgumentError('Use a date such as 2027-12-31 or a time such as 2027-12-31T12:00:00Z.');
  return new Date(time.epochMilliseconds).toISOString();
}

/** Null for what is not a time, such as 30 February, for which Date.parse answers 2 March. */
function instantOf(text: string): Temporal.Instant | null {
  try {
    if (/t/i.test(text)) return Temporal.Instant.from(text);
    return Temporal.PlainDate.from(text).toZonedDateTime('UTC').toInstant();
  } catch {
    return null;
  }
}
