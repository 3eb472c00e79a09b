// Files that are being uploaded, one after the other. Each can be cancelled and tried again.

import type { Media } from '@frontdesk/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { faultOfUpload, uploadMedia } from './upload-media.ts';

export type Upload = {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** How much of it has been sent, from 0 to 1. */
  sent: number;
  fault: string | null;
};

export type Uploads = {
  all: readonly Upload[];
  add(files: Iterable<File>): void;
  retry(key: number): void;
  /** Stops an upload, and removes it from the list. */
  cancel(key: number): void;
  /** Removes those that have ended from the list. */
  clear(): void;
};

/** `onDone` gets each new record. */
export function useUploads(folder: string, onDone: (media: Media) => void = () => {}): Uploads {
  const client = useQueryClient();
  const [all, setAll] = useState<readonly Upload[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const nextKey = useRef(1);

  const change = (key: number, part: Partial<Upload>): void =>
    setAll((uploads) => uploads.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));

  const send = async ({ key, file }: Upload): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    controllers.current.set(key, controller);
    try {
      const media = await uploadMedia(file, {
        signal,
        ...(folder === '' ? {} : { texts: { folder } }),
        onStart: () => change(key, { state: 'sending' }),
        onProgress: (sent) => change(key, { sent }),
      });
      change(key, { state: 'done' });
      onDone(media);
      await client.invalidateQueries({ queryKey: ['media'] });
    } catch (error) {
      if (!signal.aborted) change(key, { state: 'failed', fault: faultOfUpload(error) });
    }
  };

  return {
    all,
    add(files) {
      const uploads = [...files].map(
        (file): Upload => ({ key: nextKey.current++, file, state: 'waiting', sent: 0, fault: null }),
      );
      setAll((before) => [...before, ...uploads]);
      for (const upload of uploads) void send(upload);
    },
    retry(key) {
      const upload = all.find((upload) => upload.key === key);
      if (!upload) return;
      change(key, { state: 'waiting', sent: 0, fault: null });
      void send(upload);
    },
    cancel(key) {
      controllers.current.get(key)?.abort();
      setAll((before) => before.filter((upload) => upload.key !== key));
    },
    clear: () => setAll((before) => before.filter(({ state }) => state === 'waiting' || state === 'sending')),
  };
}
