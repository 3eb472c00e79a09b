// The shape of a running site, with what is needed to change it.

import type { AdminClient } from '../admin.ts';
import type { Form, PostType, Taxonomy, TaxonomyTerm, TaxRate, Term, Webhook } from '../api-types.ts';
import {
  canonicalEntry,
  type Entry,
  invoicingNames,
  pick,
  type RecordSection,
  type Shape,
  sections,
  settingNames,
} from './shape.ts';
import { ratesIn, readTaxRates, renameRatesOfForm, renameRatesOfSettings } from './tax-rates.ts';

/** A record of the service: its shape, and itself. */
export type Kept<R = object> = { entry: Entry; record: R };

export type Site = {
  settings: Kept<Entry>;
  /** Also if only what names them is asked for. */
  taxRates: Kept<TaxRate>[];
  types: Kept<PostType>[];
  /** Without tags and categories themselves. */
  taxonomies: Kept<Taxonomy>[];
  /** Of the taxonomies above; their entries name them. */
  terms: Kept<TaxonomyTerm>[];
  categories: Kept<Term>[];
  tags: Kept<Term>[];
  forms: Kept<Form>[];
  webhooks: Kept<Webhook>[];
};

/**
 * Reads the sections that are asked for; the others are empty. `hasTerms` says of which taxonomies the terms are read, besides
 * categories and tags.
 */
export async function readSite(
  client: AdminClient,
  names: readonly string[],
  hasTerms: (taxonomy: string) => boolean,
): Promise<Site> {
  const wants = (name: string): boolean => names.includes(name);
  const types = wants('types') ? await collect(client.types.all()) : [];
  const forms = wants('forms') || wants('webhooks') ? await collect(client.forms.all()) : [];
  const all = wants('taxonomies') ? await collect(client.taxonomies.all()) : [];
  const taxonomies = all.filter(({ builtIn }) => !builtIn);
  const terms: { entry: Entry; record: TaxonomyTerm }[] = [];
  for (const { name } of taxonomies.filter(({ name }) => hasTerms(name))) {
    const own = await collect(client.taxonomies.terms(name).all());
    for (const term of own)
      terms.push({ entry: { ...term, taxonomy: name, parent: slugOf(own, term.parentId) }, record: term });
  }
  const categories = wants('categories') ? await collect(client.categories.all()) : [];
  const tags = wants('tags') ? await collect(client.tags.all()) : [];
  const webhooks = wants('webhooks') ? await collect(client.webhooks.all()) : [];
  const settings = wants('settings') ? await readSettings(client) : {};
  const usesRates = ratesIn({ settings, forms: wants('forms') ? forms.map((form) => ({ ...form })) : [] }).length > 0;
  const rates = wants('taxRates') || usesRates ? await readTaxRates(client) : [];
  const nameOfRate = (id: string): string => rates.find((rate) => rate.id === id)?.name ?? id;
  return {
    settings: { entry: renameRatesOfSettings(settings, nameOfRate), record: settings },
    taxRates: keep('taxRates', rates, (rate) => ({ ...rate })),
    types: keep('types', types, (type) => ({ ...type })),
    taxonomies: keep('taxonomies', taxonomies, (taxonomy) => ({ ...taxonomy })),
    terms: inOrder(
      'terms',
      terms.map(({ entry, record }) => ({ entry: canonicalEntry('terms', entry), record })),
    ),
    categories: keep('categories', categories, (term) => ({ ...term, parent: slugOf(categories, term.parentId) })),
    tags: keep('tags', tags, (term) => ({ ...term })),
    forms: keep('forms', forms, (form) => renameRatesOfForm({ ...form }, nameOfRate)),
    webhooks: keep('webhooks', webhooks, (webhook) => entryOfWebhook(webhook, forms)),
  };
}

export async function readSettings(client: AdminClient): Promise<Entry> {
  const settings = await client.request<Entry>('GET', '/settings');
  const invoicing = pick((settings.invoicing ?? {}) as Entry, invoicingNames);
  return { ...pick(settings, settingNames), ...(Object.keys(invoicing).length > 0 && { invoicing }) };
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
    if (names.includes(name)) shape[name] = Array.isArray(kept) ? kept.map(({ entry }) => entry) : kept.entry;
  }
  if (shape.taxonomies) shape.taxonomies = site.taxonomies.map(({ entry }) => withTerms(entry, site.terms));
  return shape;
}

/** A taxonomy as it is in a file. */
function withTerms(taxonomy: Entry, all: Site['terms']): Entry {
  const terms = all.filter(({ entry }) => entry.taxonomy === taxonomy.name);
  const listed = terms.map(({ entry: { taxonomy: _, ...entry } }) => entry);
  return listed.length === 0 ? taxonomy : { ...taxonomy, terms: listed };
}

function keep<R extends object>(section: RecordSection, records: readonly R[], toEntry: (record: R) => Entry) {
  return inOrder(
    section,
    records.map((record) => ({ entry: canonicalEntry(section, toEntry(record)), record })),
  );
}

/** Sorted by name, so that two files of the same site are equal. */
function inOrder<R extends object>(section: RecordSection, kept: readonly Kept<R>[]): Kept<R>[] {
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
