// Setting up the site: the one-time link creates the owner and names the site. There is no default password.

import { type Context, inTransaction, type ReadContext } from '../context.ts';
import { fail } from '../errors.ts';
import { randomText, safeEqual, sha256 } from '../lib/crypto.ts';
import { readSetting, removeSetting, writeSetting } from '../settings/settings.ts';
import type { NewUser } from './accounts.schemas.ts';
import { hashPassword } from './passwords.ts';
import { type Begun, type Client, startSession } from './sessions.ts';
import { hasOwner, insertUser } from './users.ts';

const codeSetting = 'setupCodeHash';

/** Creates the link, which replaces any earlier one; null once there is an owner. */
export async function setupLink(ctx: Context): Promise<string | null> {
  if (await hasOwner(ctx)) return null;
  const code = randomText(32);
  await inTransaction(ctx, (ctx) => writeSetting(ctx, codeSetting, sha256(code)));
  return `${ctx.publicUrl() ?? ''}/admin/setup?code=${code}`;
}

export async function isSetupCode(ctx: ReadContext, code: string): Promise<boolean> {
  const known = await readSetting<string>(ctx, codeSetting);
  return known !== null && safeEqual(sha256(code), known);
}

/** Creates the owner and names the site; the link works once. Throws already_set_up, invalid_setup_code, invalid_body. */
export async function setUp(
  ctx: Context,
  input: Omit<NewUser, 'role'> & { code: string; siteName: string },
  client: Client,
): Promise<Begun> {
  if (await hasOwner(ctx)) throw fail('already_set_up');
  if (!(await isSetupCode(ctx, input.code))) throw fail('invalid_setup_code');
  const passwordHash = await hashPassword(input.password, '/password', [input.email, input.name, input.siteName]);
  return inTransaction(ctx, async (ctx) => {
    if (!(await removeSetting(ctx, codeSetting))) throw fail('invalid_setup_code');
    if (await hasOwner(ctx)) throw fail('already_set_up');
    await writeSetting(ctx, 'siteName', input.siteName);
    const userId = await insertUser(ctx, { ...input, role: 'owner' }, passwordHash);
    return startSession(ctx, { id: userId, name: input.name }, client, 'link');
  });
}
