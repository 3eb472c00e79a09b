// Where media records are shown besides items: in forms, and by the site on its pages.

import { type SqlBool, sql } from 'kysely';
import { namesFor } from '../../context/access.ts';
import type { ReadContext } from '../../context/context.ts';
import { containsText } from '../../database/contains-text.ts';

type Shown = { forms: { id: string; slug: string; name: string }[]; site: ('logo' | 'looks')[] };

/** All forms that show it, by name, and the settings of the site that have it. */
export async function findShowing(ctx: ReadContext, mediaId: string): Promise<Shown> {
  const holds = (column: string) => containsText(sql`cast(${sql.ref(column)} as text)`, `"${mediaId}"`);
  const rows = await ctx.db
    .selectFrom('forms')
    .select(['id', 'slug', 'name'])
    .where(sql<SqlBool>`(${holds('fields')} or ${holds('settings')})`)
    .unionAll(
      ctx.db
        .selectFrom('settings')
        .select([sql<string>`''`.as('id'), sql<string>`''`.as('slug'), 'name'])
        .where('name', 'in', ['looks', 'logo'])
        .where(holds('value')),
    )
    .orderBy('name')
    .execute();
  return {
    forms: rows.filter(({ id }) => id !== ''),
    site: rows.filter(({ id }) => id === '').map(({ name }) => name as 'logo' | 'looks'),
  };
}

/** Without the forms that the caller may not read. */
export async function findShowingSeen(ctx: ReadContext, mediaId: string): Promise<Shown> {
  const { forms, site } = await findShowing(ctx, mediaId);
  const readable = namesFor(ctx.actor, 'forms:read');
  return { forms: forms.filter(({ id }) => readable === null || readable.includes(id)), site };
}
