// Items with what `expand` asks for. Whatever the number of items, there is one statement for the items of each level, one
// for all media, one for all items that texts link to, one for all authors, and one for the names of all terms.

import { sql } from 'kysely';
import { type ReadContext, timeOf } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { readInParts } from '../../database/expressions.ts';
import { failQuery } from '../../lib/errors.ts';
import { createPauses } from '../../lib/yield-to-event-loop.ts';
import type { ExpandedAuthor, ExpandedMedia, TermNames } from '../model/expand.schemas.ts';
import { type ListRow, listColumns, listItemJson } from '../model/item-json.ts';
import { builtInTaxonomies, type ItemTerms, listsOf, memberOfTaxonomy } from '../model/terms-of-items.ts';
import { mayReadTerms, ofReadableType, visibleOfAll } from '../model/visibility.ts';
import { hiddenIn, withoutFields } from '../types/hidden-fields.ts';
import { urlOfItem } from '../types/item-urls.ts';
import type { PostType } from '../types/post-types.ts';
import { type ExpandablePlace, expandablePlaces } from './expandable-places.ts';
import { readExpandedMedia } from './expanded-media.ts';
import type { Expansion, Paths } from './read-expand.ts';
import { findPlaces, type TextPlace, writePlaces } from './write-places.ts';

/** The custom fields are JSON. */
type ItemRow = Written & Partial<ItemTerms> & { fields: string; content?: string };
type Text = { html: string; places: TextPlace[] };
type Place = ExpandablePlace & { text?: Text; item?: OpenedItem };
type Opened = {
  values: Record<string, unknown>;
  places: Place[];
  /** Of what it becomes in JSON, roughly. */
  length: number;
};
type OpenedItem = Opened & { row: ListRow };

/** Characters in a response. An item that many refer to counts each time. */
const maxLength = 20_000_000;

/** Throws invalid_query if the response would be too long. */
export async function expandItems<Row extends ItemRow>(
  ctx: ReadContext,
  type: string,
  expansion: Expansion | null,
  rows: readonly Row[],
): Promise<Row[]> {
  if (expansion === null) return [...rows];
  const pause = createPauses();
  const roots: (Opened & { row: Row; content: Text | null })[] = [];
  for (const row of rows) {
    const isRead = expansion.content && row.content !== undefined;
    const content = isRead ? await readText(type, row.content as string) : null;
    roots.push({ ...(await open(expansion.type, expansion.fields, row)), row, content });
    await pause();
  }
  const items = await openReferenced(ctx, expansion, roots, pause);
  const all = [...roots.flatMap(({ places }) => places), ...items.flatMap(({ places }) => places)];
  const texts = [...all.flatMap(({ text }) => text ?? []), ...roots.flatMap(({ content }) => content ?? [])];
  const found = texts.flatMap(({ places }) => places);
  const named = all.flatMap(({ is, value }) => (is === 'media' ? [value] : []));
  const pictures = found.flatMap((place) => (place.kind === 'picture' ? [place.mediaId] : []));
  const linked = found.flatMap((place) => (place.kind === 'link' ? [place.itemId] : []));
  const authorOf = expansion.author ? await readAuthors(ctx, rows) : null;
  const termsOf = expansion.terms.size > 0 ? await readTermNames(ctx, rows, expansion) : null;
  const portraits = rows.flatMap((row) => authorOf?.(row)?.pictureId ?? []);
  const media = await readExpandedMedia(ctx, new Set([...named, ...pictures, ...portraits]));
  const links = await readLinkedItems(ctx, new Set(linked));
  const write = ({ html, places }: Text) => writePlaces(html, places, { media, links });
  const now = timeOf(ctx);
  const shown = new Map<OpenedItem, object>();
  const fill = ({ places }: Opened): void => {
    for (const { is, value, holder, key, text, item } of places) {
      if (is === 'media') holder[key] = media.get(value) ?? null;
      else if (is === 'item') holder[key] = (item && shown.get(item)) ?? null;
      else if (text) holder[key] = write(text);
    }
  };
  // Those that items refer to come after them.
  for (const item of items.toReversed()) {
    fill(item);
    const { fields: _, ...members } = JSON.parse(listItemJson({ ...item.row, fields: '{}' }, now));
    shown.set(item, { ...members, fields: item.values });
    await pause();
  }
  const expanded: Row[] = [];
  for (const root of roots) {
    fill(root);
    const { row, values, content } = root;
    expanded.push({
      ...row,
      fields: JSON.stringify(values),
      ...(content ? { content: write(content) } : {}),
      ...(authorOf ? { author: withPicture(authorOf(row), media) } : {}),
      ...(termsOf ? { termNames: termsOf(row) } : {}),
    });
    await pause();
  }
  return expanded;
}

function withPicture(author: ReadAuthor | null, media: ReadonlyMap<string, ExpandedMedia>): ExpandedAuthor | null {
  if (author === null) return null;
  const { pictureId, id, slug, name, bio, links } = author;
  return { id, slug, name, bio, picture: media.get(pictureId ?? '') ?? null, links };
}

/** The items that are to be expanded, level by level: each once for the same paths. */
async function openReferenced(
  ctx: ReadContext,
  { types, hidden }: Expansion,
  roots: readonly Opened[],
  pause: () => Promise<void>,
): Promise<OpenedItem[]> {
  const all: OpenedItem[] = [];
  for (let level = [...roots]; level.length > 0; ) {
    const places = level.flatMap(({ places }) => places.filter(({ is }) => is === 'item'));
    if (places.length === 0) break;
    const rows = await readReferencedItems(ctx, types, new Set(places.map(({ value }) => value)));
    const opened = new Map<Paths, Map<string, OpenedItem>>();
    for (const place of places) {
      const row = rows.get(place.value);
      if (row === undefined) {
        hidden.add(place.value);
        continue;
      }
      const same = opened.get(place.paths) ?? new Map<string, OpenedItem>();
      opened.set(place.paths, same);
      place.item = same.get(row.id) ?? { ...(await open(types.get(row.type), place.paths, row)), row };
      same.set(row.id, place.item);
      await pause();
    }
    level = [...opened.values()].flatMap((items) => [...items.values()]);
    all.push(...(level as OpenedItem[]));
  }
  checkLength(roots, all);
  return all;
}

/** Each level may repeat what the next one has. */
function checkLength(roots: readonly Opened[], items: readonly OpenedItem[]): void {
  const addInner = (opened: Opened): number => {
    for (const { item } of opened.places) opened.length += item?.length ?? 0;
    return opened.length;
  };
  for (const item of items.toReversed()) addInner(item);
  const length = roots.reduce((sum, root) => sum + addInner(root), 0);
  if (items.length === 0 || length <= maxLength) return;
  const detail = 'would make the response too long: ask for fewer items, or expand fewer levels';
  throw failQuery([{ pointer: 'expand', code: 'too_long', detail }]);
}

const lengthOfRest = 500;

async function open(type: PostType | undefined, paths: Paths, row: { fields: string }): Promise<Opened> {
  const values = JSON.parse(row.fields);
  const places: Place[] = paths.size === 0 ? [] : expandablePlaces(type?.fields ?? [], values, paths);
  for (const place of places) if (place.is === 'text') place.text = await readText(type?.name ?? '', place.value);
  return { values, places, length: row.fields.length + lengthOfRest };
}

async function readText(type: string, html: string): Promise<Text> {
  return { html, places: await findPlaces(type, html) };
}

// The present URLs of items that texts link to.

/** The URLs of those that the caller may see and that have one, in one statement. */
async function readLinkedItems(ctx: ReadContext, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  const rows = await readInParts([...ids], (part) =>
    ctx.db
      .selectFrom('items')
      .innerJoin('postTypes', 'postTypes.name', 'items.type')
      .select(['items.id', 'items.slug', 'postTypes.name', 'postTypes.plural', 'postTypes.url'])
      .where('items.id', 'in', part)
      .where('items.status', '!=', sql.lit('trash'))
      .where(visibleOfAll(ctx))
      .where(ofReadableType(ctx))
      .execute(),
  );
  return new Map(
    rows.flatMap(({ id, slug, ...type }) => {
      const url = urlOfItem(type, { id, slug });
      return url === null ? [] : [[id, url]];
    }),
  );
}

// The items that others refer to, as `expand` shows them.

/** Those of the items that the caller may see, by their ID, in one statement. `types` are those that the caller may read. */
async function readReferencedItems(
  ctx: ReadContext,
  types: ReadonlyMap<string, PostType>,
  ids: ReadonlySet<string>,
): Promise<Map<string, ListRow>> {
  const rows = await readInParts([...ids], (part) =>
    ctx.db
      .selectFrom('items')
      .select(listColumns)
      .where('items.id', 'in', part)
      .where('items.status', '!=', sql.lit('trash'))
      .where(visibleOfAll(ctx))
      .execute(),
  );
  const readable = rows.flatMap((row): [string, ListRow][] => {
    const type = types.get(row.type);
    if (type === undefined) return [];
    // When it ends is for those who may change it.
    return [[row.id, { ...withoutFields(row, hiddenIn(type)), unpublishAt: null }]];
  });
  return new Map(readable);
}

// The authors of items, as `expand=author` shows them.

const columns = [
  ...(['authors.id', 'authors.slug', 'authors.name'] as const),
  ...(['authors.bio', 'authors.pictureId', 'authors.links'] as const),
] as const;

type Stored = Pick<Row<'authors'>, 'id' | 'slug' | 'name' | 'bio' | 'pictureId' | 'links'>;

function describe({ bio, links, ...author }: Stored): ReadAuthor {
  return { ...author, bio: bio ?? '', links: JSON.parse(links ?? '[]') };
}

/** An item whose author may be that of its draft (`authorSlug`), or not read yet. */
type Written = { id?: string; authorSlug?: string | null };

/** An author without the picture, which is read with all other media. */
type ReadAuthor = Omit<ExpandedAuthor, 'picture'> & { pictureId: string | null };

/** Returns the author of an item, read in one statement for all. Their email addresses are not for readers. */
async function readAuthors(ctx: ReadContext, items: readonly Written[]): Promise<(item: Written) => ReadAuthor | null> {
  const slugs = items.flatMap(({ authorSlug }) => authorSlug ?? []);
  const ids = items.flatMap(({ id, authorSlug }) => (authorSlug === undefined ? (id ?? []) : []));
  const bySlug = await readInParts([...new Set(slugs)], (part) =>
    ctx.db.selectFrom('authors').select(columns).where('slug', 'in', part).execute(),
  );
  const byItem = await readInParts(ids, (part) =>
    ctx.db
      .selectFrom('items')
      .innerJoin('authors', 'authors.id', 'items.authorId')
      .select(['items.id as itemId', ...columns])
      .where('items.id', 'in', part)
      .execute(),
  );
  const known = new Map<string, ReadAuthor>([
    ...bySlug.map((author) => [author.slug, describe(author)] as const),
    ...byItem.map(({ itemId, ...author }) => [itemId, describe(author)] as const),
  ]);
  return ({ id, authorSlug }) => known.get((authorSlug === undefined ? id : authorSlug) ?? '') ?? null;
}

// The names of the terms of items, as `expand=tags` shows them.

type NamedTerm = { taxonomy: string; slug: string; name: string };

/** Of these taxonomies, those whose terms the caller may read. */
async function readableOf(ctx: ReadContext, keys: readonly string[]): Promise<readonly string[]> {
  if (mayReadTerms(ctx, null)) return keys;
  const named = ctx.db
    .selectFrom('taxonomies')
    .select(['name', 'publicRead'])
    .where('name', 'in', ['', ...keys]);
  const known = new Map(
    (await named.execute()).map(({ name, publicRead }) => [name, { publicRead: publicRead === 1 }]),
  );
  return keys.filter((key) => mayReadTerms(ctx, known.get(key) ?? null));
}

/**
 * Returns the names of the terms of an item, read in one statement for all. Those of a draft are by its slugs. What the caller
 * may not read is left out.
 */
async function readTermNames(
  ctx: ReadContext,
  items: readonly (Written & Partial<ItemTerms>)[],
  { terms: asked, type: { taxonomies = [] } }: Expansion,
): Promise<(item: Written & Partial<ItemTerms>) => TermNames> {
  const named = [...builtInTaxonomies, ...taxonomies].filter((key) => asked.has(memberOfTaxonomy(key)));
  const keys = await readableOf(ctx, named);
  if (keys.length === 0) return () => ({});
  const ownLists = items.flatMap((item) => listsOf(item));
  const ids = items.flatMap(({ id, tags }) => (tags === undefined ? (id ?? []) : []));
  const slugs = [...new Set(ownLists.flatMap(({ texts }) => texts))];
  const bySlug = await readInParts(slugs, (part) =>
    ctx.db
      .selectFrom('terms')
      .select(['taxonomy', 'slug', 'name'])
      .where('taxonomy', 'in', keys)
      .where('slug', 'in', part)
      .execute(),
  );
  const byItem = await readInParts(ids, (part) =>
    ctx.db
      .selectFrom('itemTerms')
      .innerJoin('terms', 'terms.id', 'itemTerms.termId')
      .select(['itemTerms.itemId', 'terms.taxonomy', 'terms.slug', 'terms.name'])
      .where('itemTerms.itemId', 'in', part)
      .where('terms.taxonomy', 'in', keys)
      .orderBy('terms.slug')
      .execute(),
  );
  const ofItems = Map.groupBy(byItem, ({ itemId }) => itemId);
  const known = new Map(bySlug.map((term) => [`${term.taxonomy} ${term.slug}`, term]));
  const ownTerms = (item: Partial<ItemTerms>): NamedTerm[] =>
    listsOf(item).flatMap(({ key, texts }) => texts.flatMap((slug) => known.get(`${key} ${slug}`) ?? []));
  return (item) => {
    const terms = item.tags === undefined ? (ofItems.get(item.id ?? '') ?? []) : ownTerms(item);
    return Object.fromEntries(
      keys.map((key) => {
        const own = terms.filter(({ taxonomy }) => taxonomy === key).map(({ slug, name }) => [slug, name]);
        const member = memberOfTaxonomy(key);
        return [member === 'terms' ? key : member, Object.fromEntries(own)];
      }),
    );
  };
}
