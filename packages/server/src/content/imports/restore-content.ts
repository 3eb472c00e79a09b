// What belongs to rows of content that were stored as they are: the full-text index, indexes of fields, jobs.

import type { WriteContext } from '../../context/context.ts';
import { noteOf } from '../lifecycle/drafts.ts';
import { announceLater, unpublishLater } from '../lifecycle/planned-changes.ts';
import { publishDraftAt } from '../lifecycle/publish-item.ts';
import { readContent, readWords } from '../model/item-texts.ts';
import { followType } from '../search/field-indexes.ts';
import { addToIndex, readNames } from '../search/index-items.ts';
import { listPostTypes } from '../types/post-types.ts';
import { indexUniqueFields } from '../types/unique-fields.ts';

const batchSize = 100;

/** Call it once, after all types and items have been stored. */
export async function completeRestoredContent(ctx: WriteContext): Promise<void> {
  // The settings were stored as well.
  ctx.knownWords.locale = null;
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
    const names = await readNames(
      ctx,
      items.map(({ id }) => id),
    );
    for (const item of items) {
      const { id, title, excerpt, language } = item;
      const type = types.get(item.type) ?? { name: item.type, fields: [] };
      const content = await readContent(item.type, item.content);
      const values = JSON.parse(item.fields);
      const texts = { title, excerpt, content, values, names: names.get(id) ?? [], language };
      entries.push({ itemId: id, words: await readWords(type, texts) });
      await announceLater(ctx, null, item);
      await unpublishLater(ctx, item);
      const publishAt = noteOf(item)?.publishAt ?? null;
      if (publishAt !== null) await publishDraftAt(ctx, item, publishAt);
    }
    await addToIndex(ctx, entries);
    last = items.at(-1)?.id ?? null;
  }
}
