// One field in the preview of a form, by its kind.

import { Suspense } from 'react';
import { kindOf } from './field-kinds.ts';
import type { PreviewProps } from './preview-props.ts';
import { previews } from './previews.tsx';

export function PreviewField(props: PreviewProps & { field: { type: string } }) {
  const { preview } = kindOf(props.field.type);
  if (!preview) return null;
  const Preview = previews[preview];
  return (
    <Suspense>
      <Preview {...props} />
    </Suspense>
  );
}
