// A custom field as declared by a post type or a form, and what a kind of field has to say about itself.

import Type, { type Static } from 'typebox';
import { anchored, maxMatchedLength } from './patterns.ts';

export const FieldDeclaration = Type.Object(
  {
    name: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_-]{0,63}$', description: 'Key of the value' }),
    type: Type.String({ description: 'Kind of field' }),
    label: Type.Optional(Type.String({ maxLength: 200 })),
    help: Type.Optional(Type.String({ maxLength: 2000 })),
    required: Type.Optional(Type.Boolean()),
    default: Type.Optional(Type.Unknown()),
    min: Type.Optional(
      Type.Union([Type.Number(), Type.String()], { description: 'Smallest value, earliest date, or least characters' }),
    ),
    max: Type.Optional(
      Type.Union([Type.Number(), Type.String()], { description: 'Largest value, latest date, or most characters' }),
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
        },
      ),
    ),
    unique: Type.Optional(Type.Boolean()),
    multiple: Type.Optional(Type.Boolean({ description: 'Several files' })),
    accept: Type.Optional(
      Type.Array(Type.String(), { description: 'Media types of a file, such as image/png or image/*' }),
    ),
    maxSize: Type.Optional(Type.Integer({ minimum: 1, description: 'Bytes of one file' })),
    maxFiles: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    amount: Type.Optional(Type.Integer({ minimum: 1, description: 'Price in the minor unit of the currency' })),
    currency: Type.Optional(Type.String({ pattern: '^[A-Za-z]{3}$' })),
    description: Type.Optional(Type.String({ maxLength: 500, description: 'What is paid for' })),
    visibleWhen: Type.Optional(
      Type.Object(
        { field: Type.String(), equals: Type.Optional(Type.Unknown()), notEquals: Type.Optional(Type.Unknown()) },
        { additionalProperties: false },
      ),
    ),
    step: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { $id: 'Field', additionalProperties: false },
);
export type FieldDeclaration = Static<typeof FieldDeclaration>;

/** A JSON Schema, as Ajv takes it. */
export type JsonSchema = Record<string, unknown>;

export type FieldKind = {
  /** Where it may be declared. */
  usedIn: readonly ('content' | 'form')[];
  /** The schema of its value; null for a field that takes no answer. */
  schema(field: FieldDeclaration): JsonSchema | null;
  /** How filters and `orderBy` read its stored value; null where they cannot. */
  comparesAs: 'text' | 'number' | 'boolean' | 'list' | null;
  /** The value of a text from a query, a url-encoded or multipart form, or CSV. A text that is none comes back as it is: validation tells. */
  fromText(text: string): unknown;
  /** Whether its text belongs in the full-text index. */
  isText: boolean;
};

export function optionValues(field: FieldDeclaration): string[] {
  return (field.options ?? []).map((option) => (typeof option === 'string' ? option : option.value));
}

export function asNumber(text: string): unknown {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

export function asBoolean(text: string): unknown {
  if (['true', 'on', '1', 'yes'].includes(text)) return true;
  return ['false', 'off', '0', 'no'].includes(text) ? false : text;
}

/** Bounds on the length of a text, and its pattern. A text that is too long is not matched against it. */
export function textBounds(field: FieldDeclaration, limit: number): JsonSchema {
  const { min, max, pattern } = field;
  const matched = pattern === undefined ? limit : maxMatchedLength(pattern);
  const maxLength = Math.min(limit, matched, typeof max === 'number' ? max : limit);
  return {
    ...(typeof min === 'number' ? { minLength: min } : {}),
    maxLength,
    ...(pattern === undefined ? {} : { if: { minLength: maxLength + 1 }, else: { pattern: anchored(pattern) } }),
  };
}

export function numberBounds(field: FieldDeclaration): JsonSchema {
  return {
    ...(typeof field.min === 'number' ? { minimum: field.min } : {}),
    ...(typeof field.max === 'number' ? { maximum: field.max } : {}),
  };
}

/** Bounds on dates and times, which compare as text (ajv-formats). */
export function dateBounds(field: FieldDeclaration): JsonSchema {
  return {
    ...(typeof field.min === 'string' ? { formatMinimum: field.min } : {}),
    ...(typeof field.max === 'string' ? { formatMaximum: field.max } : {}),
  };
}
