// One field in the preview of a form, by its kind.

import { Suspense } from 'react';
import { kindOf } from './field-kinds.ts';
import type { FilledField, PreviewProps } from './preview-props.ts';
import { previews } from './previews.tsx';

export function PreviewField(props: FilledField & Pick<PreviewProps, 'sales'>) {
  const { preview } = kindOf(props.field.type);
  if (!preview) return null;
  const Preview = previews[preview];
  return (
    <Suspense>
      <Preview
        {...props}
        renderInner={(inner) => <PreviewField key={inner.field.key} sales={props.sales} {...inner} />}
      />
    </Suspense>
  );
}
