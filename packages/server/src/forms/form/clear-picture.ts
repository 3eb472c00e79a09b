// Forms without a picture that is deleted: their looks, and the choices that it illustrates.

import { type SqlBool, sql } from 'kysely';
import { timeOf, type WriteContext } from '../../context/context.ts';
import { containsText } from '../../database/contains-text.ts';
import { updateRow } from '../../database/update-row.ts';
import { withoutPicture } from '../../settings/looks.ts';
import { parseForm } from './form.ts';
import { formChanged } from './parts.ts';

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
      ...(looks && { settings: JSON.stringify({ ...settings, looks: withoutPicture(looks, mediaId) }) }),
      fields: JSON.stringify(
        JSON.parse(row.fields, (name, value) => (name === 'image' && value === mediaId ? undefined : value)),
      ),
    };
    const stamp = { version: row.version + 1, updatedAt: timeOf(ctx) };
    const updated = await updateRow(ctx, 'forms', row, changes, stamp);
    await formChanged(ctx, parseForm(updated), parseForm(row));
  }
}
