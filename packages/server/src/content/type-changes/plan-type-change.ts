// What a change of a type would mean for its items, read beside everything else. Nothing is stored.

import type { ReadContext } from '../../context/context.ts';
import { checkFields } from '../../fields/compile.ts';
import { type Conversion, convertValue } from '../../fields/convert-value.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { scalarOf } from '../../fields/field-kinds.ts';
import { namesIn } from '../../fields/places.ts';
import { failBody } from '../../lib/errors.ts';
import { createPauses } from '../../lib/yield-to-event-loop.ts';
import { noteOf, readDraft } from '../lifecycle/drafts.ts';
import type { FieldValues } from '../model/item-fields.ts';
import type { PostType } from '../types/post-types.ts';
import { type ChangedField, Conversions, changedFieldsOf, cut } from './converted-fields.ts';
import { leftOutIn, mayLeaveOut } from './left-out-fields.ts';
import {
  type FieldConversion,
  type FieldPlan,
  maxExamples,
  type PlannedValue,
  type TypeChangePlan,
} from './type-changes.schemas.ts';

const batchSize = 500;

type Named = { id: string; slug: string; title: string };

export type Weighed = { plan: TypeChangePlan; conversions: FieldConversion[] };

/** Throws 422 if a field is to be unique whose values would be the same after the conversion. */
export async function planTypeChange(ctx: ReadContext, before: PostType, after: PostType): Promise<Weighed> {
  const changed = changedFieldsOf(before.fields, after.fields).map((field) => new ChangedPlan(after, field));
  const removed = new Map(
    before.fields
      .filter(({ name }) => !after.fields.some((field) => field.name === name))
      .map((field) => [field.name, emptyPlan(field.name, field, null)]),
  );
  const conversions = new Conversions();
  const pause = createPauses();
  let items = 0;
  for await (const { fields, draft, ...item } of itemsOf(ctx, before.name)) {
    items++;
    const values: FieldValues = JSON.parse(fields);
    for (const [name, field] of await leftOutOf(ctx, before, after, { id: item.id, fields: values, draft })) {
      const plan = removed.get(name) ?? emptyPlan(name, field, null);
      removed.set(name, plan);
      plan.values++;
    }
    for (const plan of changed) await plan.add(item, values, conversions);
    await pause();
  }
  const order = new Map(after.fields.map(({ name }, index) => [name, index]));
  for (const { isRepeated, plan } of changed) if (isRepeated) throw repeated(order.get(plan.field) as number);
  return {
    plan: { items, fields: [...changed.map((each) => each.result()), ...removed.values()] },
    conversions: conversions.all(),
  };
}

/** Counts what can be converted of the fields that have another kind. */
export async function countConversions(
  ctx: ReadContext,
  type: string,
  fields: readonly ChangedField[],
): Promise<FieldConversion[]> {
  const conversions = new Conversions();
  const pause = createPauses();
  if (fields.length === 0) return [];
  for await (const { id, fields: stored } of itemsOf(ctx, type)) {
    const values: FieldValues = JSON.parse(stored);
    for (const { field } of fields) {
      if (hasValue(values, field.name)) {
        const value = values[field.name];
        conversions.add(field.name, id, value, convertValue(field, value));
      }
    }
    await pause();
  }
  return conversions.all();
}

/** The fields that are left out and have values, each with the number of its items. */
export async function countLeftOut(
  ctx: ReadContext,
  before: PostType,
  after: Pick<PostType, 'fields'>,
): Promise<{ field: string; items: number }[]> {
  if (!mayLeaveOut(before.fields, after.fields)) return [];
  const counts = new Map<string, number>();
  const pause = createPauses();
  for await (const { id, fields, draft } of itemsOf(ctx, before.name)) {
    const leftOut = await leftOutOf(ctx, before, after, { id, fields: JSON.parse(fields), draft });
    for (const name of leftOut.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
    await pause();
  }
  const order = namesIn(before.fields).map(({ name }) => name);
  const used = [...counts].map(([field, items]) => ({ field, items }));
  return used.sort((one, other) => order.indexOf(one.field) - order.indexOf(other.field));
}

/** Those of which an item has a value, live or in its draft. */
async function leftOutOf(
  ctx: ReadContext,
  before: Pick<PostType, 'fields'>,
  after: Pick<PostType, 'fields'>,
  { id, fields, draft }: { id: string; fields: FieldValues; draft: string | null },
): Promise<Map<string, FieldDeclaration>> {
  const isDrafted = noteOf({ draft })?.changed.some((name) => name.startsWith('fields.')) ?? false;
  const inDraft = isDrafted ? ((await readDraft(ctx, id))?.fields ?? {}) : {};
  const leftOut = [fields, inDraft].map((values) => leftOutIn(before.fields, after.fields, values));
  return new Map(leftOut.flatMap((found) => [...found]));
}

type Stored = Named & { fields: string; draft: string | null };

async function* itemsOf(ctx: ReadContext, type: string): AsyncGenerator<Stored> {
  for (let last: string | null = ''; last !== null; ) {
    const items: Stored[] = await ctx.db
      .selectFrom('items')
      .select(['id', 'slug', 'title', 'fields', 'draft'])
      .where('type', '=', type)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    yield* items;
    last = items.length < batchSize ? null : (items.at(-1)?.id ?? null);
  }
}

/** Of one field that is new or changed. */
class ChangedPlan {
  readonly plan: FieldPlan;
  readonly #changed: ChangedField;
  readonly #type: PostType;
  readonly #unfit: PlannedValue[] = [];
  readonly #converted: PlannedValue[] = [];
  readonly #seen = new Set<unknown>();
  isRepeated = false;

  constructor(type: PostType, changed: ChangedField) {
    this.#type = type;
    this.#changed = changed;
    this.plan = emptyPlan(changed.field.name, changed.before ?? null, changed.field);
  }

  async add(item: Named, values: FieldValues, conversions: Conversions): Promise<void> {
    const { field, before } = this.#changed;
    const isStored = hasValue(values, field.name);
    const value = isStored ? values[field.name] : null;
    const conversion: Conversion = convertValue(field, value, before);
    conversions.add(field.name, item.id, value, conversion);
    if (isStored) this.plan.values++;
    const result = conversion.is === 'converted' ? conversion.value : value;
    const reason = conversion.is === 'misfit' ? conversion.reason : await this.#faultOf(result);
    if (conversion.is !== 'misfit') this.#note(result);
    if (conversion.is === 'converted') {
      this.plan.converted++;
      if (this.#converted.length < maxExamples)
        this.#converted.push({ ...item, value: cut(value), result: cut(result) });
    }
    if (reason === null) return;
    this.plan.unfit++;
    if (this.#unfit.length < maxExamples) this.#unfit.push({ ...item, value: cut(value), reason });
  }

  result(): FieldPlan {
    return { ...this.plan, examples: [...this.#unfit, ...this.#converted] };
  }

  /** What the rules of the declaration say; null if nothing is wrong. */
  async #faultOf(value: unknown): Promise<string | null> {
    const { field } = this.#changed;
    if (value === null && !field.required) return null;
    const data = value === null ? {} : { [field.name]: structuredClone(value) };
    const [fault] = await checkFields(this.#type.name, [field], data, { strict: true });
    if (!fault) return null;
    const inner = fault.pointer.split('/').slice(2).join('/');
    return inner === '' ? fault.detail : `/${inner} ${fault.detail}`;
  }

  #note(value: unknown): void {
    const { field, isReshaped } = this.#changed;
    if (!field.unique || !isReshaped || value === null) return;
    const key = scalarOf(field) === 'instant' ? Date.parse(String(value)) : value;
    if (this.#seen.has(key)) this.isRepeated = true;
    this.#seen.add(key);
  }
}

function emptyPlan(field: string, before: FieldDeclaration | null, after: FieldDeclaration | null): FieldPlan {
  const change = before === null ? 'added' : after === null ? 'removed' : 'changed';
  const [from, to] = [before?.type ?? null, after?.type ?? null];
  return { field, change, from, to, values: 0, converted: 0, unfit: 0, examples: [] };
}

function hasValue(values: FieldValues, name: string): boolean {
  return Object.hasOwn(values, name) && values[name] !== null;
}

export function repeated(index: number): Error {
  const detail = 'items of this type would share a value';
  return failBody([{ pointer: `/fields/${index}/unique`, code: 'not_unique', detail }]);
}
