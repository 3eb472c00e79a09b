// The signed-in user and the site: what the admin loads first.

import type { ReadContext } from '../context.ts';
import { defaultSiteName, readSetting } from '../settings/settings.ts';
import type { Me } from './accounts.schemas.ts';
import { findUser } from './users.ts';

export async function describeMe(ctx: ReadContext, userId: string): Promise<Me> {
  const { id, name, email, role, scopes } = await findUser(ctx, userId);
  const siteName = (await readSetting<string>(ctx, 'siteName')) ?? defaultSiteName;
  return { user: { id, name, email, role, scopes }, site: { name: siteName } };
}
