// What refers to something when that is deleted: it holds it, or lets go of it.

import { sql } from 'kysely';
import { requireScope } from '../../context/access.ts';
import type { WriteContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { fail } from '../../lib/errors.ts';
import { lockItem } from '../model/find-item.ts';
import { fieldColumns } from '../model/item-fields.ts';
import { withoutReferences } from '../references/field-references.ts';
import {
  type FoundReferrer,
  inText,
  isUsing,
  type OnDelete,
  type Referrer,
  readReferrers,
  shownTo,
  withUses,
} from '../references/referrers.ts';
import { storeChange } from './store-change.ts';

/**
 * Locks the items whose references go with what is deleted: all of them with `clear`, otherwise those of types that clear
 * references by themselves. Call it before the record itself is locked: a request that saves one of them locks that item
 * first, and then what it refers to.
 */
export async function lockReferrers(ctx: WriteContext, targetId: string, clear: boolean): Promise<void> {
  const clearing = sql<string>`'%"onDelete":"clear"%'`;
  const referrers = ctx.db
    .selectFrom('items')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('itemReferences').select('itemId').where('targetId', '=', targetId))
    .$if(!clear, (query) =>
      query.where('type', 'in', (eb) =>
        eb.selectFrom('postTypes').select('name').where(sql`cast("fields" as text)`, 'like', clearing),
      ),
    )
    .orderBy('id');
  await ctx.dialect.lockRowsForChange(referrers).execute();
}

type Release = {
  clear: boolean;
  leaveTexts?: boolean;
  authors?: readonly string[];
  forms?: readonly string[];
  /** Whether the site shows it on its pages. */
  isOfSite?: boolean;
};

/**
 * Call it before an item or a media record is deleted, with its row locked, so that no other reference to it is stored
 * meanwhile. Throws 409 still_referenced if other items refer to it in fields that do not say otherwise (`onDelete`). With
 * `clear`, removes all references instead; with `leaveTexts`, texts that lead to it are no obstacle. `authors` and `forms`
 * are the names of those that refer to it, too.
 */
export async function releaseReferences(
  ctx: WriteContext,
  targetId: string,
  { clear, leaveTexts = false, authors = [], forms = [], isOfSite = false }: Release,
): Promise<void> {
  const referrers = await readReferrers(ctx, targetId);
  const holds = ([name, use]: [string, OnDelete]): boolean => use === 'refuse' && !(leaveTexts && name === inText);
  const holding = clear ? [] : referrers.map((referrer) => withUses(referrer, holds)).filter(isUsing);
  if (holding.length > 0 || (!clear && (authors.length + forms.length > 0 || isOfSite)))
    throw stillReferenced(await shownTo(ctx, targetId, holding), holding.length, { authors, forms, isOfSite });
  // A URL in a text is left for its authors: what is around it would have to change as well.
  const clears = ([name, use]: [string, OnDelete]): boolean => (clear || use === 'clear') && name !== inText;
  const clearing = referrers.map((referrer) => withUses(referrer, clears)).filter(isUsing);
  // What a type declares to be cleared is cleared for everyone; what the request asks for requires the scope.
  if (clear) for (const { type } of clearing) requireScope(ctx, 'content:write', type);
  for (const referrer of clearing) await removeReferences(ctx, referrer, targetId);
}

const maxListed = 20;
const maxNamed = 3;

/** `referrers` are those that the caller may see, of `total`. */
function stillReferenced(
  referrers: Referrer[],
  total: number,
  { authors, forms, isOfSite }: Pick<Required<Release>, 'authors' | 'forms' | 'isOfSite'>,
): Error {
  const items = namesOf(
    referrers.map(({ title }) => title),
    total,
  );
  const details = [
    ...(total > 0 ? [`Items that refer to it: ${items}`] : []),
    ...(authors.length > 0 ? [`Authors whose picture it is: ${namesOf(authors, authors.length)}`] : []),
    ...(forms.length > 0 ? [`Forms that show it: ${namesOf(forms, forms.length)}`] : []),
    ...(isOfSite ? ['The site shows it on its pages'] : []),
  ];
  return fail('still_referenced', {
    detail: details.join('. '),
    extra: { referrers: referrers.slice(0, maxListed), referrersTotal: total },
  });
}

function namesOf(all: readonly string[], total: number): string {
  const names = all.slice(0, maxNamed).map((name) => `"${name.slice(0, 100)}"`);
  const others = total - names.length;
  return names.length === 0 ? `${total}` : `${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

async function removeReferences(
  ctx: WriteContext,
  { id, type: name, declared, uses }: FoundReferrer,
  targetId: string,
): Promise<void> {
  const item = await lockItem(ctx, name, id);
  const names = Object.keys(uses);
  const fields = withoutReferences(declared, JSON.parse(item.fields), names, targetId);
  const changed = [...new Set(names.map((name) => `fields.${topOf(declared, name)}`))];
  const type = { name, fields: declared };
  const after = { ...item, ...(await fieldColumns(type, fields)) };
  await storeChange(ctx, { before: item, after, changed });
}

/** The field of the item that a name such as `rows.photo` is in. Undeclared names may have dots as well. */
function topOf(declared: readonly FieldDeclaration[], name: string): string {
  const outer = declared.find((field) => name === field.name || name.startsWith(`${field.name}.`));
  return outer?.name ?? name;
}
