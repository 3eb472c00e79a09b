// Uploads one file to the library, from anywhere in the admin.

import type { Media, MediaTexts } from '@frontdesk/client';
import { api } from '../api.ts';

/** Resolves to its record. Throws FrontdeskError, whose first fault says what is wrong with the file. */
export async function uploadMedia(
  file: Blob & { name?: string },
  { signal, ...texts }: MediaTexts & { signal?: AbortSignal } = {},
): Promise<Media> {
  // A pasted screenshot has no name of its own.
  const name = file.name || `pasted.${file.type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'bin'}`;
  return api.media.upload(file, texts, { name, ...(signal ? { signal } : {}) });
}
