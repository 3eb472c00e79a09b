// The dialog of the library, loaded when it is opened for the first time.

import type { Media, MediaQuery } from '@frontdesk/client/admin';
import { Suspense } from 'react';
import { lazyPart } from '../api/load-part.tsx';

const MediaDialog = lazyPart(() => import('./media-dialog.tsx'), 'MediaDialog');

type MediaChoiceProps = {
  type?: MediaQuery['type'];
  multiple?: boolean;
  /** Gets at least one record, in the order in which they were chosen. */
  onPick(media: Media[]): void;
  close(): void;
};

/** Lets one or several files of the library be chosen, or uploaded. */
export function MediaChoice({ type, multiple = false, onPick, close }: MediaChoiceProps) {
  return (
    <Suspense>
      <MediaDialog opened onClose={close} onPick={onPick} multiple={multiple} {...(type ? { type } : {})} />
    </Suspense>
  );
}
