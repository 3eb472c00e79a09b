// Post types: what kinds of content there are and which custom fields their items have.

import Type, { type Static } from 'typebox';
import { requireScope } from '../../accounts/access.ts';
import { type ReadContext, timeOf, type WriteContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';
import { type Fault, fail, failBody } from '../../errors.ts';
import { checkDeclarations } from '../../fields/declarations.ts';
import { type FieldDeclaration, FieldDeclarations } from '../../fields/field.ts';
import { findKind, scalarOf } from '../../fields/field-kinds.ts';
import { bodyOf, Time } from '../../http/schemas.ts';
import { hasRepeatedValues } from './unique-fields.ts';

const Name = Type.String({ pattern: '^[a-z][a-z0-9_-]{0,49}$' });

export const PostTypeSchema = Type.Object(
  {
    name: Type.String({ description: 'Singular name, as in addresses' }),
    plural: Type.String({ description: 'Plural name; addresses take it as well' }),
    label: Type.String(),
    strict: Type.Boolean({ description: 'Undeclared custom fields are rejected' }),
    publicRead: Type.Boolean({ description: 'Published items can be read without a token' }),
    builtIn: Type.Boolean(),
    fields: FieldDeclarations,
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'PostType', description: 'A kind of content and its custom fields' },
);
export type PostType = Static<typeof PostTypeSchema>;

const changeable = {
  plural: Type.Optional(Name),
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  strict: Type.Optional(Type.Boolean()),
  publicRead: Type.Optional(Type.Boolean()),
  fields: Type.Optional(FieldDeclarations),
};

export const NewPostType = bodyOf({ name: Name, ...changeable }, { title: 'NewPostType' });
export type NewPostType = Static<typeof NewPostType>;

export const PostTypeChange = bodyOf(changeable, {
  title: 'PostTypeChange',
  description: 'The given members are replaced',
});
export type PostTypeChange = Static<typeof PostTypeChange>;

const builtIns = [
  { name: 'post', plural: 'posts', label: 'Posts' },
  { name: 'page', plural: 'pages', label: 'Pages' },
];

/** Stores the built-in types where they are missing; what was changed about them stays. */
export async function ensureBuiltInTypes(ctx: WriteContext): Promise<void> {
  const now = timeOf(ctx);
  const rest = { strict: 0, publicRead: 0, builtIn: 1, fields: '[]', createdAt: now, updatedAt: now } as const;
  await ctx.db
    .insertInto('postTypes')
    .values(builtIns.map((type) => ({ ...type, ...rest })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The type of this singular or plural name, or null. */
export async function findPostType(ctx: ReadContext, name: string): Promise<PostType | null> {
  const row = await ctx.db
    .selectFrom('postTypes')
    .selectAll()
    .where((eb) => eb.or([eb('name', '=', name), eb('plural', '=', name)]))
    .executeTakeFirst();
  return row ? toPostType(row) : null;
}

/** Throws 404 where there is no such type. */
export async function getPostType(ctx: ReadContext, name: string): Promise<PostType> {
  const type = await findPostType(ctx, name);
  if (!type) throw fail('type_not_found', { detail: `No post type is called ${name}` });
  return type;
}

/** A type that the caller may read: items of a type with `publicRead` need no token. Throws 401, 403, 404. */
export async function getReadablePostType(ctx: ReadContext, name: string): Promise<PostType> {
  const type = await findPostType(ctx, name);
  if (!type?.publicRead) requireScope(ctx, 'content:read');
  return type ?? getPostType(ctx, name);
}

/** All types, the built-in ones first. */
export async function listPostTypes(ctx: ReadContext): Promise<PostType[]> {
  const rows = await ctx.db.selectFrom('postTypes').selectAll().orderBy('builtIn', 'desc').orderBy('name').execute();
  return rows.map(toPostType);
}

export async function createPostType(ctx: WriteContext, input: NewPostType): Promise<PostType> {
  const fields = input.fields ?? [];
  refuseBadFields(fields);
  const plural = input.plural ?? `${input.name}s`;
  await lockNames(ctx);
  await refuseTakenNames(ctx, [input.name, plural], null);
  const now = timeOf(ctx);
  const row: Row<'postTypes'> = {
    name: input.name,
    plural,
    label: input.label ?? capitalise(plural),
    strict: input.strict === false ? 0 : 1,
    publicRead: input.publicRead ? 1 : 0,
    builtIn: 0,
    fields: JSON.stringify(fields),
    createdAt: now,
    updatedAt: now,
  };
  await ctx.db.insertInto('postTypes').values(row).execute();
  return toPostType(row);
}

/** Changes a type. Its items keep their values, also those of fields that are no longer declared. */
export async function updatePostType(ctx: WriteContext, name: string, change: PostTypeChange): Promise<PostType> {
  if (change.fields) refuseBadFields(change.fields);
  if (change.plural !== undefined) await lockNames(ctx);
  const type = await lockPostType(ctx, name);
  if (change.plural !== undefined && change.plural !== type.plural) {
    if (type.builtIn) throw fail('conflict', 'The names of a built-in type are part of the interface');
    await refuseTakenNames(ctx, [change.plural], type.name);
  }
  for (const [index, field] of (change.fields ?? []).entries()) {
    const wasUnique = type.fields.some((old) => old.name === field.name && old.type === field.type && old.unique);
    if (field.unique && !wasUnique && (await hasRepeatedValues(ctx, type.name, field))) {
      const detail = 'items of this type already share a value';
      throw failBody([{ pointer: `/fields/${index}/unique`, code: 'not_unique', detail }]);
    }
  }
  const changed = { ...type, ...withoutUndefined(change), updatedAt: timeOf(ctx) };
  await ctx.db
    .updateTable('postTypes')
    .set({
      plural: changed.plural,
      label: changed.label,
      strict: changed.strict ? 1 : 0,
      publicRead: changed.publicRead ? 1 : 0,
      fields: JSON.stringify(changed.fields),
      updatedAt: changed.updatedAt,
    })
    .where('name', '=', type.name)
    .execute();
  return changed;
}

/** Removes a type without items. Throws 409 for a built-in one and while items exist, in the trash too. */
export async function deletePostType(ctx: WriteContext, name: string): Promise<PostType> {
  const type = await lockPostType(ctx, name);
  if (type.builtIn) throw fail('conflict', 'A built-in type cannot be deleted');
  const item = await ctx.db.selectFrom('items').select('id').where('type', '=', type.name).limit(1).executeTakeFirst();
  if (item) throw fail('type_in_use', 'Delete its items for good first, those in the trash too');
  await ctx.db.deleteFrom('postTypes').where('name', '=', type.name).execute();
  return type;
}

/** The type, unchanged by others until the transaction ends. */
export async function lockPostType(ctx: WriteContext, name: string): Promise<PostType> {
  const query = ctx.db
    .selectFrom('postTypes')
    .selectAll()
    .where((eb) => eb.or([eb('name', '=', name), eb('plural', '=', name)]));
  const row = await ctx.dialect.lockRows(query).executeTakeFirst();
  if (!row) throw fail('type_not_found', { detail: `No post type is called ${name}` });
  return toPostType(row);
}

/** A name must differ from the other column's names too, which no constraint can say: one change of names at a time. */
async function lockNames(ctx: WriteContext): Promise<void> {
  await ctx.dialect.lockRows(ctx.db.selectFrom('postTypes').select('name').where('name', '=', 'post')).execute();
}

async function refuseTakenNames(ctx: WriteContext, names: string[], own: string | null): Promise<void> {
  const taken = await ctx.db
    .selectFrom('postTypes')
    .select(['name', 'plural'])
    .where((eb) => eb.or([eb('name', 'in', names), eb('plural', 'in', names)]))
    .where('name', '!=', own ?? '')
    .executeTakeFirst();
  if (taken) throw fail('name_taken', `The type ${taken.name} (${taken.plural}) already answers to that name`);
}

function refuseBadFields(fields: readonly FieldDeclaration[]): void {
  const faults: Fault[] = checkDeclarations(fields, 'content');
  for (const [index, field] of fields.entries()) {
    if (field.unique && findKind(field.type) && scalarOf(field) === null) {
      faults.push({
        pointer: `/fields/${index}/unique`,
        code: 'not_allowed',
        detail: `${field.type} values do not compare`,
      });
    }
  }
  if (faults.length > 0) throw failBody(faults);
}

function toPostType(row: Row<'postTypes'>): PostType {
  return {
    ...row,
    strict: row.strict === 1,
    publicRead: row.publicRead === 1,
    builtIn: row.builtIn === 1,
    fields: JSON.parse(row.fields),
  };
}

function capitalise(name: string): string {
  const words = name.replace(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function withoutUndefined(change: PostTypeChange): Partial<PostType> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
