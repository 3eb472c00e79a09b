// What belongs to rows of content that were stored as they are: the full-text index, indexes of fields, jobs.

import type { WriteContext } from '../../context.ts';
import { noteOf } from '../drafts/drafts.ts';
import { publishDraftAt } from '../drafts/publish-item.ts';
import { announceLater } from '../item-events/announce-later.ts';
import { readContent, searchDocument } from '../items/item-texts.ts';
import { followType } from '../types/field-indexes.ts';
import { listPostTypes } from '../types/post-types.ts';
import { indexUniqueFields } from '../types/unique-fields.ts';
import { unpublishLater } from '../unpublishing/unpublish-later.ts';

const batchSize = 100;

/** Call it once, after all types and items have been stored. */
export async function completeRestoredContent(ctx: WriteContext): Promise<void> {
  const types = new Map((await listPostTypes(ctx)).map((type) => [type.name, type]));
  for (const type of types.values()) {
    await indexUniqueFields(ctx, type.name, [], type.fields);
    await followType(ctx, null, type);
  }
  for (let last: string | null = ''; last !== null; ) {
    const items = await ctx.db
      .selectFrom('items')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const entries = [];
    for (const item of items) {
      const { id, title, excerpt } = item;
      const type = types.get(item.type) ?? { name: item.type, fields: [] };
      const content = await readContent(item.type, item.content);
      const values = JSON.parse(item.fields);
      entries.push({ itemId: id, document: await searchDocument(type, { title, excerpt, content, values }) });
      await announceLater(ctx, null, item);
      await unpublishLater(ctx, item);
      const publishAt = noteOf(item)?.publishAt ?? null;
      if (publishAt !== null) await publishDraftAt(ctx, item, publishAt);
    }
    await ctx.dialect.search.add(ctx.db, entries);
    last = items.at(-1)?.id ?? null;
  }
}
