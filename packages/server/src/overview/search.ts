// Searches records of every kind with a bounded number of quick statements: each looks something up in an index, or reads a
// limited number of the newest rows.

import { type SelectQueryBuilder, sql } from 'kysely';
import { countTermsOf, type TermFacets } from '../content/lists/term-facets.ts';
import { hasStatus, type ItemCondition, shownStatus, visibleOfAll } from '../content/model/visibility.ts';
import { type Highlight, readHighlights } from '../content/search/highlight.ts';
import { forgiveTypos, readItemSearch } from '../content/search/read-search.ts';
import { may, mayForSome, namesFor } from '../context/access.ts';
import { type ReadContext, timeOf } from '../context/context.ts';
import { containsText } from '../database/expressions.ts';
import type { Tables } from '../database/tables.ts';
import { amountsIn, isAmount, type MoneyText } from '../lib/money.ts';
import type { SearchQuery } from '../lib/search-query.ts';
import { fold, makeExcerpt } from '../lib/text.ts';

const maxLength = 200;
/** Of the rows of one statement: more than are shown, so that the best of them come first. */
const maxFound = 50;
const maxItems = 200;
/** The newest rows that are searched for a text within. */
const maxRecent = 10_000;
/** Their texts are long. */
const maxRecentSubmissions = 2_000;
const maxForms = 1_000;
const maxTitleLength = 200;

export const kinds = ['item', 'contact', 'payment', 'invoice', 'form', 'submission', 'media'] as const;
type Kind = (typeof kinds)[number];

/** A record that was found. Members that its kind does not have are null. */
export type SearchResult = {
  kind: Kind;
  id: string;
  title: string;
  detail: string;
  type: string | null;
  formId: string | null;
  status: string | null;
  amount: number | null;
  currency: string | null;
  createdAt: string;
  /** Of an item that was found by its words. */
  highlight: Highlight | null;
};

/** How many items were found, with all that the caller may read, and how many of each type. */
type Facets = { total: number; types: { type: string; count: number }[] };

/** What is looked for: as it was typed, folded, its words in both forms, and as an amount. */
type Needle = { text: string; folded: string; words: string[]; typedWords: string[]; money: MoneyText | null };
type Found = Pick<SearchResult, 'id' | 'title' | 'detail' | 'createdAt'> & Partial<SearchResult>;
type People = Map<string, { name: string | null; email: string | null; phone: string | null }>;
type Money = { amount: number | null; currency: string | null; status: string; createdAt: string };

type SearchOptions = {
  limit: number;
  facets?: boolean;
  /** The taxonomies whose terms are counted, as conditions name them. */
  termFacets?: readonly string[];
};

/** The best `limit` matches of each kind that the caller may read. Never fails because of the text. */
export async function searchAll(
  ctx: ReadContext,
  typed: string,
  { limit, facets = false, termFacets = [] }: SearchOptions,
) {
  const text = typed.slice(0, maxLength).toWellFormed().trim();
  const folded = fold(text);
  const words = folded.split(/\s+/).filter(Boolean);
  const needle: Needle = { text, folded, words, typedWords: text.split(/\s+/).map(lowerAscii), money: amountsIn(text) };
  const incomplete: Kind[] = [];
  const groups: { best: number; found: (SearchResult & { grade: number })[] }[] = [];
  const search = async (kind: Kind, find: () => Promise<Found[]>): Promise<void> => {
    try {
      const found = gradeAll(kind, await find(), needle).slice(0, limit);
      if (found[0]) groups.push({ best: found[0].grade, found });
    } catch (error) {
      if (!ctx.dialect.isTooSlow(error)) throw error;
      incomplete.push(kind);
    }
  };
  const asked = { facets, termFacets };
  if (words.length === 0) return { items: [], incomplete, ...noCounts(asked) };
  const { actor } = ctx;
  let query: SearchQuery | null = null;
  const searchItems = async (find: typeof findItems): Promise<void> => {
    await search('item', async () => {
      const found = await find(ctx, needle);
      query = found.query;
      return found.items;
    });
  };
  let people: People = new Map();
  if (may(actor, 'crm:read')) {
    await search('contact', async () => {
      const contacts = await findContacts(ctx, needle);
      people = new Map(contacts.map((contact) => [contact.id, contact]));
      return contacts.map(describeContact);
    });
  }
  if (mayForSome(actor, 'content:read')) await searchItems(findItems);
  if (may(actor, 'content:read')) await search('media', () => findMedia(ctx, needle));
  if (may(actor, 'payments:read')) await search('payment', () => findPayments(ctx, needle, people));
  if (may(actor, 'crm:read')) await search('invoice', () => findInvoices(ctx, needle, people));
  if (mayForSome(actor, 'forms:read')) {
    await search('form', () => findForms(ctx, needle));
    await search('submission', () => findSubmissions(ctx, needle, people));
  }
  // An email address is not one of an item's words.
  const mayHaveTypo = groups.length === 0 && !text.includes('@');
  if (mayHaveTypo && mayForSome(actor, 'content:read')) await searchItems(findSimilarItems);
  groups.sort((a, b) => a.best - b.best);
  const results = groups.flatMap(({ found }) => found.map(({ grade: _grade, ...result }) => result));
  const items = query === null ? results : await addHighlights(ctx, query, results);
  const counted = await countFound(ctx, query, asked, () => incomplete.push('item'));
  return { items, incomplete: [...new Set(incomplete)], ...counted };
}

async function addHighlights(ctx: ReadContext, query: SearchQuery, results: SearchResult[]): Promise<SearchResult[]> {
  const ids = results.flatMap(({ kind, id }) => (kind === 'item' ? id : []));
  const highlights = await readHighlights(ctx, query, ids);
  return results.map((result) => ({ ...result, highlight: highlights.get(result.id) ?? null }));
}

type Asked = Required<Omit<SearchOptions, 'limit'>>;
type Counts = { facets?: Facets; termFacets?: TermFacets };

function noCounts({ facets, termFacets }: Asked): Counts {
  return {
    ...(facets ? { facets: { total: 0, types: [] } } : {}),
    ...(termFacets.length > 0 ? { termFacets: Object.fromEntries(termFacets.map((name) => [name, []])) } : {}),
  };
}

/** Reads every match, within the time limit of slow reads. */
async function countFound(
  ctx: ReadContext,
  query: SearchQuery | null,
  asked: Asked,
  giveUp: () => void,
): Promise<Counts> {
  const { facets, termFacets } = asked;
  if (query === null || query.included === null || (!facets && termFacets.length === 0)) return noCounts(asked);
  const now = timeOf(ctx);
  const found = ctx.dialect.search.matches(ctx.dialect.search.textOf(query), { ranked: false });
  const items = ctx.db
    .selectFrom('items')
    .where(sql<boolean>`"items"."id" in (select "itemId" from ${found} as "found")`)
    .where((eb) => eb.and([hasStatus('any', now)(eb), visibleOfAll(ctx, now)(eb), isOfOwnType(ctx)(eb)]));
  try {
    return {
      ...(facets ? { facets: await countByType(items) } : {}),
      ...(termFacets.length > 0 ? { termFacets: await countTermsOf(ctx, items, termFacets) } : {}),
    };
  } catch (error) {
    if (!ctx.dialect.isTooSlow(error)) throw error;
    giveUp();
    return noCounts(asked);
  }
}

async function countByType(items: SelectQueryBuilder<Tables, 'items', object>): Promise<Facets> {
  const types = await items
    .select((eb) => ['items.type', eb.fn.countAll<number>().as('count')])
    .groupBy('items.type')
    .orderBy('count', 'desc')
    .orderBy('items.type')
    .execute();
  return { total: types.reduce((sum, { count }) => sum + Number(count), 0), types };
}

/** The rows once each, the best first. */
function gradeAll(kind: Kind, rows: Found[], needle: Needle) {
  const unique = new Map(rows.map((row) => [row.id, row]));
  return [...unique.values()]
    .map((row) => ({
      kind,
      type: null,
      formId: null,
      status: null,
      amount: null,
      currency: null,
      highlight: null,
      ...row,
      title: shorten(row.title),
      detail: shorten(row.detail),
      grade: gradeOf(row, needle),
    }))
    .sort((a, b) => a.grade - b.grade || (a.createdAt < b.createdAt ? 1 : -1));
}

/** 0 is the record that was named; the higher, the less likely it is meant. */
function gradeOf({ id, title, detail }: Found, { text, folded }: Needle): number {
  const [inTitle, inDetail] = [fold(title), fold(detail)];
  if (id === text || inTitle === folded || inDetail === folded) return 0;
  if (inTitle.startsWith(folded)) return 1;
  if (` ${inTitle}`.includes(` ${folded}`)) return 2;
  if (inTitle.includes(folded) || inDetail.startsWith(folded)) return 3;
  return 4;
}

function shorten(text: string): string {
  return makeExcerpt(text.slice(0, maxTitleLength).toWellFormed(), maxTitleLength);
}

type FoundItems = { items: Found[]; query: SearchQuery | null };

async function findItems(ctx: ReadContext, { text }: Needle): Promise<FoundItems> {
  const search = await readItemSearch(ctx, text);
  const [byWords, byId] = await Promise.all([
    findMatching(ctx, search.query),
    isId(text) ? selectItems(ctx).where('id', '=', text).execute() : [],
  ]);
  return { items: [...byWords, ...byId].map((row) => describeItem(ctx, row)), query: search.query };
}

/** For a search that finds nothing as it was typed. */
async function findSimilarItems(ctx: ReadContext, { text }: Needle): Promise<FoundItems> {
  const search = await readItemSearch(ctx, text);
  const wider = await forgiveTypos(ctx, search, async (query) => (await matching(ctx, query, false)).length > 0);
  const rows = wider === null ? [] : await findMatching(ctx, wider);
  return { items: rows.map((row) => describeItem(ctx, row)), query: wider };
}

type ItemRow = Awaited<ReturnType<typeof findMatching>>[number];

async function findMatching(ctx: ReadContext, query: SearchQuery) {
  if (query.included === null) return [];
  return (await Promise.all([matching(ctx, query, true), matching(ctx, query, false)])).flat();
}

function matching(ctx: ReadContext, query: SearchQuery, inTitle: boolean) {
  const { search } = ctx.dialect;
  // Some of all matches may be of other types than those of a limited key.
  const found =
    namesFor(ctx.actor, 'content:read') === null
      ? search.someMatches(query, { inTitle, limit: maxItems })
      : search.matches(search.textOf(query), { ranked: false });
  return selectItems(ctx)
    .where(sql<boolean>`"items"."id" in (select "itemId" from ${found} as "found")`)
    .limit(maxItems)
    .execute();
}

function selectItems(ctx: ReadContext) {
  const now = timeOf(ctx);
  return ctx.db
    .selectFrom('items')
    .select(['id', 'type', 'title', 'slug', 'status', 'sortDate', 'createdAt'])
    .where((eb) => eb.and([hasStatus('any', now)(eb), visibleOfAll(ctx, now)(eb), isOfOwnType(ctx)(eb)]));
}

/** A key that is limited to content types finds only their items. */
function isOfOwnType({ actor }: ReadContext): ItemCondition {
  const types = namesFor(actor, 'content:read');
  return (eb) => (types === null ? eb.lit(true) : eb('items.type', 'in', ['', ...types]));
}

function describeItem(ctx: ReadContext, row: ItemRow): Found {
  return {
    id: row.id,
    title: row.title || row.slug,
    detail: row.slug,
    type: row.type,
    status: shownStatus(row, timeOf(ctx)),
    createdAt: row.createdAt,
  };
}

async function findMedia(ctx: ReadContext, { text, words }: Needle): Promise<Found[]> {
  const columns = ['id', 'title', 'fileName', 'folder', 'mimeType', 'createdAt'] as const;
  const media = ctx.db.selectFrom('media').select(columns);
  const newest = ctx.db
    .selectFrom('media')
    .select([...columns, 'searchKey'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxRecent)
    .as('recent');
  const saying = ctx.db
    .selectFrom(newest)
    .select(columns)
    .where((eb) => eb.and(words.map((word) => containsText(eb.ref('recent.searchKey'), word))))
    .limit(maxFound);
  const rows = await (isId(text) ? media.where('id', '=', text) : saying).execute();
  return rows.map(({ id, title, fileName, folder, createdAt }) => {
    const name = title || fileName || id;
    return {
      id,
      title: name,
      detail: [name === fileName ? '' : fileName, folder].filter(Boolean).join(' · '),
      createdAt,
    };
  });
}

type ContactRow = Awaited<ReturnType<typeof findContacts>>[number];

async function findContacts(ctx: ReadContext, { text, folded, words }: Needle) {
  const columns = ['id', 'name', 'email', 'phone', 'createdAt'] as const;
  const contacts = ctx.db.selectFrom('contacts').select(columns);
  const beginning = text.toLowerCase().normalize('NFC');
  const recent = ctx.db
    .selectFrom('contacts')
    .select([...columns, 'searchKey'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxRecent)
    .as('recent');
  const rows = await Promise.all([
    isId(text) ? contacts.where('id', '=', text).execute() : [],
    /\s/.test(folded)
      ? []
      : contacts
          .where('emailKey', '>=', beginning)
          .where('emailKey', '<', `${beginning}\u{10ffff}`)
          .orderBy('emailKey')
          .limit(maxFound)
          .execute(),
    ctx.db
      .selectFrom(recent)
      .select(columns)
      .where((eb) => eb.and(words.map((word) => containsText(eb.ref('recent.searchKey'), word))))
      .limit(maxFound)
      .execute(),
  ]);
  return rows.flat();
}

function describeContact({ id, name, email, phone, createdAt }: ContactRow): Found {
  return { id, title: name ?? email ?? phone ?? id, detail: (name && email) ?? phone ?? '', createdAt };
}

async function findPayments(ctx: ReadContext, { text, typedWords, money }: Needle, people: People): Promise<Found[]> {
  const seesContacts = may(ctx.actor, 'crm:read');
  const ids = [...people.keys()];
  const columns = ['id', 'amount', 'currency', 'status', 'description', 'contactId', 'email', 'createdAt'] as const;
  const payments = ctx.db.selectFrom('payments').select(columns);
  const newest = payments.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(maxRecent).as('recent');
  const recent = ctx.db.selectFrom(newest).select(columns).limit(maxFound);
  const description = sql`lower(coalesce("recent"."description", ''))`;
  const said = seesContacts ? sql`${description} || ' ' || lower(coalesce("recent"."email", ''))` : description;
  const rows = await Promise.all([
    isId(text) ? payments.where((eb) => eb.or([eb('id', '=', text), eb('paymentIntentId', '=', text)])).execute() : [],
    ids.length > 0 ? payments.where('contactId', 'in', ids).limit(maxFound).execute() : [],
    money ? recent.where('amount', 'in', money.amounts).execute() : [],
    recent.where((eb) => eb.and(typedWords.map((word) => containsText(said, word)))).execute(),
  ]);
  const known = seesContacts ? await readPeople(ctx, rows.flat(), people) : people;
  const isMeant = (row: Money) => money !== null && isAmount(money, row);
  return [...rows[0], ...rows[1], ...rows[2].filter(isMeant), ...rows[3]].map((row) => {
    const payer = seesContacts ? (nameOf(known, row.contactId) ?? row.email) : null;
    return {
      id: row.id,
      title: payer ?? row.description ?? row.id,
      detail: payer === null ? '' : (row.description ?? ''),
      ...pickMoney(row),
    };
  });
}

async function findInvoices(ctx: ReadContext, { text, typedWords, money }: Needle, people: People): Promise<Found[]> {
  const ids = [...people.keys()];
  const columns = ['id', 'number', 'amount', 'currency', 'status', 'description', 'contactId', 'createdAt'] as const;
  const invoices = ctx.db.selectFrom('invoices').select(columns);
  const newest = invoices.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(maxRecent).as('recent');
  const recent = ctx.db.selectFrom(newest).select(columns).limit(maxFound);
  const said = sql`lower(coalesce("recent"."number", '') || ' ' || coalesce("recent"."description", ''))`;
  const rows = await Promise.all([
    isId(text) ? invoices.where('id', '=', text).execute() : [],
    ids.length > 0 ? invoices.where('contactId', 'in', ids).limit(maxFound).execute() : [],
    money ? recent.where('amount', 'in', money.amounts).execute() : [],
    recent.where((eb) => eb.and(typedWords.map((word) => containsText(said, word)))).execute(),
  ]);
  const known = await readPeople(ctx, rows.flat(), people);
  const isMeant = (row: Money) => money !== null && isAmount(money, row);
  return [...rows[0], ...rows[1], ...rows[2].filter(isMeant), ...rows[3]].map((row) => ({
    id: row.id,
    title: row.number ?? row.description ?? row.id,
    detail: nameOf(known, row.contactId) ?? '',
    ...pickMoney(row),
  }));
}

/** A site has few forms. */
async function findForms(ctx: ReadContext, { text, words }: Needle): Promise<Found[]> {
  const formIds = namesFor(ctx.actor, 'forms:read');
  const rows = await ctx.db
    .selectFrom('forms')
    .select(['id', 'slug', 'name', 'createdAt'])
    .$if(formIds !== null, (query) => query.where('id', 'in', ['', ...(formIds ?? [])]))
    .orderBy('createdAt', 'desc')
    .limit(maxForms)
    .execute();
  const isFound = (form: (typeof rows)[number]): boolean => {
    const said = fold(`${form.name} ${form.slug}`);
    return form.id === text || words.every((word) => said.includes(word));
  };
  return rows.filter(isFound).map(({ id, slug, name, createdAt }) => ({ id, title: name, detail: slug, createdAt }));
}

async function findSubmissions(ctx: ReadContext, { text, folded }: Needle, people: People): Promise<Found[]> {
  const columns = ['id', 'formId', 'status', 'contactId', 'searchText', 'createdAt'] as const;
  const formIds = namesFor(ctx.actor, 'forms:read');
  const submissions = ctx.db
    .selectFrom('submissions')
    .select(columns)
    .$if(formIds !== null, (query) => query.where('formId', 'in', ['', ...(formIds ?? [])]));
  const newest = submissions.orderBy('createdAt', 'desc').limit(maxRecentSubmissions).as('recent');
  const ids = [...people.keys()];
  const rows = await Promise.all([
    isId(text) ? submissions.where('id', '=', text).execute() : [],
    ids.length > 0 ? submissions.where('contactId', 'in', ids).limit(maxFound).execute() : [],
    ctx.db
      .selectFrom(newest)
      .select(columns)
      .where(containsText(sql.ref('recent.searchText'), folded))
      .limit(maxFound)
      .execute(),
  ]);
  const found = rows.flat();
  const seesContacts = may(ctx.actor, 'crm:read');
  const [known, forms] = await Promise.all([
    seesContacts ? readPeople(ctx, found, people) : people,
    readFormNames(ctx, [...new Set(found.map(({ formId }) => formId))]),
  ]);
  return found.map(({ id, formId, status, contactId, searchText, createdAt }) => ({
    id,
    title: (seesContacts ? nameOf(known, contactId) : null) ?? (makeExcerpt(searchText.slice(0, 1000), 8) || id),
    detail: forms.get(formId) ?? '',
    formId,
    status,
    createdAt,
  }));
}

async function readFormNames(ctx: ReadContext, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.selectFrom('forms').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The contacts of rows, read unless they are among the `people` who were found. */
async function readPeople(ctx: ReadContext, rows: { contactId: string | null }[], people: People): Promise<People> {
  const ids = new Set(rows.flatMap(({ contactId }) => (contactId === null || people.has(contactId) ? [] : contactId)));
  if (ids.size === 0) return people;
  const columns = ['id', 'name', 'email', 'phone'] as const;
  const others = await ctx.db
    .selectFrom('contacts')
    .select(columns)
    .where('id', 'in', [...ids])
    .execute();
  return new Map([...people, ...others.map((person) => [person.id, person] as const)]);
}

function nameOf(people: People, id: string | null): string | null {
  const person = id === null ? undefined : people.get(id);
  return person ? (person.name ?? person.email ?? person.phone) : null;
}

function pickMoney({ amount, currency, status, createdAt }: Money): Money {
  return { amount, currency, status, createdAt };
}

/** Of this service, or of the payment processor. */
function isId(text: string): boolean {
  return /^[a-z]+_\w{8,}$/i.test(text);
}

/** The case of other letters is not the same for both databases. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
