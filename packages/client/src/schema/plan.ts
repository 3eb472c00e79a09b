// What has to be done so that a site has the shape in a file, in the order in which it can be done.

import type { AdminClient } from '../admin.ts';
import type { FieldPlan, Form, Term } from '../api-types.ts';
import { FrontdeskError } from '../frontdesk-error.ts';
import type { SchemaFault } from './check-schema.ts';
import { type Change, compareEntries, compareSettings } from './compare.ts';
import { type Kept, readSite, type Site } from './read-site.ts';
import { byName, type Entry, isSame, type RecordSection, recordSections, type Shape, sections } from './shape.ts';
import { findUnknownRates, ratesIn } from './tax-rates.ts';
import { type Place, sectionsIn } from './yaml-file.ts';

export type Step = {
  action: 'create' | 'change' | 'remove';
  section: 'settings' | RecordSection;
  name: string;
  changes: Change[];
  /** What of the stored data no longer fits or is lost. Such a step needs permission. */
  losses: string[];
  /** The entry in the file. */
  entry: Entry;
  /** The record as it was when the plan was made. */
  kept: Kept | null;
  /** Where the entry is in the file. */
  place: Place;
};

export type Plan = {
  steps: Step[];
  /** What the site has and the file does not, such as `form contact`. */
  unnamed: string[];
  /** What in the file makes the plan impossible. */
  faults: SchemaFault[];
  /** What the steps do, and the author of the file perhaps did not mean. */
  hints: string[];
  site: Site;
};

/** Compares a site with a file. With `prune`, what the file does not name is removed from the sections that it has. */
export async function makePlan(client: AdminClient, shape: Shape, prune: boolean): Promise<Plan> {
  const usesRates = ratesIn(shape).length > 0;
  const names = [...sectionsIn(shape), ...(usesRates ? ['taxRates'] : [])];
  const site = await readSite(client, names, (name) => shape.taxonomiesWithTerms?.includes(name) ?? false);
  const steps: Step[] = [];
  const unnamed: string[] = [];
  if (shape.settings) {
    const kept = site.settings;
    const changes = compareSettings(kept.entry, shape.settings);
    const step = { action: 'change', section: 'settings', name: 'settings', changes, entry: shape.settings } as const;
    if (changes.length > 0) steps.push({ ...step, losses: narrowingsOf(changes), kept, place: ['settings'] });
  }
  for (const section of recordSections.filter((name) => shape[name] !== undefined)) {
    const all = stepsOf(section, shape, site);
    for (const step of all) {
      if (step.action !== 'remove') steps.push(step);
      else if (prune && !isBuiltIn(step)) steps.push(step);
      else unnamed.push(titleOf(step));
    }
  }
  for (const step of steps) await weigh(client, step);
  const faults = [...steps.flatMap(findFixed), ...findUnknownRates(shape, ratesAfter(steps, site))];
  return { steps: inOrder(steps), unnamed, faults, hints: findRenamedRates(steps, shape, site), site };
}

/** Members that never change, and would. */
function findFixed({ section, changes, place }: Step): SchemaFault[] {
  if (section === 'settings') return [];
  const { fixed = [], one } = sections[section];
  return changes.flatMap(({ member, before }): SchemaFault[] => {
    const text = `the ${member} of a ${one} never changes, and is ${before} on the site: give the new one another name`;
    return fixed.includes(member) ? [{ place: [...place, member], what: 'value', text }] : [];
  });
}

/** The names of the tax rates that there are once the steps are done. */
function ratesAfter(steps: readonly Step[], site: Site): string[] {
  const own = steps.filter(({ section }) => section === 'taxRates');
  const removed = own.filter(({ action }) => action === 'remove').map(({ name }) => name);
  const names = [...site.taxRates.map(({ entry }) => String(entry.name)), ...own.map(({ name }) => name)];
  return [...new Set(names)].filter((name) => !removed.includes(name));
}

/** New tax rates that are one of the site under another name. */
function findRenamedRates(steps: readonly Step[], { taxRates = [] }: Shape, site: Site): string[] {
  const valuesOf = ({ name: _, ...values }: Entry): Entry => values;
  const unnamed = site.taxRates.filter(({ entry }) => !taxRates.some(({ name }) => name === entry.name));
  return steps.flatMap(({ section, action, name, entry }) => {
    if (section !== 'taxRates' || action !== 'create') return [];
    const same = unnamed.find((kept) => isSame(valuesOf(kept.entry), valuesOf(entry)));
    if (!same) return [];
    return [
      `A new name is a new record: if "${name}" is the tax rate "${same.entry.name}", rename that one on the site`,
    ];
  });
}

/** `type product`. */
export function titleOf({ section, name }: Pick<Step, 'section' | 'name'>): string {
  return section === 'settings' ? 'settings' : `${sections[section].one} ${name}`;
}

/** The record of a step that changes or removes one. */
export function recordOf<R>({ kept }: Pick<Step, 'kept'>): R {
  return kept?.record as R;
}

function isBuiltIn({ kept }: Step): boolean {
  return kept !== null && 'builtIn' in kept.record && kept.record.builtIn === true;
}

function stepsOf(section: RecordSection, shape: Shape, site: Site): Step[] {
  const { nameOf } = sections[section];
  const keptByName = byName<Kept>(site[section], ({ entry }) => nameOf(entry));
  const entries = shape[section] ?? [];
  const placed = entries.map((entry, index) => ({
    entry,
    place: section === 'terms' ? placeOfTerm(entry, shape) : [section, index],
  }));
  // Of the webhooks with the same receiver, those that are the same belong together.
  if (section === 'webhooks') placed.sort((a, b) => (JSON.stringify(a.entry) < JSON.stringify(b.entry) ? -1 : 1));
  const declared = byName(placed, ({ entry }) => nameOf(entry));
  const steps: Step[] = [];
  for (const [name, { entry, place }] of declared) {
    const kept = keptByName.get(name) ?? null;
    const changes = kept ? compareEntries(section, kept.entry, entry) : [];
    if (kept && changes.length === 0) continue;
    steps.push({ action: kept ? 'change' : 'create', section, name, changes, losses: [], entry, kept, place });
  }
  for (const [name, kept] of keptByName) {
    if (declared.has(name)) continue;
    steps.push({ action: 'remove', section, name, changes: [], losses: [], entry: {}, kept, place: [section] });
  }
  return steps;
}

/** In its taxonomy. */
function placeOfTerm(entry: Entry, { taxonomies = [], terms = [] }: Shape): Place {
  const index = terms.filter(({ taxonomy }) => taxonomy === entry.taxonomy).indexOf(entry);
  return ['taxonomies', taxonomies.findIndex(({ name }) => name === entry.taxonomy), 'terms', index];
}

/**
 * Tax rates come before the settings, which name them, and both before forms; new types come next, so that others can refer to them.
 * What is removed goes last, in the opposite order.
 */
function inOrder(steps: readonly Step[]): Step[] {
  const kept = steps.filter(({ action }) => action !== 'remove');
  const isNewType = ({ action, section }: Step): boolean => action === 'create' && section === 'types';
  const isFirst = ({ section }: Step): boolean => section === 'taxRates' || section === 'settings';
  const first = ['taxRates', 'settings'].flatMap((name) => kept.filter(({ section }) => section === name));
  const types = kept.filter(isNewType);
  const others = kept.filter((step) => !isFirst(step) && !isNewType(step));
  const removed = parentsFirst(steps.filter(({ action }) => action === 'remove')).reverse();
  return [...first, ...types, ...parentsFirst(others), ...removed];
}

/** A category or another term is below one that exists by then. */
function parentsFirst(steps: readonly Step[]): Step[] {
  const left = [...steps];
  const sorted: Step[] = [];
  while (left.length > 0) {
    const waiting = new Set(left.map(titleOf));
    const next = left.findIndex((step) => {
      const parent = parentOf(step);
      return parent === null || parent === titleOf(step) || !waiting.has(parent);
    });
    sorted.push(...left.splice(Math.max(next, 0), 1));
  }
  return sorted;
}

/** The title of a step for the term above; null if there is none. */
function parentOf({ section, entry, kept, action }: Step): string | null {
  if (section !== 'categories' && section !== 'terms') return null;
  const { taxonomy, parent } = action === 'remove' && kept ? kept.entry : entry;
  if (parent === undefined || parent === null) return null;
  return titleOf({ section, name: sections[section].nameOf({ taxonomy, slug: parent }) });
}

function narrowingsOf(changes: readonly Change[]): string[] {
  return changes.flatMap(({ member, narrows }) => (narrows === undefined ? [] : [`${member}: ${narrows}`]));
}

/** Says what a step would lose, counted where the service can count it. What nothing is stored in loses nothing. */
async function weigh(client: AdminClient, step: Step): Promise<void> {
  const narrowings = narrowingsOf(step.changes);
  const { section, name, action } = step;
  if (action === 'create' || (action === 'change' && narrowings.length === 0)) return;
  if (section === 'types') {
    const count = await countItems(client, name);
    if (count === 0) return;
    if (action === 'remove') step.losses = [`the type has ${counted(count, 'item')}, which must be deleted first`];
    else step.losses = await weighFields(client, step, count);
    return;
  }
  if (section === 'forms') {
    const { submissionCount = 0 } = recordOf<Form>(step);
    if (submissionCount === 0) return;
    const stored = counted(submissionCount, 'submission');
    step.losses =
      action === 'remove'
        ? [`${stored} would be deleted with their files`]
        : narrowings.map((text) => `${text} (the form has ${stored})`);
    return;
  }
  if (action === 'change') return;
  if (section === 'taxRates') {
    step.losses = ['drafts and items that name it need another one'];
    return;
  }
  if (section === 'taxonomies') {
    const { total } = await client.taxonomies.terms(name).list({ limit: 1 });
    if (total > 0) step.losses = [`the taxonomy has ${counted(total, 'term')}, which must be deleted first`];
    return;
  }
  if (section === 'webhooks') step.losses = ['its deliveries that are waiting are not sent'];
  else step.losses = [`items lose it (published ones: ${recordOf<Term>(step).count})`];
}

async function countItems(client: AdminClient, type: string): Promise<number> {
  const [listed, trashed] = await Promise.all(
    (['any', 'trash'] as const).map((status) => client.content(type).list({ status, limit: 1 })),
  );
  return (listed?.total ?? 0) + (trashed?.total ?? 0);
}

async function weighFields(client: AdminClient, { name, changes, entry }: Step, count: number): Promise<string[]> {
  const plan = await planFields(client, name, entry);
  return changes.flatMap(({ member, narrows }) => {
    if (narrows === undefined) return [];
    const field = /^fields\.([^.]+)/.exec(member)?.[1] ?? '';
    const found = plan.find((one) => one.field === field);
    return [`${member}: ${found ? whatBecomes(found, member, narrows, count) : `${narrows} (${has(count)})`}`];
  });
}

function whatBecomes(
  { field, values, converted, unfit, examples }: FieldPlan,
  member: string,
  narrows: string,
  count: number,
): string {
  if (member === `fields.${field}`) return `${narrows} (${counted(values, 'item')} with a value)`;
  const [example] = examples.filter(({ reason }) => reason !== undefined);
  const such = example ? `, such as ${example.slug || example.id}: ${shownValue(example.value)} ${example.reason}` : '';
  if (/^fields\.[^.]+\.type$/.test(member))
    return `${counted(converted, 'value')} converted, ${unfit} left that do not fit${such}`;
  return unfit > 0
    ? `${narrows} (items that no longer fit: ${unfit} of ${count}${such})`
    : `${narrows} (${has(count)})`;
}

function shownValue(value: unknown): string {
  return value === null ? 'no value' : JSON.stringify(value).slice(0, 60);
}

function has(count: number): string {
  return `the type has ${counted(count, 'item')}`;
}

async function planFields(client: AdminClient, name: string, { fields }: Entry): Promise<FieldPlan[]> {
  try {
    const change = { fields: fields as never };
    return (await client.types.update(name, change, { dryRun: true })).plan?.fields ?? [];
  } catch (error) {
    // The declarations may name a type that is still to be created. What is wrong with them is said when they are applied.
    if (error instanceof FrontdeskError && error.status === 422) return [];
    throw error;
  }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
