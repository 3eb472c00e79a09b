// Applies a plan, step by step. A record that was changed after the plan was made is not overwritten.

import type { AdminClient } from '../admin.ts';
import type { Form, NewPostType, NewWebhook, Webhook } from '../api-types.ts';
import { CommandError } from '../cli/command-error.ts';
import { isObject } from '../cli/read-input.ts';
import { FrontdeskError } from '../frontdesk-error.ts';
import { mergePatchBetween } from '../merge-patch.ts';
import { type Plan, recordOf, type Step, titleOf } from './plan.ts';
import { entryOfWebhook, readSettings } from './read-site.ts';
import { canonicalEntry, type Entry, isSame, type RecordSection, sections } from './shape.ts';
import { renameRatesOfForm, renameRatesOfSettings } from './tax-rates.ts';

/** Another person or program changed a record after it was compared. */
export class ChangedMeanwhile extends CommandError {}

/** The environment variables, which hold the secrets of new webhooks. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The IDs of the tax rates by their names, also of those that the plan has created so far. */
type RateIds = Map<string, string>;

/** Applies the steps in their order, and stops at the first that fails. */
export async function applyPlan(
  client: AdminClient,
  { steps, site }: Plan,
  environment: Environment,
  done: (step: Step) => void,
): Promise<void> {
  const types = new Set(site.types.map(({ entry }) => String(entry.name)));
  const rateIds: RateIds = new Map(site.taxRates.map(({ entry, record }) => [String(entry.name), record.id]));
  const forms = site.forms.map(({ record }) => record);
  const unfinished: Step[] = [];
  for (const [index, step] of steps.entries()) {
    const isNewType = step.section === 'types' && step.action === 'create';
    if (isNewType) {
      types.add(step.name);
      const first = { ...step.entry, fields: withoutUnknownTargets(step.entry.fields, types) };
      if (!isSame(first.fields, step.entry.fields ?? [])) unfinished.push(step);
      await client.types.create(first as unknown as NewPostType);
    } else if (step.section === 'settings') await changeSettings(client, step, rateIds);
    else if (step.section === 'webhooks') await applyWebhook(client, step, forms, environment);
    else await applyRecord(client, step, step.section, rateIds);
    const isLastNewType =
      isNewType && !steps.slice(index + 1).some((s) => s.section === 'types' && s.action === 'create');
    // Types that refer to each other get these references once all of them exist.
    if (isLastNewType)
      for (const { name, entry } of unfinished)
        await client.types.update(name, { fields: entry.fields as NewPostType['fields'] & {} });
    done(step);
  }
}

async function changeSettings(client: AdminClient, { entry, kept }: Step, rateIds: RateIds): Promise<void> {
  const { record: before, entry: own }: { record: object; entry: Entry } = kept ?? { record: {}, entry: {} };
  if (!isSame(await readSettings(client), before)) throw changedMeanwhile('settings');
  const invoicing = { ...(own.invoicing as Entry), ...(entry.invoicing as Entry) };
  const merged = { ...own, ...entry, ...(entry.invoicing !== undefined && { invoicing }) };
  const after = renameRatesOfSettings(merged, (name) => rateIds.get(name) ?? name);
  await client.request('PATCH', '/settings', { body: mergePatchBetween(before, after) });
}

/** The methods that the collections share. */
type Records = {
  get(name: string): Promise<{ etag: string }>;
  create(body: Entry): Promise<{ id: string }>;
  update(
    name: string,
    body: Entry,
    options: { ifMatch: string; convert?: boolean; allowDestructive?: boolean },
  ): Promise<unknown>;
  delete(name: string, options: { ifMatch?: string; force?: boolean }): Promise<unknown>;
};

async function applyRecord(
  client: AdminClient,
  step: Step,
  section: Exclude<RecordSection, 'webhooks'>,
  rateIds: RateIds,
): Promise<void> {
  const { records, name, entry } = recordsOf(client, step, section, rateIds);
  const { action, kept, changes, losses } = step;
  if (action === 'create') {
    const { id } = await records.create(entry);
    if (section === 'taxRates') rateIds.set(step.name, id);
    return;
  }
  const { etag: ifMatch, ...current } = await records.get(name);
  // The list has no ETags, so it is the record that shows whether it has changed since.
  if (!isSameRecord(current, kept?.record ?? {})) throw changedMeanwhile(titleOf(step));
  try {
    if (action === 'remove') {
      const force = section === 'forms' && losses.length > 0;
      return void (await records.delete(name, { ifMatch, ...(force ? { force } : {}) }));
    }
    const isConverted = section === 'types' && changes.some(({ member }) => /^fields\b/.test(member));
    const body = bodyOf(
      section,
      entry,
      changes.map(({ member }) => member.split(/[. ]/)[0] as string),
      kept?.record,
    );
    const allowDestructive = section === 'types' && losses.length > 0;
    await records.update(name, body, {
      ifMatch,
      ...(isConverted ? { convert: true } : {}),
      ...(allowDestructive ? { allowDestructive } : {}),
    });
  } catch (error) {
    if (error instanceof FrontdeskError && error.status === 412) throw changedMeanwhile(titleOf(step));
    throw error;
  }
}

/** The collection of the record, what names it there, and its members. */
function recordsOf(
  client: AdminClient,
  step: Step,
  section: Exclude<RecordSection, 'webhooks'>,
  rateIds: RateIds,
): { records: Records; name: string; entry: Entry } {
  if (section !== 'terms') {
    const { name } = step;
    const idOf = (rate: string): string => rateIds.get(rate) ?? rate;
    return {
      records: client[section] as unknown as Records,
      name: section === 'taxRates' ? idOf(name) : name,
      entry: section === 'forms' ? renameRatesOfForm(step.entry, idOf) : step.entry,
    };
  }
  const { taxonomy, ...entry } = step.entry;
  const { slug, taxonomy: known } = { ...step.entry, ...step.kept?.entry };
  const records = client.taxonomies.terms(String(taxonomy ?? known)) as unknown as Records;
  return { records, name: String(slug), entry };
}

/** The changed members; what the file leaves out is as by default, also inside of objects. */
function bodyOf(section: RecordSection, entry: Entry, changed: readonly string[], record: object = {}): Entry {
  const { members } = sections[section];
  const before = new Map<string, unknown>(Object.entries(record));
  const change = (member: string): unknown => {
    const [old, value] = [before.get(member), entry[member] ?? members[member] ?? null];
    return isObject(old) && isObject(value) ? mergePatchBetween(old, value) : value;
  };
  return Object.fromEntries([...new Set(changed)].map((member) => [member, change(member)]));
}

/** Apart from what counts uses. */
function isSameRecord(one: object, other: object): boolean {
  const withoutCounts = ({ count: _c, submissionCount: _s, ...rest }: Entry): Entry => rest;
  return isSame(withoutCounts(one as Entry), withoutCounts(other as Entry));
}

function changedMeanwhile(what: string): ChangedMeanwhile {
  return new ChangedMeanwhile(`${what} was changed by someone else after the plan was made, and is not overwritten`);
}

async function applyWebhook(client: AdminClient, step: Step, forms: Form[], environment: Environment): Promise<void> {
  const { action, entry, kept } = step;
  if (action === 'create') return createWebhook(client, entry, environment);
  const { id } = recordOf<Webhook>(step);
  const current = await client.webhooks.get(id);
  if (!isSame(canonicalEntry('webhooks', entryOfWebhook(current, forms)), kept?.entry))
    throw changedMeanwhile(titleOf(step));
  if (action === 'remove') return void (await client.webhooks.delete(id));
  const members = step.changes.map(({ member }) => member);
  await client.webhooks.update(id, bodyOf('webhooks', entry, members));
}

async function createWebhook(client: AdminClient, entry: Entry, environment: Environment): Promise<void> {
  const { form, status, secretEnv, ...rest } = entry;
  const { id } = await client.webhooks.create({
    ...(rest as unknown as NewWebhook),
    ...(form === undefined ? {} : { formId: String(form) }),
    ...(secretEnv === undefined ? {} : { secret: environment[String(secretEnv)] }),
  });
  if (status !== undefined) await client.webhooks.update(id, { status: status as 'paused' });
}

/** Fields whose references name only types that exist, wherever they are. */
function withoutUnknownTargets(fields: unknown, known: ReadonlySet<string>): unknown {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isObject(value)) return value;
    const { to, fields, of, blocks, ...rest } = value;
    const targets = Array.isArray(to) ? to.filter((name) => known.has(name)) : [];
    return {
      ...rest,
      ...(targets.length > 0 ? { to: targets } : {}),
      ...(of === undefined ? {} : { of: strip(of) }),
      ...(fields === undefined ? {} : { fields: strip(fields) }),
      ...(blocks === undefined ? {} : { blocks: strip(blocks) }),
    };
  };
  return strip(fields ?? []);
}
