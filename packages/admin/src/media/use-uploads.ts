// Files that are being uploaded: a few at a time, each of which can be tried again.

import { FrontdeskError, type Media } from '@frontdesk/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { describeError } from '../ui/describe-error.ts';
import { uploadMedia } from './upload-media.ts';

export type Upload = {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  fault: string | null;
};

export type Uploads = {
  all: readonly Upload[];
  add(files: Iterable<File>): void;
  retry(key: number): void;
  /** Removes those that have ended from the list. */
  clear(): void;
};

const atOnce = 3;

/** `onDone` gets each new record. */
export function useUploads(folder: string, onDone: (media: Media) => void = () => {}): Uploads {
  const client = useQueryClient();
  const [all, setAll] = useState<readonly Upload[]>([]);
  const queue = useRef<Upload[]>([]);
  const running = useRef(0);
  const nextKey = useRef(1);

  const change = (key: number, part: Partial<Upload>): void =>
    setAll((uploads) => uploads.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));

  const work = async (): Promise<void> => {
    if (running.current >= atOnce) return;
    const upload = queue.current.shift();
    if (!upload) return;
    running.current += 1;
    change(upload.key, { state: 'sending', fault: null });
    try {
      onDone(await uploadMedia(upload.file, folder === '' ? {} : { folder }));
      change(upload.key, { state: 'done' });
      await client.invalidateQueries({ queryKey: ['media'] });
    } catch (error) {
      change(upload.key, { state: 'failed', fault: faultOf(error) });
    }
    running.current -= 1;
    void work();
  };

  const enqueue = (uploads: readonly Upload[]): void => {
    queue.current.push(...uploads);
    for (let place = 0; place < atOnce; place++) void work();
  };

  return {
    all,
    add(files) {
      const uploads = [...files].map(
        (file): Upload => ({ key: nextKey.current++, file, state: 'waiting', fault: null }),
      );
      setAll((before) => [...before, ...uploads]);
      enqueue(uploads);
    },
    retry(key) {
      const upload = all.find((upload) => upload.key === key);
      if (!upload) return;
      change(key, { state: 'waiting' });
      enqueue([upload]);
    },
    clear: () => setAll((before) => before.filter(({ state }) => state === 'waiting' || state === 'sending')),
  };
}

function faultOf(error: unknown): string {
  const fault = error instanceof FrontdeskError ? error.errors[0]?.detail : undefined;
  if (fault) return `The file ${fault}`;
  const { title, detail } = describeError(error);
  return detail ?? title;
}
