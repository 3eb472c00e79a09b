// Applies a plan, step by step. A record that was changed after the plan was made is not overwritten.

import type { Form, FormEventName, NewPostType, NewWebhook, Webhook } from '../api-types.ts';
import { CommandError } from '../cli/command-error.ts';
import { isObject } from '../cli/read-input.ts';
import type { Client } from '../client.ts';
import { FrontdeskError } from '../frontdesk-error.ts';
import { type Plan, recordOf, type Step, titleOf } from './plan.ts';
import { entryOfWebhook, readSettings } from './read-site.ts';
import { canonicalEntry, type Entry, isSame, type RecordSection, sections } from './shape.ts';

/** Another person or program changed a record after it was compared. */
export class ChangedMeanwhile extends CommandError {}

/** Applies the steps in their order, and stops at the first that fails. */
export async function applyPlan(client: Client, { steps, site }: Plan, done: (step: Step) => void): Promise<void> {
  const types = new Set(site.types.map(({ entry }) => String(entry.name)));
  const unfinished: Step[] = [];
  for (const [index, step] of steps.entries()) {
    const isNewType = step.section === 'types' && step.action === 'create';
    if (isNewType) {
      types.add(step.name);
      const first = { ...step.entry, fields: withoutUnknownTargets(step.entry.fields, types) };
      if (!isSame(first.fields, step.entry.fields ?? [])) unfinished.push(step);
      await client.types.create(first as unknown as NewPostType);
    } else
      await applyStep(
        client,
        step,
        site.forms.map(({ record }) => record),
      );
    const isLastNewType =
      isNewType && !steps.slice(index + 1).some((s) => s.section === 'types' && s.action === 'create');
    // Types that refer to each other get these references once all of them exist.
    if (isLastNewType)
      for (const { name, entry } of unfinished)
        await client.types.update(name, { fields: entry.fields as NewPostType['fields'] & {} });
    done(step);
  }
}

async function applyStep(client: Client, step: Step, forms: Form[]): Promise<void> {
  switch (step.section) {
    case 'settings':
      return changeSettings(client, step);
    case 'webhooks':
      return applyWebhook(client, step, forms);
    default:
      return applyRecord(client, step, step.section);
  }
}

async function changeSettings(client: Client, { changes, kept }: Step): Promise<void> {
  if (!isSame(await readSettings(client), kept?.entry)) throw changedMeanwhile('settings');
  const body = Object.fromEntries(changes.map(({ member, after }) => [member, after]));
  await client.request('PATCH', '/settings', { body });
}

/** The methods that the collections share. */
type Records = {
  get(name: string): Promise<{ etag: string }>;
  create(body: Entry): Promise<unknown>;
  update(name: string, body: Entry, options: { ifMatch: string; convert?: boolean }): Promise<unknown>;
  delete(name: string, options: { ifMatch?: string; force?: boolean }): Promise<unknown>;
};

async function applyRecord(client: Client, step: Step, section: Exclude<RecordSection, 'webhooks'>): Promise<void> {
  const { records, name, entry } = recordsOf(client, step, section);
  const { action, kept, changes, losses } = step;
  if (action === 'create') return void (await records.create(entry));
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
    );
    await records.update(name, body, { ifMatch, ...(isConverted ? { convert: true } : {}) });
  } catch (error) {
    if (error instanceof FrontdeskError && error.status === 412) throw changedMeanwhile(titleOf(step));
    throw error;
  }
}

/** The collection of the record, what names it there, and its members. */
function recordsOf(client: Client, step: Step, section: Exclude<RecordSection, 'webhooks'>) {
  if (section !== 'terms') return { ...step, records: client[section] as unknown as Records };
  const { taxonomy, ...entry } = step.entry;
  const { slug, taxonomy: known } = { ...step.entry, ...step.kept?.entry };
  const records = client.taxonomies.terms(String(taxonomy ?? known)) as unknown as Records;
  return { records, name: String(slug), entry };
}

/** The changed members; what the file leaves out is as by default. */
function bodyOf(section: RecordSection, entry: Entry, changed: readonly string[]): Entry {
  const { members } = sections[section];
  return Object.fromEntries([...new Set(changed)].map((member) => [member, entry[member] ?? members[member] ?? null]));
}

/** Apart from what counts uses. */
function isSameRecord(one: object, other: object): boolean {
  const withoutCounts = ({ count: _c, submissionCount: _s, ...rest }: Entry): Entry => rest;
  return isSame(withoutCounts(one as Entry), withoutCounts(other as Entry));
}

function changedMeanwhile(what: string): ChangedMeanwhile {
  return new ChangedMeanwhile(`${what} was changed by someone else after the plan was made, and is not overwritten`);
}

async function applyWebhook(client: Client, step: Step, forms: Form[]): Promise<void> {
  const { action, entry, kept } = step;
  if (action === 'create') return createWebhook(client, entry);
  const { id } = recordOf<Webhook>(step);
  const current = await client.webhooks.get(id);
  if (!isSame(canonicalEntry('webhooks', entryOfWebhook(current, forms)), kept?.entry))
    throw changedMeanwhile(titleOf(step));
  if (action === 'remove') return void (await client.webhooks.delete(id));
  const members = step.changes.map(({ member }) => member);
  await client.webhooks.update(id, bodyOf('webhooks', entry, members));
}

async function createWebhook(client: Client, { kind, form, status, ...rest }: Entry): Promise<void> {
  const body = rest as unknown as NewWebhook;
  let id: string;
  if (kind === 'form') {
    const subscriber = { url: body.url, events: rest.events as FormEventName[] };
    ({ id } = await client.forms(String(form)).webhooks.create(subscriber));
  } else if (kind === 'payment') {
    ({ id } = await client.payments.webhooks.create({ url: body.url, events: rest.events as never[] }));
  } else ({ id } = await client.webhooks.create(body));
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
