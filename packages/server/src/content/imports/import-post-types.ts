// Post types from another system.

import type { WriteContext } from '../../context.ts';
import { createPostType, ensureBuiltInTypes, findPostType } from '../types/post-types.ts';

/** The type with this name. A new one accepts any custom field. */
export async function importPostType(ctx: WriteContext, name: string): Promise<{ name: string; isNew: boolean }> {
  await ensureBuiltInTypes(ctx);
  const existing = await findPostType(ctx, name);
  if (existing) return { name: existing.name, isNew: false };
  const plural = (await findPostType(ctx, `${name}s`)) ? name : `${name}s`;
  await createPostType(ctx, { name, plural, strict: false });
  return { name, isNew: true };
}
