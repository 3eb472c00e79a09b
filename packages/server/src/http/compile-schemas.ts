// Validators and serializers of routes, compiled on first use: compiling those of all routes took a third of the start.
// What was compiled for a schema serves all services of a process: those of tests are many.

import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { Ajv, ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler, FastifySerializerCompiler, FastifyServerOptions } from 'fastify';
import { bodyValidator, type SchemaError, textValidator } from '../lib/validation.ts';

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
type SharedSchemas = Record<string, object>;
type Serialize = (data: unknown) => string;

/** Each also keeps what it has compiled, by schema. */
let validators: { body: Ajv; text: Ajv } | null = null;
const serializers = new WeakMap<object, Serialize>();

/** Given to the framework when it is created, so that it does not load compilers of its own. */
export function compilersOnUse(): Compilers {
  validators ??= { body: bodyValidator(), text: textValidator() };
  const { body, text } = validators;
  const buildValidator =
    (sharedSchemas: SharedSchemas): FastifySchemaCompiler<unknown> =>
    ({ schema, httpPart }) => {
      let validate: ValidateFunction | undefined;
      const compile = (): ValidateFunction => {
        const validator = httpPart === 'body' ? body : text;
        for (const [id, shared] of Object.entries(sharedSchemas)) {
          // `getSchema` would compile it, even if nothing refers to it.
          if (!validator.schemas[id]) validator.addSchema(shared, id);
        }
        const compiled = validator.compile(schema as object) as ValidateFunction;
        return httpPart === 'querystring' ? (withQueryRules(compiled, schema) as ValidateFunction) : compiled;
      };
      const check = (data: unknown): boolean => {
        validate ??= compile();
        const isValid = validate(data) as boolean;
        check.errors = validate.errors;
        return isValid;
      };
      check.errors = null as ValidateFunction['errors'];
      return check;
    };

  const compileSerializer = SerializerSelector();
  const buildSerializer =
    (sharedSchemas: SharedSchemas): FastifySerializerCompiler<unknown> =>
    (route) => {
      const schema = route.schema as object;
      const compile = (): Serialize => {
        const compiled = serializers.get(schema) ?? compileSerializer(sharedSchemas, {})({ httpStatus: '', ...route });
        serializers.set(schema, compiled);
        return compiled;
      };
      let serialize: Serialize | undefined;
      return (data) => {
        serialize ??= compile();
        return serialize(data);
      };
    };
  // The framework's types allow only its own compilers.
  return { buildValidator, buildSerializer } as unknown as Compilers;
}

// What JSON Schema cannot say about queries: every parameter may be given once, and integers are written in digits.
type Query = Record<string, unknown>;
type Validate = { (query: Query): unknown; errors?: SchemaError[] | null };

/** Wraps the validator of a query. */
function withQueryRules(validate: Validate, schema: unknown): Validate {
  const properties = (schema as { properties?: Record<string, { type?: unknown }> }).properties ?? {};
  const names = Object.keys(properties);
  const integers = names.filter((name) => properties[name]?.type === 'integer');
  const check = (query: Query): boolean => {
    const repeated = names.filter((name) => Array.isArray(query[name])).map(repetition);
    // The validator then reports the value as not an integer.
    for (const name of integers) if (!isInteger(String(query[name] ?? '0'))) query[name] = 'not an integer';
    validate(query);
    const errors = [...repeated, ...(validate.errors ?? [])];
    check.errors = errors.length > 0 ? errors : null;
    return check.errors === null;
  };
  check.errors = null as SchemaError[] | null;
  return check;
}

function repetition(name: string): SchemaError {
  return { keyword: 'repeated', instancePath: `/${name}`, params: {} };
}

/** False for `1e2` and `0x10`, and for so many digits that the number is infinite, which passes every maximum. */
function isInteger(text: string): boolean {
  return /^-?\d+$/.test(text) && Number.isFinite(Number(text));
}
