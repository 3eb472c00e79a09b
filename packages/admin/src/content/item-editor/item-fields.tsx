// The inputs of custom fields in the editor of an item.

import type { FieldDeclaration } from '@frontdesk/client';
import { FieldInput } from '../../fields/inputs/field-input.tsx';
import type { ItemEditor } from './use-item-editor.ts';

export function ItemFields({ editor, fields }: { editor: ItemEditor; fields: readonly FieldDeclaration[] }) {
  return fields.map((field) => (
    <FieldInput
      key={field.name}
      field={field}
      value={editor.values.fields[field.name] ?? null}
      set={(value) => editor.setField(field.name, value)}
      pointer={`/fields/${field.name}`}
      saving={editor.saving}
    />
  ));
}
