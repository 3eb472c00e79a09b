// One field in the preview of a form, by its kind.

import { Suspense } from 'react';
import { kindOf } from './field-kinds.ts';
import type { FilledField } from './preview-props.ts';
import { previews } from './previews.tsx';

export function PreviewField(props: FilledField) {
  const { preview } = kindOf(props.field.type);
  if (!preview) return null;
  const Preview = previews[preview];
  return (
    <Suspense>
      <Preview {...props} renderInner={(inner) => <PreviewField key={inner.field.key} {...inner} />} />
    </Suspense>
  );
}
