// The dialog in which a record of a list is edited, or a new one created. The record is read first, because the list has no tag for
// saving it: until it is there, its row shows that it is coming, and whatever was asked for last is what opens.

import { useRef, useState } from 'react';
import { toastError } from './toast.tsx';

export type RecordDialog<Item> = {
  /** What the dialog shows; null if it is closed. */
  shown: Item | 'new' | null;
  /** The ID of the record that is being read. */
  reading: string | null;
  edit(id: string, read: () => Promise<Item>): void;
  create(): void;
  close(): void;
};

export function useRecordDialog<Item>(): RecordDialog<Item> {
  const [shown, setShown] = useState<Item | 'new' | null>(null);
  const [reading, setReading] = useState<string | null>(null);
  const asked = useRef(0);
  const show = (next: 'new' | null): void => {
    asked.current++;
    setReading(null);
    setShown(next);
  };
  const edit = async (id: string, read: () => Promise<Item>): Promise<void> => {
    const own = ++asked.current;
    setReading(id);
    try {
      const item = await read();
      if (own === asked.current) setShown(() => item);
    } catch (error) {
      if (own === asked.current) toastError(error);
    } finally {
      if (own === asked.current) setReading(null);
    }
  };
  return {
    shown,
    reading,
    edit: (id, read) => void edit(id, read),
    create: () => show('new'),
    close: () => show(null),
  };
}
