// Schemas shared by all parts of the API.

import Type, { type Static, type TObject, type TSchema, type TSchemaOptions } from 'typebox';
import { faultCodes, problems } from '../lib/errors.ts';
import { composed } from '../lib/validation.ts';

export const Id = Type.String({ minLength: 1, maxLength: 200, description: 'Opaque ID' });
export const IdOrSlug = Type.String({ minLength: 1, maxLength: 200, description: 'ID or slug' });
export const Time = Type.String({ format: 'date-time', description: 'RFC 3339 in UTC, with milliseconds' });
export const Url = Type.String({ format: 'iri', maxLength: 2048 });

/**
 * Makes a schema nullable. A single type becomes `[type, 'null']`: with a union the serializer would validate each
 * branch to find the right one, which costs more than the rest of the response.
 */
export function nullable<Schema extends TSchema>(schema: Schema) {
  const { type, ...rest } = schema as { type?: unknown };
  if (typeof type !== 'string' || 'enum' in rest) return Type.Union([schema, Type.Null()]);
  return Type.Unsafe<Static<Schema> | null>({ ...rest, type: [type, 'null'] });
}

export const Total = nullable(
  Type.Integer({
    title: 'ListTotal',
    minimum: 0,
    description: 'Number of all matching records; null only with `total=false`',
  }),
);

/** Which part of a list is asked for; `http/list-of-records.ts` has the rest. */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ description: 'Size of a page', minimum: 1, maximum: 100, default: 20 })),
  offset: Type.Optional(
    Type.Integer({ description: 'Number of records to skip', minimum: 0, maximum: 1_000_000_000, default: 0 }),
  ),
  total: Type.Optional(
    Type.Boolean({
      default: true,
      description: '`false`: `total` is null, which is quicker when many match',
    }),
  ),
};

/** A query; unknown parameters are rejected by name. */
export function queryOf<Properties extends Record<string, TSchema>>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

/** A request body; unknown fields are rejected by name. */
export function bodyOf<Properties extends Record<string, TSchema>>(
  properties: Properties,
  options: TSchemaOptions = {},
): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** A file in a multipart body. */
export const FilePart = Type.String({ contentMediaType: 'application/octet-stream', description: 'The file' });

/** What the validator sees of a multipart body: the handler reads it part by part. */
export const unreadForm = { schema: Type.Unsafe<unknown>({}) };

/** An object with any keys. */
export function anyObject(options: TSchemaOptions = {}) {
  return Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...options });
}

/** The answer to removing a record. */
export const Deleted = Type.Object(
  { id: Id, deleted: Type.Unsafe<true>({ type: 'boolean', enum: [true], description: 'Confirms the deletion' }) },
  { title: 'Deleted', description: 'The ID of what was deleted' },
);

export const IdParams = Type.Object({ id: Id });
/** Of a record that another system has, too. */
export const ExternalId = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^(?!\\.{1,2}$)',
  [composed]: true,
  description: 'What another system calls it. No two of them can have the same',
});

/** Of a record that is also found by its slug. */
export const IdOrSlugParams = Type.Object({ id: IdOrSlug });
export type IdParams = Static<typeof IdParams>;

/** All codes, sorted; docs/errors.md explains them. */
const ProblemCode = Type.Enum(Object.keys(problems).sort(), {
  title: 'ProblemCode',
  description: 'Stable, for programs. New ones may be added',
});

const FaultCode = Type.Enum([...faultCodes], {
  title: 'FaultCode',
  description: 'The rule that a value breaks. New ones may be added',
});

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: 'A URN that ends with the `code`' }),
    title: Type.String({ description: 'What happened, the same for every problem with this `code`' }),
    status: Type.Integer({ description: 'The HTTP status of the response' }),
    detail: Type.Optional(
      Type.String({ description: 'What happened in this case, or what to do, as a sentence for people' }),
    ),
    instance: Type.Optional(Type.String({ description: 'A URN that ends with the ID of the request, as in the log' })),
    code: ProblemCode,
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            pointer: Type.String({ description: 'JSON pointer into the body, or the name of a query parameter' }),
            code: Type.Union([FaultCode, ProblemCode], {
              description: 'The rule that the value breaks, or why an operation of several failed',
            }),
            detail: Type.String({ description: 'What is expected, to be read after the name of the member' }),
          },
          { title: 'Fault', description: 'One fault of a request' },
        ),
        { description: 'Every fault of the request, if it is invalid' },
      ),
    ),
  },
  { $id: 'Problem', additionalProperties: true, description: 'Problem details (RFC 9457)' },
);
