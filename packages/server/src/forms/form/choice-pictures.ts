// The pictures of choices in a form, and of what it sells: checked when the form is stored, and found when its page is shown.

import { type SqlBool, sql } from 'kysely';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import { containsText } from '../../database/expressions.ts';
import { updateRow } from '../../database/update-row.ts';
import { declaredIn, type FieldDeclaration, optionLabels } from '../../fields/field.ts';
import type { Fault } from '../../lib/errors.ts';
import { withoutPicture } from '../../settings/looks.ts';
import { findPublicPictures, type PublicPicture } from '../../settings/public-pictures.ts';
import { formUpdated, parseForm } from './form.ts';
import { formChanged } from './parts.ts';

/** The faults in fields that are about to be stored; pointers start with `/fields`. */
export async function findPictureFaults(ctx: ReadContext, fields: readonly FieldDeclaration[]): Promise<Fault[]> {
  const found = await findPictures(ctx, fields);
  return imagesIn(fields).flatMap(({ image, pointer }): Fault[] => {
    const picture = found.get(image);
    return picture && 'fault' in picture ? [{ pointer, code: 'unusable_picture', detail: picture.fault }] : [];
  });
}

/** The IDs that the options of fields and of price lines name, with where each is. */
function imagesIn(fields: readonly FieldDeclaration[]): { image: string; pointer: string }[] {
  return declaredIn(fields).flatMap(({ field, pointer: at }) =>
    [
      { options: optionLabels(field), pointer: at },
      ...(field.lines ?? []).map(({ options = [] }, index) => ({ options, pointer: `${at}/lines/${index}` })),
    ].flatMap(({ options, pointer }) =>
      options.flatMap(({ image }, index) =>
        image === undefined ? [] : [{ image, pointer: `${pointer}/options/${index}/image` }],
      ),
    ),
  );
}

/** The URLs of the pictures by ID, on this origin, without those that were deleted. */
export async function picturesOf(
  ctx: ReadContext,
  { fields }: { fields: readonly FieldDeclaration[] },
  origin = '',
): Promise<Map<string, string>> {
  const found = await findPictures(ctx, fields);
  return new Map([...found].flatMap(([id, one]) => ('url' in one ? [[id, `${origin}${one.url}`] as const] : [])));
}

async function findPictures(
  ctx: ReadContext,
  fields: readonly FieldDeclaration[],
): Promise<ReadonlyMap<string, PublicPicture>> {
  const ids = new Set(imagesIn(fields).map(({ image }) => image));
  return findPublicPictures(ctx, [...ids], { name: 'choice', width: 640 });
}

// Forms without a picture that is deleted: their looks, and the choices that it illustrates.

/** Removes it from all forms that show it. */
export async function clearPictureOfForms(ctx: WriteContext, mediaId: string): Promise<void> {
  const named = (column: string) => containsText(sql`cast(${sql.ref(column)} as text)`, `"${mediaId}"`);
  const showing = ctx.db
    .selectFrom('forms')
    .selectAll()
    .where(sql<SqlBool>`(${named('fields')} or ${named('settings')})`)
    .orderBy('id');
  for (const row of await ctx.dialect.lockRows(showing).execute()) {
    const { looks, ...settings } = JSON.parse(row.settings);
    const changes = {
      ...(looks && {
        settings: JSON.stringify({ ...settings, looks: withoutPicture(looks, mediaId, { isForm: true }) }),
      }),
      fields: JSON.stringify(
        JSON.parse(row.fields, (name, value) => (name === 'image' && value === mediaId ? undefined : value)),
      ),
    };
    const stamp = { version: row.version + 1, updatedAt: timeOf(ctx) };
    const updated = await updateRow(ctx, 'forms', row, changes, stamp);
    await formChanged(ctx, parseForm(updated), parseForm(row));
    await formUpdated(ctx, row, updated);
  }
}
