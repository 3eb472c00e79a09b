// One field in the preview of a form, by its kind.

import { kindOf } from './field-kinds.ts';
import { type PreviewProps, previews } from './previews.tsx';

export function PreviewField(props: PreviewProps & { field: { type: string } }) {
  const { preview } = kindOf(props.field.type);
  if (!preview) return null;
  const Preview = previews[preview];
  return <Preview {...props} />;
}
