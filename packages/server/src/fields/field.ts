// A custom field as a content type or a form declares it.

import Type, { type Static } from 'typebox';

export const FieldDeclaration = Type.Object(
  {
    name: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_-]{0,63}$', description: 'Key of the value' }),
    type: Type.String({ description: 'Kind of field' }),
    label: Type.Optional(Type.String({ maxLength: 200, description: 'What people see instead of the name' })),
    help: Type.Optional(Type.String({ maxLength: 2000, description: 'A hint beside the field' })),
    required: Type.Optional(
      Type.Boolean({ description: 'Whether a value is required; a text must not be blank, and a list not empty' }),
    ),
    default: Type.Optional(Type.Unknown()),
    min: Type.Optional(
      Type.Union([Type.Number(), Type.String()], {
        description: 'Minimum value, earliest date, minimum number of characters, or of texts in a list',
      }),
    ),
    max: Type.Optional(
      Type.Union([Type.Number(), Type.String()], {
        description: 'Maximum value, latest date, maximum number of characters, or of texts in a list',
      }),
    ),
    pattern: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Regular expression that the whole text must match, without look-around and back-references',
      }),
    ),
    options: Type.Optional(
      Type.Array(
        Type.Union([
          Type.String({ minLength: 1 }),
          Type.Object({ value: Type.String({ minLength: 1 }), label: Type.String() }, { additionalProperties: false }),
        ]),
        {
          minItems: 1,
          maxItems: 1000,
          description: 'What can be chosen: texts, or objects whose `label` people see instead of the `value`',
        },
      ),
    ),
    unique: Type.Optional(Type.Boolean({ description: 'Whether two items of a type may not have the same value' })),
    indexed: Type.Optional(
      Type.Boolean({
        description:
          'Whether lists that filter or sort by the field use an index, which keeps them fast with many items',
      }),
    ),
    multiple: Type.Optional(Type.Boolean({ description: 'Whether several files are accepted' })),
    accept: Type.Optional(
      Type.Array(Type.String(), { description: 'Accepted media types, such as image/png or image/*' }),
    ),
    maxSize: Type.Optional(Type.Integer({ minimum: 1, description: 'Maximum size of one file in bytes' })),
    maxFiles: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of files' })),
    amount: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Price in the minor unit of the currency, such as cents' }),
    ),
    currency: Type.Optional(Type.String({ pattern: '^[A-Za-z]{3}$', description: 'ISO 4217, such as eur' })),
    description: Type.Optional(Type.String({ maxLength: 500, description: 'What the payment is for' })),
    visibleWhen: Type.Optional(
      Type.Object(
        { field: Type.String(), equals: Type.Optional(Type.Unknown()), notEquals: Type.Optional(Type.Unknown()) },
        {
          additionalProperties: false,
          description:
            'In a form, when the field applies: if the answer to `field` is `equals`, is not `notEquals`, or, without both, if there is one. A field that does not apply is never required, and its answer is not stored',
        },
      ),
    ),
    step: Type.Optional(
      Type.Integer({ minimum: 1, description: 'In a form, the part of the hosted page that shows the field' }),
    ),
  },
  {
    title: 'FieldDeclaration',
    description: 'A custom field of a content type, or a question of a form',
    additionalProperties: false,
  },
);
export type FieldDeclaration = Static<typeof FieldDeclaration>;
export const FieldDeclarations = Type.Array(FieldDeclaration, { maxItems: 200 });

/** A JSON Schema for Ajv. */
export type JsonSchema = Record<string, unknown>;

const costlyFields = 30;
const costlyOptions = 200;

/** Whether checking these fields or their values may take so long that it belongs on the thread (lib/off-thread.ts). */
export function isCostly(fields: readonly FieldDeclaration[]): boolean {
  return (
    fields.length > costlyFields ||
    fields.some((field) => field.pattern !== undefined) ||
    fields.reduce((sum, field) => sum + (field.options?.length ?? 0), 0) > costlyOptions
  );
}

export function optionValues(field: FieldDeclaration): string[] {
  return (field.options ?? []).map((option) => (typeof option === 'string' ? option : option.value));
}
