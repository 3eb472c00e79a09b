// What a file with the shape of a site contains: the members of each kind of record that are shape, their defaults, and
// the order in which they are written.

import { isObject } from '../cli/read-input.ts';

export type Entry = Record<string, unknown>;

// biome-ignore format: a list
export const recordSections = [
  'taxRates', 'types', 'taxonomies', 'terms', 'categories', 'tags', 'forms', 'webhooks',
] as const;
export type RecordSection = (typeof recordSections)[number];
/** Terms are not a section of a file: they stand in their taxonomies. */
export type SectionName = 'settings' | Exclude<RecordSection, 'terms'>;
export const sectionNames: readonly SectionName[] = ['settings', ...recordSections.filter((name) => name !== 'terms')];

/** Sections that a file does not have are not compared, and neither are the terms of a taxonomy that has none there. */
export type Shape = { settings?: Entry; taxonomiesWithTerms?: readonly string[] } & {
  [Name in RecordSection]?: Entry[];
};

type Section = {
  one: string;
  /** In the order in which they are written. Members that are undefined here have no default. */
  members: Entry;
  /** The service chooses them if they are absent, so that absent ones are not compared. */
  chosen?: readonly string[];
  /** Only new records get them, and they cannot be read: they are not compared. */
  forNew?: readonly string[];
  /** They never change. */
  fixed?: readonly string[];
  nameOf(entry: Entry): string;
};

const term = { slug: undefined, name: undefined, description: '' };
const named = (member: string) => (entry: Entry) => String(entry[member]);

export const sections: Record<RecordSection, Section> = {
  taxRates: {
    one: 'tax rate',
    members: {
      ...{ name: undefined, percent: undefined, country: undefined, category: undefined, reason: null },
      ...{ validFrom: null, validUntil: null },
    },
    fixed: ['percent', 'country', 'category'],
    nameOf: named('name'),
  },
  types: {
    one: 'type',
    members: {
      ...{ name: undefined, plural: undefined, label: undefined, strict: true, publicRead: false },
      ...{ url: null, previewUrl: null, fields: [] },
    },
    chosen: ['plural', 'label'],
    nameOf: named('name'),
  },
  taxonomies: {
    one: 'taxonomy',
    members: {
      ...{ name: undefined, label: undefined, singular: undefined, description: '' },
      ...{ nested: false, publicRead: false, types: [] },
    },
    chosen: ['label', 'singular'],
    nameOf: named('name'),
  },
  terms: {
    one: 'term',
    members: { taxonomy: undefined, ...term, parent: null, menuOrder: 0 },
    nameOf: ({ taxonomy, slug }) => `${taxonomy} ${slug}`,
  },
  categories: { one: 'category', members: { ...term, parent: null }, nameOf: named('slug') },
  tags: { one: 'tag', members: term, nameOf: named('slug') },
  forms: {
    one: 'form',
    members: {
      ...{ slug: undefined, name: undefined, public: true, open: true, strict: false, maxSubmissions: null },
      ...{ successUrl: null, settings: {}, origins: [], language: null, translations: {} },
      fields: [],
    },
    nameOf: named('slug'),
  },
  webhooks: {
    one: 'webhook',
    members: {
      ...{ form: undefined, url: undefined, events: undefined, types: null, status: 'active' },
      secretEnv: undefined,
    },
    forNew: ['secretEnv'],
    nameOf: ({ form, url }) => (form === undefined ? String(url) : `form ${form} ${url}`),
  },
};

/** The settings that mean the same on every site: not the logo, which is a file, and not what the home screen shows. */
export const settingNames: readonly string[] = [
  ...['siteName', 'brandColor', 'currency', 'timeZone', 'locale', 'unknownReferences'],
  ...['revisionsAllDays', 'revisionsDailyDays', 'trashDays'],
];

/** Of the settings of invoices, also: not the numbers from elsewhere, which belong to one site. */
export const invoicingNames: readonly string[] = [
  ...['seller', 'invoiceNumbers', 'creditNoteNumbers', 'dueDays', 'taxRules', 'vatIdsChecked', 'paper', 'reminders'],
];

/** The members of an object that are named, in the order of the names. */
export function pick(object: Entry, names: readonly string[]): Entry {
  return Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]));
}

const firstMembers = ['name', 'type', 'label', 'help', 'required', 'default'];
const lastMembers = ['of', 'fields', 'blocks'];

/** An entry with the members of its section in their order, without those that are as by default. */
export function canonicalEntry(name: RecordSection, entry: Entry): Entry {
  const canonical: Entry = {};
  for (const [member, byDefault] of Object.entries(sections[name].members)) {
    const value = canonicalMember(name, member, entry[member]);
    if (value !== undefined && !isSame(value, byDefault)) canonical[member] = value;
  }
  return canonical;
}

function canonicalMember(section: RecordSection, member: string, value: unknown): unknown {
  if (member === 'fields' && Array.isArray(value)) return value.map((field) => canonicalField(field as Entry));
  if (member === 'percent') return value === undefined ? undefined : String(Number(value));
  const isSet = (section === 'webhooks' && member === 'events') || (section !== 'types' && member === 'types');
  if (isSet && Array.isArray(value)) return [...new Set(value)].sort();
  return value;
}

/** A declaration as the service keeps it, in the order of the documents and without what is as by default. */
export function canonicalField(field: Entry): Entry {
  const values: Entry = { ...field };
  for (const flag of ['required', 'unique', 'indexed']) if (values[flag] === false) delete values[flag];
  if (values.multiple === Number(values.maxFiles ?? 1) > 1) delete values.multiple;
  if (values.onDelete === 'refuse') delete values.onDelete;
  if (typeof values.currency === 'string') values.currency = values.currency.toLowerCase();
  if (Array.isArray(values.accept)) values.accept = values.accept.map((type) => String(type).trim().toLowerCase());
  if (isObject(values.of)) values.of = canonicalField(values.of);
  for (const inner of ['fields', 'blocks']) {
    const list = values[inner];
    if (Array.isArray(list)) values[inner] = list.map((each) => canonicalField(each as Entry));
  }
  const rest = Object.keys(values).filter((member) => ![...firstMembers, ...lastMembers].includes(member));
  const members = [...firstMembers, ...rest.sort(), ...lastMembers];
  return Object.fromEntries(members.filter((member) => values[member] !== undefined).map((m) => [m, values[m]]));
}

/** Whether two values are the same JSON, whatever the order of the members of objects. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const members = Object.keys(value).sort();
  return members.map((member) => [member, sorted(value[member])]);
}

/** Entries by name. Webhooks may have the same name, and are then told apart by their order. */
export function byName<E>(entries: readonly E[], nameOf: (entry: E) => string): Map<string, E> {
  const named = new Map<string, E>();
  for (const entry of entries) {
    const name = nameOf(entry);
    let unique = name;
    for (let number = 2; named.has(unique); number += 1) unique = `${name} (${number})`;
    named.set(unique, entry);
  }
  return named;
}
