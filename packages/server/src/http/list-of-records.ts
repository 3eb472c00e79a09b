// Lists of records in the API: their parameters and their envelope, made from the records themselves.

import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import { acceptsList, meanings, type Operator } from '../database/compare.ts';
import { type ListRequest, type Member, operatorsOf } from '../database/record-list.ts';
import { composed } from '../lib/validation.ts';
import { nullable, pageQuery, queryOf, Total } from './schemas.ts';

type Options<Item extends TProperties, Own extends TProperties> = {
  item: TObject<Item>;
  /** What it can be filtered by: members of the records, and those of objects in them, such as `actor.id`. */
  filters?: readonly string[];
  /** What it can be sorted by; the first with its direction is the default order. */
  sort: readonly [string, ...string[]];
  /** The name of a record, if it is not called `id`. */
  key?: string;
  /** Of its columns, if they are not called as the members or not alone in the query. */
  table?: string;
  columns?: Readonly<Record<string, Partial<Member>>>;
  /** Where `search` looks, in words. */
  search?: string;
  searched?: readonly string[];
  /** It is never long, so that it comes whole unless there is a `limit`. */
  isComplete?: boolean;
  /** Parameters that only this list has, by name and by pattern. */
  own?: Own;
  patterns?: Record<string, TSchema>;
};

/** A list of records of which there are never many, so that it is read whole, and comes whole unless there is a `limit`. */
export function completeListOf<Item extends TProperties, Own extends TProperties = Record<never, never>>(
  options: Omit<Options<Item, Own>, 'isComplete' | 'columns' | 'table'>,
) {
  return listOfRecords({ ...options, isComplete: true });
}

/** A list of these records. */
export function listOfRecords<Item extends TProperties, Own extends TProperties = Record<never, never>>({
  item,
  filters = [],
  sort,
  key = 'id',
  table,
  columns = {},
  search,
  searched = [],
  isComplete = false,
  own = {} as Own,
  patterns,
}: Options<Item, Own>) {
  const sortable = sort.map((name) => name.replace(/^-/, ''));
  const hasKey = schemaAt(item, key) !== undefined;
  const members = Object.fromEntries(
    [...new Set([...filters, ...sortable, ...(hasKey ? [key] : [])])].map((name): [string, Member] => [
      name,
      { ...memberOf(schemaAt(item, name) ?? {}), isSortable: sortable.includes(name), ...columns[name] },
    ]),
  );
  const conditions = Object.fromEntries(
    filters.flatMap((name) => {
      const member = members[name] as Member;
      const { examples, description = '' } = schemaAt(item, name) ?? {};
      return operatorsOf(member).flatMap((operator): [string, TSchema][] => {
        const schema = Type.Optional({
          ...operandOf(member, operator),
          ...(operator === 'eq' && description && { description }),
          ...(examples &&
            operator !== 'exists' && { examples: acceptsList(operator) ? [String(examples[0])] : examples }),
        });
        return operator === 'eq'
          ? [
              [name, schema],
              [`${name}[eq]`, schema],
            ]
          : [[`${name}[${operator}]`, schema]];
      });
    }),
  );
  const searching = search ? { search: Type.Optional(Type.String({ maxLength: 200, description: search })) } : {};
  const naming = hasKey ? { ids: Ids } : {};
  const parameters = {
    ...pageQuery,
    ...(isComplete && { limit: Limit }),
    cursor: Type.Optional(
      Type.String({ maxLength: 5000, description: '`nextCursor` of the previous response; not with `offset`' }),
    ),
    sort: Type.Optional(
      Type.String({
        maxLength: 400,
        ...(isComplete ? {} : { default: sort[0] }),
        description: `Up to four of ${sortable.map((name) => `\`${name}\``).join(', ')}, separated by commas; \`-\` before one is descending`,
        examples: [sort[0]],
      }),
    ),
    ...naming,
    ...searching,
  };
  type Request = ListRequest & Static<TObject<Own>>;
  const more = patterns ? { patternProperties: patterns } : {};
  return {
    members,
    sort: sort[0],
    key,
    table,
    searched,
    query: Type.Unsafe<Request>({ ...queryOf({ ...parameters, ...own, ...conditions }), ...more }),
    /** For exports, which have no pages. */
    exportQuery: Type.Unsafe<Request>({
      ...queryOf({ sort: parameters.sort, ...naming, ...searching, ...own, ...conditions }),
      ...more,
    }),
    /** For sums, which have no order either. */
    conditions: Type.Unsafe<Request>({ ...queryOf({ ...naming, ...searching, ...own, ...conditions }), ...more }),
    page: Type.Object(
      {
        items: Type.Array(item, { description: 'The records of this page' }),
        total: Total,
        nextCursor: nullable(Type.String({ description: '`cursor` of the next page; null on the last one' })),
      },
      { title: listNameOf(item), description: 'A page of a list' },
    ),
  };
}

/** `ContactList` of Contact, and `ItemList` of ListedItem. */
function listNameOf(item: TSchema): string {
  const { title } = item as { title?: string };
  if (title === undefined) throw new Error('The records of a list need a title');
  return `${title.replace(/^Listed/, '')}List`;
}

const Limit = Type.Optional(Type.Integer({ description: 'Size of a page; without it, all', minimum: 1, maximum: 100 }));
const Ids = Type.Optional(
  Type.String({
    maxLength: 10_000,
    description: 'Up to 100 IDs, separated by commas; unknown ones are left out',
    examples: ['con_1,con_2'],
  }),
);

type Schema = {
  type?: string | string[];
  format?: string;
  enum?: string[];
  [composed]?: boolean;
  examples?: unknown[];
  description?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
};

/** `actor.id` leads into an object. */
function schemaAt(schema: Schema, name: string): Schema | undefined {
  let at: Schema | undefined = schema;
  for (const part of name.split('.')) {
    at = [at ?? {}, ...(at?.anyOf ?? [])].find(({ properties }) => properties)?.properties?.[part];
  }
  return at;
}

function memberOf(schema: Schema): Omit<Member, 'isSortable'> {
  const { anyOf = [], format, enum: values } = schema;
  const types = [schema.type ?? []].flat();
  const isNullable = types.includes('null') || anyOf.some(({ type }) => type === 'null');
  const inner = anyOf.find(({ type }) => type !== 'null');
  if (inner) return { ...memberOf(inner), isNullable };
  const [type] = types.filter((name) => name !== 'null');
  if (format === 'date-time') return { kind: 'time', isNullable };
  if (type === 'integer' || type === 'number') return { kind: 'number', isNullable };
  if (type === 'boolean') return { kind: 'boolean', isNullable };
  if (format === 'date') return { kind: 'text', isDay: true, isNullable };
  const read = schema[composed] ? (text: string) => text.normalize('NFC') : undefined;
  return { kind: 'text', values, isNullable, read };
}

function operandOf({ kind, values, isDay }: Member, operator: Operator): TSchema {
  const description = meanings[operator];
  if (operator === 'exists' || kind === 'boolean') return Type.Boolean({ description });
  if (acceptsList(operator))
    return Type.String({ maxLength: 5000, description, ...(values && { examples: [values.slice(0, 2).join(',')] }) });
  if (kind === 'number') return Type.Integer({ description });
  if (kind === 'time' || isDay)
    return Type.String({
      maxLength: 40,
      description,
      examples: ['2027-02-19'],
    });
  return values ? Type.Enum([...values], { description }) : Type.String({ maxLength: 500, description });
}
