// What changes how someone signs in asks for the password: an open session may not be its user's.

import { requireUser } from '../context/access.ts';
import type { Context } from '../context/context.ts';
import { failBody, Problem } from '../lib/errors.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import { requirePassword } from './users.ts';

/** Of a signed-in user. */
type Request = { ctx: Context; ip: string; sessionId: string | null };
type Owner = { id: string; name: string; email: string };

/**
 * The signed-in user, whose password this is. Attempts count like those of changing it. `run` is part of the attempt. Throws
 * invalid_body, which names `/password`, and rate_limited.
 */
export async function withPassword(
  { ctx, ip, sessionId }: Request,
  password: string,
  limit: SignInLimit,
  run: (user: Owner) => Promise<unknown> = async () => undefined,
): Promise<Owner> {
  const userId = requireUser(ctx);
  const attempt = { account: userId, address: ip, device: sessionId };
  await limit.take(attempt);
  const user = await requirePassword(ctx, userId, password, '/password');
  await run(user);
  await limit.forgive(attempt);
  return user;
}

/** Who is signed in is not asked to sign in again because of a wrong code. */
export function namingCode(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'invalid_code') throw error;
  throw failBody([{ pointer: '/code', code: 'wrong', detail: 'is wrong, expired or used' }]);
}
