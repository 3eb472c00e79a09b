// Items with what `expand` asks for: one statement for all media that they name, and one for all items that their texts
// link to.

import type { ReadContext } from '../../context.ts';
import { mapGently } from '../../lib/gently.ts';
import { readExpandedMedia } from './expanded-media.ts';
import { readLinkedItems } from './linked-items.ts';
import type { Expansion } from './read-expand.ts';
import { findPlaces, type TextPlace } from './text-places.ts';
import { writePlaces } from './write-places.ts';

/** The custom fields are JSON. */
type ItemRow = { fields: string; content?: string };
type Text = { html: string; places: TextPlace[] };
type Opened<Row> = { row: Row; fields: Record<string, unknown>; texts: Map<string, Text>; content: Text | null };

const mediaId = /^med_[0-9a-z]{26}$/;

export async function expandItems<Row extends ItemRow>(
  ctx: ReadContext,
  type: string,
  expansion: Expansion | null,
  rows: readonly Row[],
): Promise<Row[]> {
  if (expansion === null) return [...rows];
  const opened: Opened<Row>[] = [];
  for (const row of rows) opened.push(await open(type, expansion, row));
  const places = opened.flatMap(({ texts, content }) =>
    [...texts.values(), content].flatMap((text) => text?.places ?? []),
  );
  const named = opened.flatMap(({ fields }) => [...expansion.media].flatMap((name) => idsIn(fields[name])));
  const pictures = places.flatMap((place) => (place.kind === 'picture' ? [place.mediaId] : []));
  const linked = places.flatMap((place) => (place.kind === 'link' ? [place.itemId] : []));
  const media = await readExpandedMedia(ctx, new Set([...named, ...pictures]));
  const links = await readLinkedItems(ctx, new Set(linked));
  const write = ({ html, places }: Text) => writePlaces(html, places, { media, links });
  const expandId = (id: unknown) => (isMediaId(id) ? (media.get(id) ?? null) : id);
  return mapGently(opened, ({ row, fields, texts, content }) => {
    for (const name of expansion.media) {
      if (!Object.hasOwn(fields, name)) continue;
      const value = fields[name];
      fields[name] = Array.isArray(value) ? value.map(expandId) : expandId(value);
    }
    for (const [name, text] of texts) fields[name] = write(text);
    return { ...row, fields: JSON.stringify(fields), ...(content ? { content: write(content) } : {}) };
  });
}

async function open<Row extends ItemRow>(type: string, expansion: Expansion, row: Row): Promise<Opened<Row>> {
  const fields = JSON.parse(row.fields);
  const texts = new Map<string, Text>();
  const read = async (html: string) => ({ html, places: await findPlaces(type, html) });
  for (const name of expansion.texts) if (typeof fields[name] === 'string') texts.set(name, await read(fields[name]));
  const content = expansion.content && row.content !== undefined ? await read(row.content) : null;
  return { row, fields, texts, content };
}

function isMediaId(value: unknown): value is string {
  return typeof value === 'string' && mediaId.test(value);
}

function idsIn(value: unknown): string[] {
  return [value].flat().filter(isMediaId);
}
