// `frontdesk token create`, `user create` and `user reset`: print a link with which a person sets a password.

import { InvalidArgumentError } from 'commander';
import { createByCommand, resetByCommand } from '../accounts/password-links.ts';
import { createToken, findTokenId, listTokens, revokeToken } from '../accounts/tokens.ts';
import { emailKeyOf } from '../accounts/users.ts';
import { allScopes, partsOfLimited, type Role, roles } from '../context/access.ts';
import { type Context, inTransaction } from '../context/context.ts';
import { Problem } from '../lib/errors.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { Temporal } from '../lib/temporal.ts';

export type UserCommandOptions = { name?: string; role: Role; json: boolean };

export function readRole(text: string): Role {
  if ((roles as string[]).includes(text)) return text as Role;
  throw new InvalidArgumentError(`Use one of ${roles.join(', ')}.`);
}

export function readEmail(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text.trim())) return text.trim();
  throw new InvalidArgumentError('Use an email address.');
}

/** Prints the link of the new user. */
export async function createUser(ctx: Context, email: string, { name, role, json }: UserCommandOptions): Promise<void> {
  print(await explained(createByCommand(ctx, { email, name: name ?? email, role }), email), json);
}

/** Prints the link with which the user sets a new password. */
export async function resetUser(
  ctx: Context,
  email: string,
  options: { secondFactorOff: boolean; withoutPasskeys: boolean; json: boolean },
): Promise<void> {
  print(await explained(resetByCommand(ctx, emailKeyOf(email), options), email), options.json);
  if (options.secondFactorOff) console.error('Two-step sign-in is off. The user gets a mail.');
  if (options.withoutPasskeys) console.error('The passkeys are removed. The user gets a mail.');
}

function print({ url, expiresAt }: { url: string; expiresAt: string }, json: boolean): void {
  if (json) {
    console.log(JSON.stringify({ url, expiresAt }));
    return;
  }
  console.error(`Open this link to set a password. It works once, until ${expiresAt}:`);
  console.log(url);
}

async function explained<T>(work: Promise<T>, email: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'user_not_found') throw new ExpectedError(`There is no user with the address ${email}.`);
    if (error.code === 'email_taken') throw new ExpectedError(`There is a user with the address ${email} already.`);
    throw error;
  }
}

// `frontdesk token create|list|revoke`.

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

/** A list as all commands print it: a table on a terminal, TSV elsewhere; with `json` a line of JSON for each key. */
export async function listKeys(ctx: Context, json: boolean): Promise<void> {
  const tokens = await listTokens(ctx);
  if (json) {
    for (const token of tokens) console.log(JSON.stringify(token));
    return;
  }
  const rows = tokens.map(({ id, name, lastFour, scopes, lastUsedAt, expiresAt }) => [
    ...[id, name, lastFour, scopes.join(','), lastUsedAt ?? '', expiresAt ?? ''],
  ]);
  printTable([['id', 'name', 'lastFour', 'scopes', 'lastUsedAt', 'expiresAt'], ...rows]);
}

function printTable(rows: readonly string[][]): void {
  const widths = (rows[0] ?? []).map((_title, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of rows) {
    const padded = row.map((cell, at) => cell.padEnd(widths[at] ?? 0));
    console.log(process.stdout.isTTY ? padded.join('  ').trimEnd() : row.join('\t'));
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
