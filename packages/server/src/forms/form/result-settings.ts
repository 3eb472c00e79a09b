// What a submission fills besides itself, in the settings of its form: fields of the contact, and an item that is a draft.

import Type, { type Static } from 'typebox';
import { getTypeFor, listPostTypes, type PostType } from '../../content/types/post-types.ts';
import type { ReadContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isPriceField } from '../../fields/field-kinds.ts';
import { bodyOf } from '../../http/schemas.ts';
import { type Fault, Problem } from '../../lib/errors.ts';
import { nearestHint } from '../../lib/names.ts';
import { escapePointer } from '../../lib/validation.ts';
import { answered } from '../../mail/form-mail.ts';
import { checkVariables } from '../../mail/template.ts';
import { canFill } from './fitting-value.ts';

const FieldName = Type.String({ maxLength: 100 });

export const ContactFields = Type.Record(Type.String({ minLength: 1, maxLength: 100 }), FieldName, {
  maxProperties: 50,
  description:
    'Which answers fill the contact: names of fields of the form, by `email`, `name`, `phone` or the key in `fields` of the contact. Without the first three, the form finds them by the kinds and names of its fields. What the contact has already stays',
  examples: [{ company: 'company', birthday: 'born' }],
});

export const DraftItem = bodyOf(
  {
    type: Type.String({
      maxLength: 100,
      description: 'The content type, by its singular name',
      examples: ['event'],
    }),
    title: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'Its title, which may have variables',
      examples: ['{{answers.title}}'],
    }),
    content: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description: 'Its paragraphs, separated by empty lines, which may have variables',
        examples: ['{{answers.text}}'],
      }),
    ),
    fields: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), FieldName, {
        maxProperties: 200,
        description: 'Which answers fill its fields: names of fields of the form, by names of fields of the type',
        examples: [{ startsAt: 'when' }],
      }),
    ),
  },
  {
    title: 'DraftItem',
    description:
      'The item that each submission makes, as a draft; with a payment, once it is paid. Variables are `{{form}}` and `{{answers.<name of a field>}}`',
  },
);
export type DraftItem = Static<typeof DraftItem>;

/** What is wrong with the names of fields that fill the contact. */
export function findContactFaults(
  contactFields: Readonly<Record<string, string>>,
  fields: readonly FieldDeclaration[],
): Fault[] {
  return findUnknown('/settings/contactFields', contactFields, fields);
}

/** What is wrong with the names of fields that fill the item, and with its variables. */
export function findDraftFaults(item: DraftItem, fields: readonly FieldDeclaration[]): Fault[] {
  const variables = ['form', ...answered(fields).map(({ name }) => `answers.${name}`)];
  const texts = { '/settings/draftItem/title': item.title, '/settings/draftItem/content': item.content };
  return [
    ...findUnknown('/settings/draftItem/fields', item.fields ?? {}, fields),
    ...checkVariables(texts, variables, []),
  ];
}

function findUnknown(
  pointer: string,
  named: Readonly<Record<string, string>>,
  fields: readonly FieldDeclaration[],
): Fault[] {
  const names = fields.filter((field) => !isPriceField(field)).map(({ name }) => name);
  const unknown = Object.entries(named).filter(([, name]) => !names.includes(name));
  return unknown.map(([key, name]) => ({
    pointer: `${pointer}/${escapePointer(key)}`,
    code: 'unknown_field',
    detail: `is not a field of the form${nearestHint(name, names)}`,
  }));
}

/**
 * What is wrong with the content type of the item. Throws insufficient_scope for a caller who may not write its items: a
 * form must not do so instead.
 */
export async function findTypeFaults(
  ctx: ReadContext,
  item: DraftItem,
  fields: readonly FieldDeclaration[],
): Promise<Fault[]> {
  const pointer = '/settings/draftItem';
  const type = await getTypeFor(ctx, item.type, 'content:write').catch((error) => {
    if (error instanceof Problem && error.code === 'type_not_found') return null;
    throw error;
  });
  if (type === null) {
    const names = (await listPostTypes(ctx)).map(({ name }) => name);
    const detail = `is not a content type${nearestHint(item.type, names)}`;
    return [{ pointer: `${pointer}/type`, code: 'unknown_type', detail }];
  }
  return Object.entries(item.fields ?? {}).flatMap(([name, from]): Fault[] => {
    const at = { pointer: `${pointer}/fields/${escapePointer(name)}` };
    const target = fieldOf(type, name);
    if (!target) {
      const detail = `is not a field of the type${nearestHint(
        name,
        type.fields.map((field) => field.name),
      )}`;
      return [{ ...at, code: 'unknown_field', detail }];
    }
    const source = fields.find((field) => field.name === from);
    if (!source || canFill(target, source)) return [];
    const detail = `cannot be filled by the field ${from}: a ${target.type} is not made from a ${source.type}`;
    return [{ ...at, code: 'wrong_type', detail }];
  });
}

export function fieldOf(type: PostType, name: string): FieldDeclaration | undefined {
  return type.fields.find((field) => field.name === name);
}
