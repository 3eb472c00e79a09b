// The schemas of values that have others inside them: objects with fields, lists of entries, lists of blocks.

import type { FieldDeclaration, JsonSchema } from './field.ts';

/** The schema of a value; null for a field without one. */
type ValueSchema = (field: FieldDeclaration) => JsonSchema | null;

/** Of lists that set no `max`. */
export const maxEntries = 1000;

/**
 * The schema of an object with these fields. Optional fields may be null, required texts must not be blank; with `strict`,
 * other keys are rejected.
 */
export function objectSchema(
  fields: readonly FieldDeclaration[],
  { strict }: { strict: boolean },
  valueSchemaOf: ValueSchema,
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const field of fields) {
    const schema = valueSchemaOf(field);
    if (schema === null) continue;
    properties[field.name] = {
      ...(field.required ? schema : orNull(schema)),
      ...(field.label === undefined ? {} : { title: field.label }),
      ...(field.help === undefined ? {} : { description: field.help }),
      ...(field.default === undefined ? {} : { default: field.default }),
    };
    if (field.required) required.push(field.name);
  }
  return { type: 'object', properties, required, additionalProperties: !strict };
}

function orNull(schema: JsonSchema): JsonSchema {
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}

/** A list whose number of entries the field limits. */
export function listSchema({ required, min, max }: FieldDeclaration, entry: JsonSchema): JsonSchema {
  return {
    type: 'array',
    items: entry,
    ...(required ? { minItems: 1 } : {}),
    ...(typeof min === 'number' ? { minItems: min } : {}),
    maxItems: typeof max === 'number' ? max : maxEntries,
  };
}

/** A list of objects whose `type` says which block each is. */
export function blocksSchema(field: FieldDeclaration, valueSchemaOf: ValueSchema): JsonSchema {
  const oneOf = (field.blocks ?? []).map(({ name, label, fields }) => {
    const { properties, required, ...rest } = objectSchema(fields, { strict: true }, valueSchemaOf);
    return {
      ...(label === undefined ? {} : { title: label }),
      ...rest,
      properties: { type: { type: 'string', const: name }, ...(properties as object) },
      required: ['type', ...(required as string[])],
    };
  });
  return listSchema(field, { type: 'object', discriminator: { propertyName: 'type' }, oneOf });
}
