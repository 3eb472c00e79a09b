// Schedules the publication of an item, or of the draft of a published one, and its end.

import { usesDraft } from '../items/item-query.ts';
import { TimeDialog } from './time-dialog.tsx';
import type { ItemEditor } from './use-item-editor.ts';

type ScheduleDialogProps = { editor: ItemEditor; close(): void };

export function ScheduleDialog({ editor, close }: ScheduleDialogProps) {
  const { item } = editor;
  return (
    <TimeDialog
      close={close}
      title="Schedule"
      label="Publish on"
      submit="Schedule"
      initial={item?.draft?.publishAt ?? (item?.status === 'scheduled' ? item.publishedAt : null)}
      onTime={(time) =>
        item && usesDraft(item)
          ? editor.save({ publish: { at: time } })
          : editor.save({ status: 'scheduled', publishedAt: time })
      }
    />
  );
}

export function UnpublishDialog({ editor, close }: ScheduleDialogProps) {
  const { item } = editor;
  const publishedAt = item?.publishedAt ?? null;
  return (
    <TimeDialog
      close={close}
      title="Unpublish at a time"
      label="Unpublish on"
      submit="Set time"
      initial={item?.unpublishAt ?? null}
      onTime={(time) => editor.save({ unpublishAt: time })}
      findFault={(time) =>
        publishedAt !== null && time <= publishedAt ? 'Enter a time after the item is published' : null
      }
    />
  );
}
