// What a change of a content type answers: the type, the plan of a dry run, and the change as it is kept.

import Type, { type Static } from 'typebox';
import { listOfRecords } from '../../http/list-of-records.ts';
import { Id, nullable, queryOf, Time } from '../../http/schemas.ts';
import { ChangeMaker } from '../model/changes.ts';
import { PostTypeSchema } from '../types/post-types.ts';

export const ChangeQuery = queryOf({
  convert: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Convert stored values to the new kinds of their fields, such as the text "10" to a number. Without this, the change is rejected (422) while there are values that can be converted. Values that cannot be converted stay as they are',
    }),
  ),
  allowDestructive: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Remove fields that are left out although items have values in them. Without this, the change is rejected (409)',
    }),
  ),
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'Change nothing; `plan` says what the change means for each field' }),
  ),
});
export type ChangeQuery = Static<typeof ChangeQuery>;

export const FieldConversion = Type.Object(
  {
    field: Type.String({ description: 'Name of the field' }),
    convertible: Type.Integer({ description: 'Stored values of another kind that can be converted' }),
    misfits: Type.Integer({ description: 'Stored values that cannot be converted' }),
    examples: Type.Array(Type.Object({ itemId: Id, value: Type.Unknown({ description: 'The stored value' }) }), {
      description: 'Some of the values that cannot be converted',
    }),
  },
  { title: 'FieldConversion', description: 'What a change of a content type means for stored values' },
);
export type FieldConversion = Static<typeof FieldConversion>;

const namedItem = {
  id: Id,
  slug: Type.String({ description: 'Names the item in URLs' }),
  title: Type.String({ description: 'Title of the item' }),
};

export const PlannedValue = Type.Object(
  {
    ...namedItem,
    value: Type.Unknown({ description: 'The stored value; long ones are cut' }),
    result: Type.Optional(
      Type.Unknown({ description: 'What it would be converted to; null for a value that says nothing' }),
    ),
    reason: Type.Optional(
      Type.String({
        description: 'Why it does not fit',
        examples: ['must be a number'],
      }),
    ),
  },
  { title: 'PlannedValue', description: 'An item with a stored value, and what becomes of it' },
);
export type PlannedValue = Static<typeof PlannedValue>;

export const maxExamples = 20;

export const FieldPlan = Type.Object(
  {
    field: Type.String({ description: 'Name of the field; `rows.price` for one that is removed inside of another' }),
    change: Type.Enum(['added', 'removed', 'changed'], {
      title: 'FieldPlanChange',
      description: 'A field with another name is removed and added',
    }),
    from: nullable(Type.String({ description: 'The kind of the field before' })),
    to: nullable(Type.String({ description: 'The kind of the field after' })),
    values: Type.Integer({
      description: 'Items with a value of this name. Those of a removed field keep it',
    }),
    converted: Type.Integer({ description: 'Items whose value would be converted with `convert=true`' }),
    unfit: Type.Integer({
      description:
        'Items that would no longer fit. Their values stay as they are, and must fit before the field is changed or the item is published',
    }),
    examples: Type.Array(PlannedValue, {
      description: `At most ${maxExamples} items that would not fit, then at most ${maxExamples} that would be converted`,
    }),
  },
  { title: 'FieldPlan', description: 'What a change of a content type means for one field' },
);
export type FieldPlan = Static<typeof FieldPlan>;

export const TypeChangePlan = Type.Object(
  {
    items: Type.Integer({ description: 'Items of the type, including those in the trash' }),
    fields: Type.Array(FieldPlan, { description: 'Fields whose values or rules change' }),
  },
  { title: 'TypeChangePlan', description: 'What a change of a content type would mean for its items' },
);
export type TypeChangePlan = Static<typeof TypeChangePlan>;

export const TypeChangeSchema = Type.Object(
  {
    id: Id,
    type: Type.String({ description: 'Singular name of the content type' }),
    status: Type.Enum(['converting', 'completed', 'undoing', 'undone', 'failed'], {
      title: 'TypeChangeStatus',
      description:
        'While it is `converting` or `undoing`, items follow one after another. `failed`: some could not, and `problem` says why',
    }),
    members: Type.Array(Type.String(), {
      description: 'What changed: members of the type, and fields as `fields.` and their name',
    }),
    valuesConverted: Type.Boolean({ description: 'Whether stored values are converted' }),
    by: nullable(ChangeMaker),
    progress: Type.Object(
      {
        read: Type.Integer({ description: 'Items that have been read' }),
        total: Type.Integer({ description: 'Items of the type when it began' }),
      },
      { description: 'How far it is' },
    ),
    conversions: Type.Array(FieldConversion, { description: 'Fields with stored values that did not fit' }),
    left: Type.Integer({
      description:
        'When it was undone: items that had been edited or created since, perhaps before they were converted, and keep these values',
    }),
    leftItems: Type.Array(
      Type.Object({ ...namedItem, fields: Type.Array(Type.String(), { description: 'Names of the edited fields' }) }),
      {
        description: `At most ${maxExamples} of them, with the fields that were edited`,
      },
    ),
    problem: nullable(
      Type.String({
        description:
          'Why it failed. Fields cannot be changed until it has been tried again (`POST /types/:name/changes/:id/retry`) or undone',
      }),
    ),
    undoable: Type.Boolean({ description: 'Whether it is the last change, and can be undone now' }),
    createdAt: Time,
    endedAt: nullable({ ...Time, description: 'When all items had followed' }),
    keptUntil: nullable(Type.String({ format: 'date-time', description: 'When it can no longer be undone' })),
  },
  { title: 'TypeChange', description: 'A change of a content type, with what became of its items' },
);
export type TypeChange = Static<typeof TypeChangeSchema>;
export const typeChangeList = listOfRecords({
  item: TypeChangeSchema,
  filters: ['status', 'createdAt', 'endedAt'],
  sort: ['-id', 'createdAt', 'endedAt'],
});

export const ChangedPostType = Type.Object(
  {
    ...PostTypeSchema.properties,
    conversions: Type.Optional(
      Type.Array(FieldConversion, {
        description: 'Fields with stored values that did not fit',
      }),
    ),
    plan: Type.Optional(TypeChangePlan),
    change: Type.Optional(TypeChangeSchema),
  },
  {
    title: 'ChangedPostType',
    description:
      'A content type, and what its change means for stored values: `plan` of a dry run, `change` if values are converted',
  },
);
export type ChangedPostType = Static<typeof ChangedPostType>;
