// The forms whose answers an export of the inbox has columns for.

import { namesFor } from '../../context/access.ts';
import type { ReadContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';

/** Those that the caller may read, or the one with this ID or slug. The oldest is first. */
export async function listExportedForms(
  ctx: ReadContext,
  idOrSlug: string | undefined,
): Promise<{ fields: FieldDeclaration[] }[]> {
  const ids = namesFor(ctx.actor, 'forms:read');
  let forms = ctx.db.selectFrom('forms').select('fields').orderBy('createdAt').orderBy('id');
  if (ids !== null) forms = forms.where('id', 'in', ['', ...ids]);
  if (idOrSlug !== undefined) forms = forms.where((eb) => eb.or([eb('id', '=', idOrSlug), eb('slug', '=', idOrSlug)]));
  return (await forms.execute()).map(({ fields }) => ({ fields: JSON.parse(fields) as FieldDeclaration[] }));
}
