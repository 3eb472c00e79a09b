// Counts the answers to fields with options, with yes or no, and with numbers.

import { type RawBuilder, sql } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import { type FieldDeclaration, optionLabels, optionValues } from '../../fields/field.ts';
import { comparisonOf, membersOf } from '../../fields/field-kinds.ts';
import { labelOf } from '../../fields/form-controls.ts';
import type { Form } from '../form/form.ts';
import type { FormSummary, SummarizedField } from './form-summary.schemas.ts';

export type Period = {
  formId: string;
  since: string;
  /** The first moment after it. */
  until: string;
};

/** Answers of more submissions are not read. */
const maxSubmissions = 100_000;

/** What is counted: a field, or a part of the answer to the field `of`. */
type Counted = {
  field: FieldDeclaration;
  of: string;
  part: string | null;
  name: string;
  label: string;
  isNumber: boolean;
};

/** Three statements at most, whatever the form asks. */
export async function summarizeAnswers(
  ctx: ReadContext,
  form: Form,
  period: Period,
): Promise<Pick<FormSummary, 'fields' | 'answersOf'>> {
  const counted = form.fields.flatMap(countedIn);
  const names = new Set(counted.map(({ of }) => of));
  const numberNames = new Set(counted.flatMap(({ field, isNumber }) => (isNumber ? [field.name] : [])));
  const [groups, numbers, answersOf] = await Promise.all([
    groupAnswers(ctx, period, names, numberNames),
    summarizeNumbers(ctx, period, numberNames),
    countAnswered(ctx, period),
  ]);
  const fields = counted.map((one) => summarize(one, groups.get(one.of) ?? [], numbers.get(one.of)));
  return { fields, answersOf };
}

function countedIn(field: FieldDeclaration): Counted[] {
  const parts = membersOf(field).filter(isChoice);
  if (parts.length > 0) return parts.map((part) => partOf(field, part));
  const isNumber = comparisonOf(field) === 'number';
  if (!isNumber && !isChoice(field)) return [];
  return [{ field, of: field.name, part: null, name: field.name, label: labelOf(field), isNumber }];
}

function partOf(field: FieldDeclaration, part: FieldDeclaration): Counted {
  const label = `${labelOf(field)}: ${labelOf(part)}`;
  return { field: part, of: field.name, part: part.name, name: `${field.name}.${part.name}`, label, isNumber: false };
}

function isChoice(field: FieldDeclaration): boolean {
  return (field.options?.length ?? 0) > 0 || comparisonOf(field) === 'boolean';
}

type Group = { value: string; count: number };

/** The latest submissions of the period. */
function latest({ formId, since, until }: Period): RawBuilder<unknown> {
  return sql`(select "data" from "submissions" where "formId" = ${formId} and "createdAt" >= ${since} and "createdAt" < ${until}
    order by "createdAt" desc, "id" desc limit ${sql.lit(maxSubmissions)}) as "latest"`;
}

const wholeNumbers = Array.from({ length: 11 }, (_, number) => String(number));

/** How often each answer was given, by the name of its field. Lists and objects are texts of JSON. */
async function groupAnswers(
  ctx: ReadContext,
  period: Period,
  names: ReadonlySet<string>,
  numberNames: ReadonlySet<string>,
): Promise<Map<string, Group[]>> {
  if (names.size === 0) return new Map();
  const { entries, value } = ctx.dialect.jsonEntries(sql.ref('latest.data'));
  const grouped = sql<
    Group & { key: string }
  >`(select "entries"."key" as "key", ${value} as "value", count(*) as "count"
    from ${latest(period)}, ${entries} as "entries"
    where "entries"."key" in (${sql.join([...names])})
      and ("entries"."key" not in (${sql.join(['', ...numberNames])}) or ${value} in (${sql.join(wholeNumbers)}))
    group by "entries"."key", ${value})`;
  const rows = await ctx.db.selectFrom(grouped.as('grouped')).selectAll().execute();
  return Map.groupBy(
    rows.map((row) => ({ ...row, count: Number(row.count) })),
    ({ key }) => key,
  );
}

type Numbers = NonNullable<SummarizedField['numbers']> & { count: number };

async function summarizeNumbers(
  ctx: ReadContext,
  period: Period,
  names: ReadonlySet<string>,
): Promise<Map<string, Numbers>> {
  if (names.size === 0) return new Map();
  const { entries, number } = ctx.dialect.jsonEntries(sql.ref('latest.data'));
  const summed = sql<
    Numbers & { key: string }
  >`(select "key", "count", min("number") as "min", max("number") as "max", ${averageOf(sql`"number"`)} as "mean",
      ${averageOf(sql`case when "place" * 2 in ("count", "count" + 1, "count" + 2) then "number" end`)} as "median"
    from (select "key", "number", count(*) over (partition by "key") as "count",
        row_number() over (partition by "key" order by "number") as "place"
      from (select "entries"."key" as "key", ${number} as "number"
        from ${latest(period)}, ${entries} as "entries" where "entries"."key" in (${sql.join([...names])})
          and ${number} is not null) as "given") as "ordered"
    group by "key", "count")`;
  const rows = await ctx.db.selectFrom(summed.as('summed')).selectAll().execute();
  return new Map(rows.map(({ key, count, ...numbers }) => [key, { ...numbers, count: Number(count) }]));
}

/** Divided before they are added, by a power of two, which loses nothing: the sum of the largest numbers is none. */
function averageOf(number: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`sum((${number}) / 1048576.0) / count(${number}) * 1048576.0`;
}

async function countAnswered(ctx: ReadContext, period: Period): Promise<number> {
  const counted = sql<{ count: number }>`(select count(*) as "count" from ${latest(period)})`;
  const { count } = await ctx.db.selectFrom(counted.as('counted')).selectAll().executeTakeFirstOrThrow();
  return Number(count);
}

function summarize(counted: Counted, groups: readonly Group[], numbers: Numbers | undefined): SummarizedField {
  const { field, part, name, label, isNumber } = counted;
  const counts = new Map<string, number>();
  let answered = 0;
  for (const { value, count } of groups) {
    const values = valuesIn(value, part, field);
    if (values.length > 0) answered += count;
    for (const one of values) counts.set(one, (counts.get(one) ?? 0) + count);
  }
  if (!isNumber) return { name, label, answered, counts: inOrder(field, counts), numbers: null };
  const { count = 0, min, median, mean, max } = numbers ?? {};
  const hasCounts = answered === count;
  return {
    ...{ name, label, answered: count },
    counts: hasCounts ? inOrder(field, counts) : null,
    numbers: count === 0 ? null : ({ min, median, mean, max } as SummarizedField['numbers']),
  };
}

/** The answers in a stored value, which may be a list, or an object of which one part is meant. */
function valuesIn(text: string | null, part: string | null, field: FieldDeclaration): string[] {
  if (text === null || text === '') return [];
  const isPlain = part === null && !/^[[{]/.test(text);
  const isOption = part === null && optionValues(field).includes(text);
  if (isPlain || isOption) return [text];
  const value = parsed(text);
  // Of a repeated group, those of all rows count.
  const answer = part === null ? value : [value].flat().flatMap((one) => (one as Record<string, unknown>)[part] ?? []);
  return [answer ?? []].flat().map(String);
}

/** A text from before the field became another kind may look like a list. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The options in their order, then what is no option any more. */
function inOrder(field: FieldDeclaration, counts: ReadonlyMap<string, number>): NonNullable<SummarizedField['counts']> {
  const options = optionLabels(field).map(({ value, label }) => ({ value, label: label || value }));
  const known = new Set(options.map(({ value }) => value));
  const others = [...counts.keys()].filter((value) => !known.has(value)).sort(byNumber);
  const all = [...options, ...others.map((value) => ({ value, label: labels[value] ?? value }))];
  return all.map((one) => ({ ...one, count: counts.get(one.value) ?? 0 }));
}

const labels: Record<string, string> = { true: 'Yes', false: 'No' };

function byNumber(a: string, b: string): number {
  return Number(a) - Number(b) || a.localeCompare(b);
}
