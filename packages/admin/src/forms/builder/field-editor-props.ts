// What the editor of a field in the form builder works on.

import type { Saving } from '../../ui/saving.ts';
import type { FieldDraft } from '../draft/field-draft.ts';

export type FieldEditorProps = {
  field: FieldDraft;
  fields: FieldDraft[];
  /** Whether it is in a repeated group. */
  isInRow?: boolean;
  /** The pointer to this field in the request body: `/fields/2`. */
  pointer: string;
  saving: Pick<Saving<never>, 'field'>;
  change(change: Partial<FieldDraft>): void;
};
