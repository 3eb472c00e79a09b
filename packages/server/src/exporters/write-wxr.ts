// The content of the site as a WordPress export (WXR 1.2), for those who move there: authors, terms, items, media.

import { mediaUrl } from '../content/media/media-address.ts';
import type { Context, ReadContext } from '../context/context.ts';
import type { Row, Snapshot } from '../database/dialect.ts';
import type { FieldDeclaration } from '../fields/field.ts';
import { readSite } from '../settings/site.ts';
import { allOf, inBatches, readTermsOf } from './read-terms.ts';
import {
  type ExportedItem,
  type ExportedMedia,
  element,
  head,
  itemElement,
  mediaElement,
  nameElement,
  tail,
  taxonomyName,
} from './wordpress-items.ts';

/** Stands for the site while it is not known where it is reached. */
const unknownOrigin = 'http://localhost';

export async function* writeWxr(ctx: Context): AsyncGenerator<string> {
  const snapshot = await ctx.openSnapshot();
  try {
    const origin = ctx.publicUrl() ?? unknownOrigin;
    const now = ctx.now().toISOString();
    const { name } = await readSite(ctx);
    yield head({ title: name, link: origin, now });
    yield* authors(ctx, snapshot);
    yield* terms(ctx, snapshot);
    const site = { origin, now, numbers: await numberRecords(ctx, snapshot) };
    // Before the items whose featured images they are.
    for await (const media of snapshot.rows<MediaRow>(mediaOf(ctx))) yield mediaElement(withUrl(origin, media), site);
    const types = await allOf(snapshot.rows(ctx.db.selectFrom('postTypes').select(['name', 'fields'])));
    const fields = new Map(types.map((type) => [type.name, JSON.parse(type.fields) as FieldDeclaration[]]));
    for await (const batch of inBatches<ExportedItem>(snapshot.rows(itemsOf(ctx)))) {
      const ids = batch.map(({ id }) => id);
      const byItem = await readTermsOf(ctx, snapshot, ids);
      yield batch
        .map((item) => itemElement(item, fields.get(item.type) ?? [], byItem.get(item.id) ?? [], site))
        .join('');
    }
    yield tail;
  } finally {
    await snapshot.close();
  }
}

function itemsOf(ctx: ReadContext) {
  return ctx.db
    .selectFrom('items')
    .leftJoin('authors', 'authors.id', 'items.authorId')
    .leftJoin('importSources', 'importSources.sourceKey', 'items.sourceKey')
    .selectAll('items')
    .select(['authors.slug as author', 'importSources.hiddenFields'])
    .orderBy('items.id');
}

type MediaRow = Row<'media'> & { sha256: string | null; storedType: string | null };

function mediaOf(ctx: ReadContext) {
  return ctx.db
    .selectFrom('media')
    .leftJoin('mediaFiles', 'mediaFiles.id', 'media.fileId')
    .selectAll('media')
    .select(['mediaFiles.sha256', 'mediaFiles.mimeType as storedType'])
    .orderBy('media.id');
}

/** Private files have no URL that WordPress could read. */
function withUrl(origin: string, media: MediaRow): ExportedMedia {
  const { id: mediaId, fileName, sha256, storedType } = media;
  if (sha256 === null || storedType === null) return { ...media, url: media.sourceUrl };
  const mimeType = media.mimeType ?? storedType;
  return {
    ...media,
    url: media.private ? null : mediaUrl({ publicUrl: () => origin }, { mediaId, fileName, sha256, mimeType }),
  };
}

async function* authors(ctx: ReadContext, snapshot: Snapshot): AsyncGenerator<string> {
  let number = 0;
  const rows = ctx.db.selectFrom('authors').select(['slug', 'name', 'email']).orderBy('id');
  for await (const { slug, name, email } of snapshot.rows(rows)) {
    const members = [
      element('wp:author_id', ++number),
      element('wp:author_login', slug),
      element('wp:author_email', email),
      nameElement('wp:author_display_name', name),
    ];
    yield `<wp:author>${members.join('')}</wp:author>\n`;
  }
}

const termElements: Record<string, { name: string; slug: string; title: string; description: string }> = {
  category: {
    name: 'wp:category',
    slug: 'wp:category_nicename',
    title: 'wp:cat_name',
    description: 'wp:category_description',
  },
  tag: { name: 'wp:tag', slug: 'wp:tag_slug', title: 'wp:tag_name', description: 'wp:tag_description' },
};
const otherTerm = { name: 'wp:term', slug: 'wp:term_slug', title: 'wp:term_name', description: 'wp:term_description' };

async function* terms(ctx: ReadContext, snapshot: Snapshot): AsyncGenerator<string> {
  let number = 0;
  const rows = ctx.db
    .selectFrom('terms')
    .leftJoin('terms as parents', 'parents.id', 'terms.parentId')
    .select(['terms.taxonomy', 'terms.slug', 'terms.name', 'terms.description', 'parents.slug as parent'])
    .orderBy('terms.id');
  for await (const { taxonomy, slug, name, description, parent } of snapshot.rows(rows)) {
    const names = termElements[taxonomy] ?? otherTerm;
    const parentName = taxonomy === 'category' ? 'wp:category_parent' : 'wp:term_parent';
    const members = [
      element('wp:term_id', ++number),
      ...(names === otherTerm ? [element('wp:term_taxonomy', taxonomyName(taxonomy))] : []),
      element(names.slug, slug),
      ...(taxonomy === 'tag' ? [] : [element(parentName, parent)]),
      nameElement(names.title, name),
      element(names.description, description),
    ];
    yield `<${names.name}>${members.join('')}</${names.name}>\n`;
  }
}

// The numbers that records get in WordPress. Those that came from there keep theirs if they can: texts name them, such as
// the pictures of galleries.
type Named = { id: string; sourceKey: string | null };

async function numberRecords(ctx: ReadContext, snapshot: Snapshot): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  const used = new Set<number>();
  const later: string[] = [];
  for (const table of ['items', 'media'] as const) {
    const rows = ctx.db.selectFrom(table).select(['id', 'sourceKey']).orderBy('id');
    for await (const { id, sourceKey } of snapshot.rows<Named>(rows)) {
      const number = Number(/^wordpress:.*#(\d{1,15})$/.exec(sourceKey ?? '')?.[1] ?? 0);
      if (number === 0 || used.has(number)) later.push(id);
      else {
        used.add(number);
        numbers.set(id, number);
      }
    }
  }
  let next = 1;
  for (const number of used) next = Math.max(next, number + 1);
  for (const id of later) numbers.set(id, next++);
  return numbers;
}
