// The shape of a running site, with what is needed to change it.

import type { Form, PostType, Taxonomy, Term, Webhook } from '../api-types.ts';
import type { Client } from '../client.ts';
import { canonicalEntry, type Entry, type RecordSection, type Shape, sections, settingNames } from './shape.ts';

/** A record of the service: its shape, and itself. */
export type Kept<R = object> = { entry: Entry; record: R };

export type Site = {
  settings: Entry;
  types: Kept<PostType>[];
  /** Without tags and categories themselves. */
  taxonomies: Kept<Taxonomy>[];
  categories: Kept<Term>[];
  tags: Kept<Term>[];
  forms: Kept<Form>[];
  webhooks: Kept<Webhook>[];
};

/** Reads the sections that are asked for; the others are empty. */
export async function readSite(client: Client, names: readonly string[]): Promise<Site> {
  const wants = (name: string): boolean => names.includes(name);
  const types = wants('types') ? await collect(client.types.all()) : [];
  const forms = wants('forms') || wants('webhooks') ? await collect(client.forms.all()) : [];
  const all = wants('taxonomies') ? await collect(client.taxonomies.all()) : [];
  const taxonomies = all.filter(({ builtIn }) => !builtIn);
  const categories = wants('categories') ? await collect(client.categories.all()) : [];
  const tags = wants('tags') ? await collect(client.tags.all()) : [];
  const webhooks = wants('webhooks') ? await collect(client.webhooks.all()) : [];
  return {
    settings: wants('settings') ? await readSettings(client) : {},
    types: keep('types', types, (type) => ({ ...type })),
    taxonomies: keep('taxonomies', taxonomies, (taxonomy) => ({ ...taxonomy })),
    categories: keep('categories', categories, (term) => ({ ...term, parent: slugOf(categories, term.parentId) })),
    tags: keep('tags', tags, (term) => ({ ...term })),
    forms: keep('forms', forms, (form) => ({ ...form })),
    webhooks: keep('webhooks', webhooks, (webhook) => entryOfWebhook(webhook, forms)),
  };
}

export async function readSettings(client: Client): Promise<Entry> {
  const settings = await client.request<Entry>('GET', '/settings');
  return Object.fromEntries(settingNames.filter((name) => name in settings).map((name) => [name, settings[name]]));
}

/** `disabled` is what a receiver asked for, no shape. */
export function entryOfWebhook(webhook: Webhook, forms: readonly Form[]): Entry {
  const form = slugOf(forms, webhook.formId);
  return { ...webhook, form: form ?? undefined, status: webhook.status === 'paused' ? 'paused' : 'active' };
}

/** The shape of the sections that are asked for. */
export function shapeOf(site: Site, names: readonly string[]): Shape {
  const shape: Entry = {};
  for (const [name, kept] of Object.entries(site)) {
    if (names.includes(name)) shape[name] = Array.isArray(kept) ? kept.map(({ entry }) => entry) : kept;
  }
  return shape;
}

/** Sorted by name, so that two files of the same site are equal. */
function keep<R extends object>(section: RecordSection, records: readonly R[], toEntry: (record: R) => Entry) {
  const kept: Kept<R>[] = records.map((record) => ({ entry: canonicalEntry(section, toEntry(record)), record }));
  const keyOf = ({ entry }: Kept): string => `${sections[section].nameOf(entry)} ${JSON.stringify(entry)}`;
  return kept
    .map((each) => ({ each, key: keyOf(each) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ each }) => each);
}

function slugOf(records: readonly { id: string; slug: string }[], id: string | null): string | null {
  return records.find((record) => record.id === id)?.slug ?? null;
}

async function collect<R>(records: AsyncIterable<R>): Promise<R[]> {
  const all: R[] = [];
  for await (const record of records) all.push(record);
  return all;
}
