// Content types: the kinds of content, and the custom fields of their items.

import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { type Limitable, requireScope } from '../../context/access.ts';
import { type ReadContext, RunAgain, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import { checkDeclarations } from '../../fields/declarations.ts';
import { declaredIn, type FieldDeclaration, FieldDeclarations, withInner } from '../../fields/field.ts';
import { findKind, scalarOf } from '../../fields/field-kinds.ts';
import { checkInnerForm } from '../../fields/structured-schemas.ts';
import { etagOf } from '../../http/conditional.ts';
import { bodyOf, nullable, Time } from '../../http/schemas.ts';
import { type Fault, fail, failBody } from '../../lib/errors.ts';
import { parseKept } from '../../lib/lru-cache.ts';
import { typeFor } from './hidden-fields.ts';
import { checkUrlPatterns } from './item-urls.ts';
import { hasRepeatedValues, indexUniqueFields } from './unique-fields.ts';

const namePattern = '^[a-z][a-z0-9_-]{0,49}$';

const described = {
  name: { description: 'Singular name, as in URLs' },
  plural: { description: 'Plural name, which also works in URLs; the name and `s` by default' },
  label: { description: 'What people see, in the plural, such as Products; made from `plural` by default' },
  strict: { description: 'Whether undeclared custom fields are rejected' },
  publicRead: { description: 'Whether published items can be read without a token' },
  url: {
    description:
      'Where items are on the site: an http or https URL with `{slug}` or `{id}`, and perhaps `{type}` and `{plural}`',
    examples: ['https://example.com/blog/{slug}'],
  },
  previewUrl: {
    description:
      'Where the site shows items that are not published. As `url`; `{token}` is what reads the draft: `GET /content/:type/:id?preview=<token>`',
    examples: ['https://example.com/preview?type={type}&id={id}&token={token}'],
  },
};

export const PostTypeSchema = Type.Object(
  {
    name: Type.String(described.name),
    plural: Type.String(described.plural),
    label: Type.String(described.label),
    strict: Type.Boolean(described.strict),
    publicRead: Type.Boolean(described.publicRead),
    url: Type.Optional(Type.String(described.url)),
    previewUrl: Type.Optional(Type.String(described.previewUrl)),
    builtIn: Type.Boolean({ description: 'Posts and pages, which cannot be deleted' }),
    fields: FieldDeclarations,
    taxonomies: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Only if there are any: the names of the taxonomies of the site that its items have',
      }),
    ),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'PostType', description: 'A kind of content and its custom fields' },
);
export type PostType = Static<typeof PostTypeSchema>;

const changeable = {
  plural: Type.Optional(Type.String({ pattern: namePattern, ...described.plural })),
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 200, ...described.label })),
  strict: Type.Optional(Type.Boolean(described.strict)),
  publicRead: Type.Optional(Type.Boolean(described.publicRead)),
  url: Type.Optional(nullable(Type.String({ maxLength: 2000, ...described.url }))),
  previewUrl: Type.Optional(nullable(Type.String({ maxLength: 2000, ...described.previewUrl }))),
  fields: Type.Optional(FieldDeclarations),
};

export const NewPostType = bodyOf(
  { name: Type.String({ pattern: namePattern, ...described.name }), ...changeable },
  {
    title: 'NewPostType',
    description: 'A content type to create',
    examples: [
      {
        name: 'event',
        plural: 'events',
        label: 'Events',
        publicRead: true,
        fields: [
          { name: 'startsAt', type: 'datetime', label: 'Starts at', required: true },
          { name: 'venue', type: 'text', label: 'Venue', max: 100 },
          {
            name: 'audience',
            type: 'select',
            label: 'Audience',
            options: ['everyone', 'members'],
            default: 'everyone',
          },
          { name: 'price', type: 'number', label: 'Price', min: 0 },
        ],
      },
    ],
  },
);
export type NewPostType = Static<typeof NewPostType>;

export const PostTypeChange = bodyOf(changeable, {
  title: 'PostTypeChange',
  description: 'Only the given members change',
});
export type PostTypeChange = Static<typeof PostTypeChange>;

const queries = keptQueries();

const builtIns = [
  { name: 'post', plural: 'posts', label: 'Posts' },
  { name: 'page', plural: 'pages', label: 'Pages' },
];

/** Stores the built-in types that are missing; existing ones stay unchanged. */
export async function ensureBuiltInTypes(ctx: WriteContext): Promise<void> {
  const now = timeOf(ctx);
  const rest = { strict: 0, publicRead: 0, builtIn: 1, fields: '[]', createdAt: now, updatedAt: now } as const;
  await ctx.db
    .insertInto('postTypes')
    .values(builtIns.map((type) => ({ ...type, ...rest })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The type with this singular or plural name, or null. */
export async function findPostType(ctx: ReadContext, name: string): Promise<PostType | null> {
  const [row] = await queries.run(ctx, 'read', { name }, () => typesNamed(ctx));
  return row ? toPostType(row) : null;
}

/** Throws 404 if there is no such type. */
export async function getPostType(ctx: ReadContext, name: string): Promise<PostType> {
  const type = await findPostType(ctx, name);
  if (!type) throw typeNotFound(name);
  return type;
}

function typeNotFound(name: string): Error {
  return fail('type_not_found', { detail: `No content type is named "${name}"` });
}

/** Whether the caller may read a type: items of a type with `publicRead` need no token. Throws 401, 403, 404. */
export function requireReadable(
  ctx: Pick<ReadContext, 'actor'>,
  type: PostType | undefined,
  name: string,
): asserts type is PostType {
  if (!type?.publicRead) requireScope(ctx, 'content:read', type?.name);
  if (!type) throw typeNotFound(name);
}

/** The type for a caller with this scope for it, as the caller sees it. Throws 401, 403, 404. */
export async function getTypeFor(ctx: ReadContext, name: string, scope: Limitable): Promise<PostType> {
  const type = await findPostType(ctx, name);
  requireScope(ctx, scope, type?.name);
  if (!type) throw typeNotFound(name);
  return typeFor(ctx, type);
}

/** All types, built-in ones first. */
export async function listPostTypes(ctx: ReadContext): Promise<PostType[]> {
  const rows = await ctx.db.selectFrom('postTypes').selectAll().orderBy('builtIn', 'desc').orderBy('name').execute();
  return rows.map(toPostType);
}

export async function createPostType(ctx: WriteContext, input: NewPostType): Promise<PostType> {
  const fields = input.fields ?? [];
  await checkType(ctx, input, { name: input.name, fields: [] });
  const plural = input.plural ?? `${input.name}s`;
  await lockNames(ctx);
  await checkNamesAreFree(ctx, [input.name, plural], null);
  const now = timeOf(ctx);
  const row: Row<'postTypes'> = {
    name: input.name,
    plural,
    label: input.label ?? capitalize(plural),
    strict: input.strict === false ? 0 : 1,
    publicRead: input.publicRead ? 1 : 0,
    url: input.url ?? null,
    previewUrl: input.previewUrl ?? null,
    builtIn: 0,
    fields: JSON.stringify(fields),
    taxonomies: null,
    createdAt: now,
    updatedAt: now,
  };
  await ctx.db.insertInto('postTypes').values(row).execute();
  await indexUniqueFields(ctx, row.name, [], fields);
  return toPostType(row);
}

/** Updates a type. Its items keep their values, even of fields that are no longer declared. */
export async function updatePostType(ctx: WriteContext, name: string, change: PostTypeChange): Promise<PostType> {
  if (change.plural !== undefined) await lockNames(ctx);
  const type = await lockPostType(ctx, name);
  await checkType(ctx, change, type);
  await checkRemoved(ctx, type, change.fields ?? type.fields);
  if (change.plural !== undefined && change.plural !== type.plural) {
    if (type.builtIn) throw fail('conflict', 'The names of built-in types cannot be changed');
    await checkNamesAreFree(ctx, [change.plural], type.name);
  }
  for (const [index, field] of (change.fields ?? []).entries()) {
    const wasUnique = type.fields.some((old) => old.name === field.name && old.type === field.type && old.unique);
    if (field.unique && !wasUnique && (await hasRepeatedValues(ctx, type.name, field))) {
      const detail = 'items of this type already share a value';
      throw failBody([{ pointer: `/fields/${index}/unique`, code: 'not_unique', detail }]);
    }
  }
  await indexUniqueFields(ctx, type.name, type.fields, change.fields ?? type.fields);
  const changed = { ...type, ...change, updatedAt: timeOf(ctx) };
  const row: Row<'postTypes'> = {
    name: type.name,
    plural: changed.plural,
    label: changed.label,
    strict: changed.strict ? 1 : 0,
    publicRead: changed.publicRead ? 1 : 0,
    url: changed.url ?? null,
    previewUrl: changed.previewUrl ?? null,
    builtIn: type.builtIn ? 1 : 0,
    fields: JSON.stringify(changed.fields),
    taxonomies: type.taxonomies ? JSON.stringify(type.taxonomies) : null,
    createdAt: type.createdAt,
    updatedAt: changed.updatedAt,
  };
  await ctx.db.updateTable('postTypes').set(row).where('name', '=', type.name).execute();
  return toPostType(row);
}

/** The strong ETag of a type. */
export function typeTag(type: PostType): string {
  const { name, plural, label, strict, publicRead, url, previewUrl, fields, taxonomies, updatedAt } = type;
  const shown = [name, plural, label, strict, publicRead, url, previewUrl, fields, updatedAt];
  return etagOf(JSON.stringify(taxonomies ? [...shown, taxonomies] : shown));
}

/** Deletes a type that passes the check. Throws 409 if it is built in or has items, including items in the trash. */
export async function deletePostType(
  ctx: WriteContext,
  name: string,
  check: (type: PostType) => void = () => {},
): Promise<PostType> {
  const type = await lockPostType(ctx, name);
  check(type);
  if (type.builtIn) throw fail('conflict', 'Built-in types cannot be deleted');
  const item = await ctx.db.selectFrom('items').select('id').where('type', '=', type.name).limit(1).executeTakeFirst();
  if (item) throw fail('type_in_use', 'Permanently delete its items first, including those in the trash');
  await indexUniqueFields(ctx, type.name, type.fields, []);
  await ctx.db.deleteFrom('savedViews').where('type', '=', type.name).execute();
  await ctx.db.deleteFrom('typeChanges').where('type', '=', type.name).execute();
  await ctx.db.deleteFrom('postTypes').where('name', '=', type.name).execute();
  return type;
}

/** The taxonomies of a type are these from now on. Lock the type first. */
export async function setTaxonomies(ctx: WriteContext, type: PostType, names: readonly string[]): Promise<void> {
  const taxonomies = names.length === 0 ? null : JSON.stringify(names);
  await ctx.db.updateTable('postTypes').set({ taxonomies }).where('name', '=', type.name).execute();
}

/**
 * The type by its singular or plural name, locked until the transaction ends, before values are stored in one of its items:
 * its declarations do not change meanwhile, and it is not removed. Others may do the same: checkUniqueFields locks values.
 */
export async function shareType(ctx: WriteContext, name: string): Promise<PostType> {
  const [row] = await queries.run(ctx, 'share', { name }, () => ctx.dialect.lockKeyShare(typesInTurn(ctx, 'shared')));
  if (!row) throw typeNotFound(name);
  return toPostType(row);
}

/**
 * The same before values are stored in many items. If a field is unique, one transaction at a time: two that lock many
 * values could wait for each other. `known` may be outdated.
 */
export async function shareTypeForMany(ctx: WriteContext, known: PostType): Promise<PostType> {
  if (hasUniqueField(known) || becameUnique.has(known)) return lockPostType(ctx, known.name);
  const type = await shareType(ctx, known.name);
  if (!hasUniqueField(type)) return type;
  // Those who share a lock and wait for it alone wait for each other.
  becameUnique.add(known);
  throw new RunAgain();
}

/** What callers read before a field of the type became unique. */
const becameUnique = new WeakSet<PostType>();

function hasUniqueField(type: PostType): boolean {
  return type.fields.some((field) => field.unique);
}

/**
 * The type, locked for this transaction alone until it ends. Besides the type itself this guards the tree of its items:
 * two moves could form a circle that neither sees, and a child could get a parent that is being deleted.
 */
export async function lockPostType(ctx: WriteContext, name: string): Promise<PostType> {
  const [row] = await queries.run(ctx, 'lock', { name }, () => ctx.dialect.lockRows(typesInTurn(ctx, 'alone')));
  if (!row) throw typeNotFound(name);
  return toPostType(row);
}

function typesNamed(ctx: ReadContext) {
  return ctx.db
    .selectFrom('postTypes')
    .selectAll()
    .where((eb) => eb.or([eb('name', '=', slot('name')), eb('plural', '=', slot('name'))]));
}

/** The same for locking, so that changes of a type get their turn among those who save its items. */
function typesInTurn(ctx: WriteContext, use: 'alone' | 'shared') {
  return ctx.db
    .selectFrom('postTypes')
    .selectAll()
    .where((eb) =>
      ctx.dialect.inTurn(eb.or([eb('name', '=', slot('name')), eb('plural', '=', slot('name'))]), eb.ref('name'), use),
    );
}

/** A name must not be in either column, which no constraint can express: names change one transaction at a time. */
async function lockNames(ctx: WriteContext): Promise<void> {
  await ctx.dialect.lockRows(ctx.db.selectFrom('postTypes').select('name').where('name', '=', 'post')).execute();
}

async function checkNamesAreFree(ctx: WriteContext, names: string[], own: string | null): Promise<void> {
  const taken = await ctx.db
    .selectFrom('postTypes')
    .select(['name', 'plural'])
    .where((eb) => eb.or([eb('name', 'in', names), eb('plural', 'in', names)]))
    .where('name', '!=', own ?? '')
    .executeTakeFirst();
  if (taken) throw fail('name_taken', `The type ${taken.name} (${taken.plural}) already has this name`);
}

async function checkType(
  ctx: WriteContext,
  change: PostTypeChange,
  before: Pick<PostType, 'name' | 'fields'>,
): Promise<void> {
  const { fields = [] } = change;
  const misformed = checkInnerForm(fields);
  if (misformed.length > 0) throw failBody([...misformed, ...checkUrlPatterns(change)]);
  const faults: Fault[] = await checkDeclarations(ctx.actor.id, fields, 'content');
  faults.push(...(await checkTargets(ctx, fields, before)));
  for (const [index, field] of fields.entries()) {
    if (!findKind(field.type) || scalarOf(field) !== null) continue;
    for (const member of ['unique', 'indexed'] as const)
      if (field[member]) {
        const detail = `${field.type} fields cannot be ${member}`;
        faults.push({ pointer: `/fields/${index}/${member}`, code: 'not_allowed', detail });
      }
  }
  faults.push(...checkUrlPatterns(change));
  if (faults.length > 0) throw failBody(faults);
}

/** Values of fields that are not declared are there for everyone, so those that a scope hides do not become such unnoticed. */
async function checkRemoved(ctx: WriteContext, before: PostType, after: readonly FieldDeclaration[]): Promise<void> {
  for (const { name, scope } of before.fields) {
    if (scope === undefined || after.some((field) => field.name === name)) continue;
    const items = ctx.db.selectFrom('items').select('id').where('type', '=', before.name);
    const having = items.where(ctx.dialect.jsonExists(sql.ref('items.fields'), [name])).limit(1);
    if ((await having.executeTakeFirst()) === undefined) continue;
    const detail = `without ${name}, everyone who may read the items could read its values: delete them first, or remove its scope`;
    throw failBody([{ pointer: '/fields', code: 'not_allowed', detail }]);
  }
}

/** The types whose items fields refer to must exist, unless the type named them already. */
async function checkTargets(
  ctx: WriteContext,
  fields: readonly FieldDeclaration[],
  before: Pick<PostType, 'name' | 'fields'>,
): Promise<Fault[]> {
  const known = new Set([before.name, ...withInner(before.fields).flatMap(({ to = [] }) => to)]);
  const named = declaredIn(fields).flatMap(({ field: { to = [] }, pointer }) =>
    to.map((name, index) => ({ name, pointer: `${pointer}/to/${index}` })),
  );
  const unknown = named.filter(({ name }) => !known.has(name));
  if (unknown.length === 0) return [];
  const names = unknown.map(({ name }) => name);
  const types = await ctx.db
    .selectFrom('postTypes')
    .select(['name', 'plural'])
    .where((eb) => eb.or([eb('name', 'in', names), eb('plural', 'in', names)]))
    .execute();
  return unknown.flatMap(({ name, pointer }) => {
    const type = types.find((type) => type.name === name || type.plural === name);
    if (type?.name === name) return [];
    const detail = type ? `must be the singular name, ${type.name}` : 'no content type has this name';
    return [{ pointer, code: 'unknown', detail }];
  });
}

function toPostType({ url, previewUrl, taxonomies, ...row }: Row<'postTypes'>): PostType {
  return {
    ...row,
    ...(url === null ? {} : { url }),
    ...(previewUrl === null ? {} : { previewUrl }),
    strict: row.strict === 1,
    publicRead: row.publicRead === 1,
    builtIn: row.builtIn === 1,
    fields: parseKept(row.fields) as PostType['fields'],
    ...(taxonomies === null ? {} : { taxonomies: JSON.parse(taxonomies) }),
  };
}

function capitalize(name: string): string {
  const words = name.replace(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
