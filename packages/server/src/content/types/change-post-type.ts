// Changes a content type together with the values that its items have.

import Type, { type Static } from 'typebox';
import { type Context, inTransaction, type WriteContext } from '../../context.ts';
import { type Fault, failBody } from '../../errors.ts';
import { type FieldDeclaration, shapeOf } from '../../fields/field.ts';
import { queryOf } from '../../http/schemas.ts';
import { followStructure } from './derived-values.ts';
import { followType } from './field-indexes.ts';
import { lockPostType, type PostType, type PostTypeChange, PostTypeSchema, updatePostType } from './post-types.ts';
import { convertStoredValues, FieldConversion } from './stored-values.ts';
import { hasRepeatedValues } from './unique-fields.ts';

export const ChangeQuery = queryOf({
  convert: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Convert stored values to the new kinds of their fields, such as the text "10" to a number. Without this, the change is rejected (422) while there are values that can be converted. Values that cannot be converted stay as they are',
    }),
  ),
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'Change nothing; the response says what would be converted' }),
  ),
});
type ChangeQuery = Static<typeof ChangeQuery>;

export const ChangedPostType = Type.Object(
  {
    ...PostTypeSchema.properties,
    conversions: Type.Optional(
      Type.Array(FieldConversion, {
        description: 'Fields with stored values that did not fit',
      }),
    ),
  },
  { title: 'ChangedPostType', description: 'A content type, and what its change means for stored values' },
);
export type ChangedPostType = Static<typeof ChangedPostType>;

/** Takes back what a dry run has tried. */
class DryRun extends Error {
  readonly result: ChangedPostType;
  constructor(result: ChangedPostType) {
    super('dry run');
    this.result = result;
  }
}

/** Changes a type that passes the check. Throws 404, 409, 422. */
export async function changePostType(
  ctx: Context,
  name: string,
  change: PostTypeChange,
  { convert = false, dryRun = false }: ChangeQuery,
  check: (type: PostType) => void,
): Promise<ChangedPostType> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      const before = await lockPostType(ctx, name);
      check(before);
      const { conversions, ...type } = await changeAndConvert(ctx, before, change, convert || dryRun);
      if (dryRun) throw new DryRun({ ...type, conversions });
      const faults = convert ? [] : conversions.flatMap((conversion) => faultsOf(type.fields, conversion));
      if (faults.length > 0) throw failBody(faults);
      await followType(ctx, before, type);
      return convert || conversions.length > 0 ? { ...type, conversions } : type;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result;
    throw error;
  }
}

async function changeAndConvert(ctx: WriteContext, before: PostType, change: PostTypeChange, convert: boolean) {
  const type = await updatePostType(ctx, before.name, change);
  const shapes = new Map(before.fields.map((field) => [field.name, shapeOf(field)]));
  const changed = type.fields.filter((field) => shapes.get(field.name) !== shapeOf(field));
  const conversions = await convertStoredValues(ctx, type, changed, { convert });
  await followStructure(ctx, before, type);
  for (const field of changed) {
    // Different texts may be the same number.
    if (field.unique && (await hasRepeatedValues(ctx, type.name, field))) {
      throw failBody([
        {
          pointer: `/fields/${indexOf(type.fields, field.name)}/unique`,
          code: 'not_unique',
          detail: 'items of this type would share a value',
        },
      ]);
    }
  }
  return { ...type, conversions };
}

/** Values that cannot be converted are not in the way: they are the same to filters as before. */
function faultsOf(
  fields: readonly FieldDeclaration[],
  { field, convertible, misfits, examples }: FieldConversion,
): Fault[] {
  if (convertible === 0) return [];
  const some = examples.slice(0, 3).map(({ itemId, value }) => `${JSON.stringify(value)} (${itemId})`);
  const rest = misfits > 0 ? `; not convertible: ${misfits}, such as ${some.join(', ')}` : '';
  const detail = `does not fit the values of items (convertible with convert=true: ${convertible}${rest})`;
  return [{ pointer: `/fields/${indexOf(fields, field)}/type`, code: 'values_do_not_fit', detail }];
}

function indexOf(fields: readonly FieldDeclaration[], name: string): number {
  return fields.findIndex((field) => field.name === name);
}
