// What limited scopes name: content types by their singular names, and forms by their IDs, because a slug may change and
// belong to another form then.

import { partsOfLimited } from '../context/access.ts';
import type { ReadContext } from '../context/context.ts';
import { type Fault, failBody } from '../lib/errors.ts';

/** The singular name of the content type with this singular or plural name. */
export async function findTypeName({ db }: ReadContext, name: string): Promise<string | undefined> {
  const types = db.selectFrom('postTypes').select('name');
  const type = await types.where((eb) => eb.or([eb('name', '=', name), eb('plural', '=', name)])).executeTakeFirst();
  return type?.name;
}

/** The ID of the form with this ID or slug. */
export async function findFormId({ db }: ReadContext, idOrSlug: string): Promise<string | undefined> {
  const forms = db.selectFrom('forms').select('id');
  const form = await forms
    .where((eb) => eb.or([eb('id', '=', idOrSlug), eb('slug', '=', idOrSlug)]))
    .executeTakeFirst();
  return form?.id;
}

/** Scopes as they are stored. Throws 422 for those that are limited to something that does not exist. */
export async function storedScopes(ctx: ReadContext, scopes: readonly string[]): Promise<string[]> {
  const stored: string[] = [];
  const faults: Fault[] = [];
  for (const [index, text] of scopes.entries()) {
    const parts = partsOfLimited(text);
    const isOfForm = parts?.scope.startsWith('forms:');
    const name = parts && (await (isOfForm ? findFormId(ctx, parts.of) : findTypeName(ctx, parts.of)));
    if (parts && name === undefined) {
      const detail = `names no ${isOfForm ? 'form' : 'content type'}: there is no "${parts.of}"`;
      faults.push({ pointer: `/scopes/${index}`, code: 'unknown', detail });
    }
    stored.push(parts ? `${parts.scope}:${name}` : text);
  }
  if (faults.length > 0) throw failBody(faults);
  return [...new Set(stored)];
}
