// Setting up the site: the one-time link creates the owner and names the site. There is no default password. All nodes that start before that
// show the same link, which works for a week after the last of these starts.

import { type Context, inTransaction, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import { randomText, safeEqual } from '../lib/crypto.ts';
import { fail } from '../lib/errors.ts';
import { addSetting, lockSetting, readSetting, removeSetting, writeSetting } from '../settings/settings.ts';
import type { NewUser } from './accounts.schemas.ts';
import { hashPassword } from './passwords.ts';
import { type Begun, type Client, startSession } from './sessions.ts';
import { hasOwner, insertUser } from './users.ts';

/** The name of the setting with the code and its end, and what they are sealed for. */
export const setupLinkSetting = 'setupLink';
const validMs = 7 * 86_400_000;

type SetupCode = { code: string; expiresAt: string };

/** The link: the one that was made before while that works, otherwise a new one; null once there is an owner. */
export async function setupLink(ctx: Context): Promise<string | null> {
  if (await hasOwner(ctx)) return null;
  const code = await inTransaction(ctx, extendCode);
  return `${ctx.publicUrl() ?? ''}/admin/setup?code=${code}`;
}

/** Of processes that start at once on an empty database, one adds its code, and the others wait for that and read it. */
async function extendCode(ctx: WriteContext): Promise<string> {
  const made = randomText(32);
  if (await addSetting(ctx, setupLinkSetting, sealCode(ctx, made))) return made;
  const code = openCode(ctx, await lockSetting<string>(ctx, setupLinkSetting)) ?? made;
  await writeSetting(ctx, setupLinkSetting, sealCode(ctx, code));
  return code;
}

function sealCode(ctx: WriteContext, code: string): string {
  const sealed: SetupCode = { code, expiresAt: timeOf(ctx, validMs) };
  return ctx.sealer.seal(JSON.stringify(sealed), setupLinkSetting);
}

/** Null if there is none, it has expired, or another key has sealed it. */
function openCode({ sealer, now }: ReadContext, box: string | null): string | null {
  const text = box && sealer.unseal(box, setupLinkSetting);
  if (!text) return null;
  const { code, expiresAt } = JSON.parse(text) as SetupCode;
  return Date.parse(expiresAt) > now().getTime() ? code : null;
}

export async function isSetupCode(ctx: ReadContext, code: string): Promise<boolean> {
  const known = openCode(ctx, await readSetting<string>(ctx, setupLinkSetting));
  return known !== null && safeEqual(code, known);
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
    if (!(await removeSetting(ctx, setupLinkSetting))) throw fail('invalid_setup_code');
    if (await hasOwner(ctx)) throw fail('already_set_up');
    await writeSetting(ctx, 'siteName', input.siteName);
    const userId = await insertUser(ctx, { ...input, role: 'owner' }, passwordHash);
    return startSession(ctx, { id: userId, name: input.name }, client, 'link');
  });
}
