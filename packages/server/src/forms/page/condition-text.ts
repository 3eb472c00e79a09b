// The condition of a field in words, for where nothing can hide the field: pages without JavaScript, and those of other sites.

import { type FieldDeclaration, optionLabel } from '../../fields/field.ts';
import { labelOf } from '../../fields/form-controls.ts';
import type { Language } from '../../languages/language.ts';
import { fillIn } from '../../languages/language-texts.ts';

/** `other` is the field that it depends on. */
export function conditionText({ visibleWhen }: FieldDeclaration, other: FieldDeclaration, { texts }: Language): string {
  const { equals, notEquals } = visibleWhen ?? {};
  const { onlyIfAnswered, onlyIfIs, onlyIfIsNot, onlyIfChecked, onlyIfNotChecked } = texts.page;
  const field = labelOf(other);
  const value = equals ?? notEquals;
  if (value === undefined) return fillIn(onlyIfAnswered, { field });
  const is = equals !== undefined;
  if (typeof value === 'boolean') return fillIn(value === is ? onlyIfChecked : onlyIfNotChecked, { field });
  return fillIn(is ? onlyIfIs : onlyIfIsNot, { field, value: optionLabel(other, value) });
}
