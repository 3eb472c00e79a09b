// Which fields of a stored form are visible, given the answers so far.

import type { FieldDeclaration } from '../../fields/field.ts';
import { jsonTypeOf, kindOf } from '../../fields/field-kinds.ts';
import { normalForms } from '../../fields/normal-forms.ts';
import { type ConditionalField, visibleNames } from '../../fields/visible-names.ts';
import { derive } from '../../lib/derive.ts';

/** The names of the visible fields. */
export function visibleFields(fields: readonly FieldDeclaration[], data: Record<string, unknown>): Set<string> {
  return visibleNames(conditionalFields(fields), data, normalForms);
}

/** What visibility needs to know about the fields. */
export const conditionalFields = derive((fields: readonly FieldDeclaration[]): ConditionalField[] =>
  fields.map((field) => ({
    ...{ name: field.name, visibleWhen: field.visibleWhen, default: field.default },
    isBox: jsonTypeOf(field) === 'boolean',
    normalForm: kindOf(field).normalForm,
  })),
);
