// `frontdesk user create` and `user reset`: print a link with which a person sets a password.

import { InvalidArgumentError } from 'commander';
import { createByCommand, resetByCommand } from '../accounts/password-links.ts';
import { emailKeyOf } from '../accounts/users.ts';
import { type Role, roles } from '../context/access.ts';
import type { Context } from '../context/context.ts';
import { Problem } from '../lib/errors.ts';
import { ExpectedError } from '../lib/expected-error.ts';

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
