// A custom field as a content type or a form declares it.

import Type, { type Static } from 'typebox';
import { derive } from '../lib/lru-cache.ts';
import { OptionImage } from './option-image.ts';
import { priceSettings } from './price-lines.ts';

const Name = Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_-]{0,63}$', description: 'Key of the value' });
const Label = Type.String({ maxLength: 200, description: 'What people see instead of the name' });
/** Checked by structured-schemas.ts, because a schema cannot contain itself. */
const Inner = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });
const maxFields = 200;

/** What is declared inside a declaration. */
export const innerDeclarations = {
  fields: Type.Optional(
    Type.Array(Inner, {
      minItems: 1,
      maxItems: maxFields,
      description: 'The fields of a group, or of each row of a repeated one',
    }),
  ),
  of: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      ...Inner,
      description:
        'What each entry of a list is: a declaration without `name`, such as `{ "type": "number", "min": 0 }` or a group. Without it, the entries are texts',
    }),
  ),
  blocks: Type.Optional(
    Type.Array(Inner, {
      minItems: 1,
      maxItems: 100,
      description: 'The blocks that a list can have: each has a `name`, which its values have as `type`, and `fields`',
    }),
  ),
};

const choiceMembers = {
  value: Type.String({ minLength: 1, description: 'What is stored' }),
  label: Type.String({ description: 'What people see' }),
};

const FieldRow = Type.Union(
  [
    Type.String({ minLength: 1 }),
    Type.Object(choiceMembers, {
      title: 'LabeledRow',
      description: 'A question of a table with a label',
      additionalProperties: false,
    }),
  ],
  { title: 'FieldRow', description: 'A question of a table: a text, or one with a label' },
);

/** Of a question of a form, its picture is shown, too. */
const FieldOption = Type.Union(
  [
    Type.String({ minLength: 1 }),
    Type.Object(
      { ...choiceMembers, image: Type.Optional(OptionImage) },
      { title: 'LabeledOption', description: 'An option with a label', additionalProperties: false },
    ),
  ],
  { title: 'FieldOption', description: 'What can be chosen: a text, or one with a label' },
);

const FieldSchema = Type.Object(
  {
    name: Name,
    type: Type.String({ description: 'Kind of field' }),
    label: Type.Optional(Label),
    help: Type.Optional(Type.String({ maxLength: 2000, description: 'A hint beside the field' })),
    required: Type.Optional(
      Type.Boolean({ description: 'Whether a value is required; a text must not be blank, and a list not empty' }),
    ),
    default: Type.Optional(Type.Unknown({ description: 'Value if none is sent' })),
    min: Type.Optional(
      Type.Union([Type.Number(), Type.String()], {
        description: 'Minimum value, earliest date, minimum number of characters, or of entries in a list',
      }),
    ),
    max: Type.Optional(
      Type.Union([Type.Number(), Type.String()], {
        description:
          'Maximum value, latest date, maximum number of characters, or of entries in a list. Characters are counted as browsers do: most emoji are two',
      }),
    ),
    pattern: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Regular expression that the whole text must match, without look-around and back-references',
      }),
    ),
    options: Type.Optional(
      Type.Array(FieldOption, {
        minItems: 1,
        maxItems: 1000,
        description: 'What can be chosen: texts, or objects whose `label` people see instead of the `value`',
      }),
    ),
    rows: Type.Optional(
      Type.Array(FieldRow, {
        minItems: 1,
        maxItems: 100,
        description: 'The questions of a table, whose columns are the `options`: texts, or objects like those',
      }),
    ),
    formula: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'How a calculation is worked out from other answers, such as `guests * 25 + if(room = "sea", 10, 0)`: numbers, texts in quotes, names of fields, `+ - * / %`, comparisons, and `if`, `min`, `max`, `sum`, `round`, `floor`, `ceil`, `abs`, `count`, `days`',
        examples: ['guests * 25'],
      }),
    ),
    decimals: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 6,
        description: 'To how many decimals a calculation is rounded; at most 6 if absent',
        examples: [2],
      }),
    ),
    minLabel: Type.Optional(Type.String({ maxLength: 100, description: 'What the lowest number of a scale means' })),
    maxLabel: Type.Optional(Type.String({ maxLength: 100, description: 'What the highest number of a scale means' })),
    unique: Type.Optional(
      Type.Boolean({
        description: 'Whether two items of a type, or two submissions of a form, may not have the same value',
      }),
    ),
    indexed: Type.Optional(
      Type.Boolean({
        description:
          'Whether lists that filter or sort by the field use an index, which keeps them fast with many items',
      }),
    ),
    scope: Type.Optional(
      Type.Enum(['content:read', 'content:write'], {
        description:
          'The scope that reading the field requires, besides reading the item. For everyone else neither the field nor its values exist: `content:read` hides it from visitors, `content:write` from all who may not change the items',
      }),
    ),
    ...innerDeclarations,
    to: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: 'Singular names of the content types whose items can be referred to; without it, all',
      }),
    ),
    multiple: Type.Optional(Type.Boolean({ description: 'Whether the value is a list of several' })),
    onDelete: Type.Optional(
      Type.Enum(['refuse', 'clear', 'keep'], {
        description:
          'What happens when a referenced item or media record is deleted permanently: `refuse`, the default, rejects that unless the request clears references; `clear` removes the reference; `keep` leaves the ID',
      }),
    ),
    accept: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Accepted media types and file extensions, such as image/png, image/* or .csv',
      }),
    ),
    maxSize: Type.Optional(Type.Integer({ minimum: 1, description: 'Maximum size of one file in bytes' })),
    maxFiles: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of files' })),
    amount: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Price in the minor unit of the currency, such as cents' }),
    ),
    currency: Type.Optional(Type.String({ pattern: '^[A-Za-z]{3}$', description: 'ISO 4217, such as eur' })),
    description: Type.Optional(Type.String({ maxLength: 500, description: 'What the payment is for' })),
    ...priceSettings,
    visibleWhen: Type.Optional(
      Type.Object(
        {
          field: Type.String({ description: 'Name of another field of the form' }),
          equals: Type.Optional(Type.Unknown({ description: 'The answer that it must have' })),
          notEquals: Type.Optional(Type.Unknown({ description: 'The answer that it must not have' })),
        },
        {
          title: 'FieldCondition',
          additionalProperties: false,
          description:
            'In a form, when the field applies: if the answer to `field` is `equals`, is not `notEquals`, or, without both, if there is one. A field that does not apply is hidden and never required, and its answer is not stored. Texts are compared without case and spaces at their ends; times, addresses, telephone numbers and URLs in any notation. Of files, repeated groups and answers with several parts, only whether there is one can be tested',
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

/** A block of `blocks`. */
export const BlockDeclaration = Type.Object(
  {
    name: Type.String({ ...Name, description: 'The `type` of its values' }),
    label: Type.Optional(Label),
    fields: Type.Array(Inner, { maxItems: maxFields, description: 'The fields of the block' }),
  },
  { title: 'BlockDeclaration', description: 'A kind of block in a field', additionalProperties: false },
);
export type BlockDeclaration = { name: string; label?: string; fields: FieldDeclaration[] };
export type FieldDeclaration = Omit<Static<typeof FieldSchema>, keyof typeof innerDeclarations> & {
  fields?: FieldDeclaration[];
  of?: Omit<FieldDeclaration, 'name'>;
  blocks?: BlockDeclaration[];
};
export const FieldDeclaration = Type.Unsafe<FieldDeclaration>(FieldSchema);
export const FieldDeclarations = Type.Unsafe<FieldDeclaration[]>(
  Type.Array(FieldSchema, { description: 'In the order in which people see them', maxItems: maxFields }),
);
/** The settings of a declaration. */
export const fieldSettings: Record<string, object> = FieldSchema.properties;

/** A JSON Schema for Ajv. */
export type JsonSchema = Record<string, unknown>;

const costlyFields = 30;
const costlyOptions = 200;

/** Whether checking these fields or their values may take so long that it belongs on the thread (lib/off-thread.ts). */
export const isCostly = derive((fields: readonly FieldDeclaration[]): boolean => {
  const all = withInner(fields);
  return (
    all.length > costlyFields ||
    all.some((field) => field.pattern !== undefined) ||
    all.reduce((sum, field) => sum + (field.options?.length ?? 0), 0) > costlyOptions
  );
});

/** The fields by their names. */
export const fieldsByName = derive(
  (fields: readonly FieldDeclaration[]): ReadonlyMap<string, FieldDeclaration> =>
    new Map(fields.map((field) => [field.name, field])),
);

type Declared = { field: FieldDeclaration; pointer: string };

/** The fields, and all that are declared inside them, with where each is. An entry of a list has the name of the list. */
export function declaredIn(fields: readonly FieldDeclaration[], pointer = '/fields'): Declared[] {
  return fields.flatMap((field, index) => withInside(field, `${pointer}/${index}`));
}

function withInside(field: FieldDeclaration, pointer: string): Declared[] {
  const { name, fields = [], of, blocks = [] } = field;
  return [
    { field, pointer },
    ...declaredIn(fields, `${pointer}/fields`),
    ...(of ? withInside({ ...of, name }, `${pointer}/of`) : []),
    ...blocks.flatMap(({ fields }, index) => declaredIn(fields, `${pointer}/blocks/${index}/fields`)),
  ];
}

/** The fields, and all that are declared inside them. */
export function withInner(fields: readonly FieldDeclaration[]): FieldDeclaration[] {
  return declaredIn(fields).map(({ field }) => field);
}

/** Whether others are declared inside the field. */
export function hasInner({ fields, of, blocks }: FieldDeclaration): boolean {
  return fields !== undefined || of !== undefined || blocks !== undefined;
}

export function optionValues(field: FieldDeclaration): string[] {
  return (field.options ?? []).map((option) => (typeof option === 'string' ? option : option.value));
}

/** The same for texts that look the same: those that differ at most in spaces around them and in how characters are composed. */
export function asSeen(text: string): string {
  return text.normalize('NFC').trim();
}

/** Finds which of these a text is, however its characters are composed; a text that is none of them stays as it is. */
export function composedAs(texts: readonly string[]): (text: string) => string {
  const known = new Map(texts.map((text) => [text.normalize('NFC'), text]));
  for (const text of texts) known.set(text, text);
  return (text) => known.get(text) ?? known.get(text.normalize('NFC')) ?? text;
}

export function hasLookalikes(texts: readonly string[]): boolean {
  return new Set(texts.map(asSeen)).size < texts.length;
}

/** The options with what people see. */
export function optionLabels({
  options = [],
}: FieldDeclaration): { value: string; label: string; image?: string | undefined }[] {
  return options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
}

/** An answer as people read it: the label of the option that it is, or its text. */
export function optionLabel(field: FieldDeclaration, answer: unknown): string {
  return optionLabels(field).find(({ value }) => value === answer)?.label ?? String(answer);
}

/** The field with what decides which values are of its kind, without limits. */
export function withoutLimits({
  name,
  type,
  options,
  multiple,
  fields,
  of,
  blocks,
  rows,
}: FieldDeclaration): FieldDeclaration {
  return {
    name,
    type,
    ...(options ? { options } : {}),
    ...(multiple ? { multiple } : {}),
    ...(rows ? { rows } : {}),
    ...(fields ? { fields: fields.map(withoutLimits) } : {}),
    ...(of ? { of: withoutLimits({ ...of, name }) } : {}),
    ...(blocks ? { blocks: blocks.map(({ name, fields }) => ({ name, fields: fields.map(withoutLimits) })) } : {}),
  };
}

/** Equal for fields whose values are of the same kind. */
export function shapeOf(field: FieldDeclaration): string {
  return JSON.stringify(withoutLimits(field), (key, value) => (key === 'options' ? undefined : value));
}
