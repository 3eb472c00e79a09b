// What a change of a type would mean for its items, read beside everything else. Nothing is stored.

import type { ReadContext } from '../../context/context.ts';
import { checkFields } from '../../fields/compile.ts';
import { type Conversion, convertValue } from '../../fields/convert-value.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { scalarOf } from '../../fields/field-kinds.ts';
import { failBody } from '../../lib/errors.ts';
import { createPauses } from '../../lib/yield-to-event-loop.ts';
import type { FieldValues } from '../model/item-fields.ts';
import type { PostType } from '../types/post-types.ts';
import { type ChangedField, Conversions, changedFieldsOf, cut } from './converted-fields.ts';
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
  const removed = before.fields
    .filter(({ name }) => !after.fields.some((field) => field.name === name))
    .map((field) => emptyPlan(field, null));
  const conversions = new Conversions();
  const pause = createPauses();
  let items = 0;
  for await (const { fields, ...item } of itemsOf(ctx, before.name)) {
    items++;
    const values: FieldValues = JSON.parse(fields);
    for (const plan of removed) if (hasValue(values, plan.field)) plan.values++;
    for (const plan of changed) await plan.add(item, values, conversions);
    await pause();
  }
  const order = new Map(after.fields.map(({ name }, index) => [name, index]));
  for (const { isRepeated, plan } of changed) if (isRepeated) throw repeated(order.get(plan.field) as number);
  return {
    plan: { items, fields: [...changed.map((each) => each.result()), ...removed] },
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

async function* itemsOf(ctx: ReadContext, type: string): AsyncGenerator<Named & { fields: string }> {
  for (let last: string | null = ''; last !== null; ) {
    const items: (Named & { fields: string })[] = await ctx.db
      .selectFrom('items')
      .select(['id', 'slug', 'title', 'fields'])
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
    this.plan = emptyPlan(changed.before ?? null, changed.field);
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

function emptyPlan(before: FieldDeclaration | null, after: FieldDeclaration | null): FieldPlan {
  const change = before === null ? 'added' : after === null ? 'removed' : 'changed';
  const field = (after ?? before)?.name as string;
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
