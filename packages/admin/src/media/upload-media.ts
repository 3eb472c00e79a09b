// Uploads one file to the library, from anywhere in the admin.

import { FrontdeskError, type Media, type MediaTexts } from '@frontdesk/client';
import { api } from '../api/api.ts';
import { describeError } from '../ui/describe-error.ts';

type UploadOptions = {
  signal: AbortSignal;
  texts?: MediaTexts;
  /** Called when it is the file's turn. */
  onStart?(): void;
  /** From 0 to 1. */
  onProgress?(part: number): void;
};

/** Resolves to its record. Throws FrontdeskError, whose first fault says what is wrong with the file. */
export function uploadMedia(
  file: (Blob & { name?: string }) | { url: string },
  { signal, texts = {}, onStart, onProgress }: UploadOptions,
): Promise<Media> {
  return inTurn(() => {
    onStart?.();
    return api.media.upload(file, texts, {
      signal,
      ...('url' in file ? {} : { name: fileName(file) }),
      onProgress: ({ sent, total }) => onProgress?.(total ? sent / total : 0),
    });
  }, signal);
}

/** A pasted screenshot has no name of its own. */
export function fileName(file: Blob & { name?: string }): string {
  return file.name || `pasted.${file.type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'bin'}`;
}

/** Why an upload failed, in one sentence. */
export function faultOfUpload(error: unknown): string {
  const fault = error instanceof FrontdeskError ? error.errors[0]?.detail : undefined;
  if (fault) return `The file ${fault}`;
  const { title, detail } = describeError(error);
  return detail ?? title;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs an upload when it is its turn: files are uploaded one after the other, wherever in the admin they come from, so that
 * the library has them in the order in which they were chosen. Rejects with the reason of `signal` if it is aborted by
 * then.
 */
function inTurn<Result>(upload: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  const turn = last.then(() => {
    signal.throwIfAborted();
    return upload();
  });
  last = turn.catch(() => {});
  return turn;
}
