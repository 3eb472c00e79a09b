// One file and some texts as multipart/form-data: for uploads to the media library, and imports.

import type { UploadProgress } from './fetch-with-progress.ts';

/**
 * A file to upload: a `File`, a `Blob`, or a stream with its name. A stream is sent as it is read, and its request is never
 * repeated; in Node, `Readable.toWeb()` makes one of a file.
 */
export type FileSource = Blob | Streamed;

type Streamed = { stream: ReadableStream<Uint8Array>; name: string; type?: string };

export type SentForm = { body: FormData | ReadableStream<Uint8Array>; headers?: Record<string, string> };

/** The body of a request. */
export function formOf(file: FileSource, texts: object, name: string | undefined): SentForm {
  if (isStream(file)) return streamOf(file, partsOf(texts));
  const form = new FormData();
  for (const [key, value] of partsOf(texts)) form.append(key, value);
  form.append('file', file, name ?? ('name' in file ? String(file.name) : 'file'));
  return { body: form };
}

/** Reports bytes of the file: the form around it is a little longer. */
export function progressOf(file: FileSource, onProgress: (progress: UploadProgress) => void): (bytes: number) => void {
  const total = file instanceof Blob ? file.size : null;
  return (bytes) => onProgress({ sent: Math.min(bytes, total ?? bytes), total });
}

/** A Blob has a method of this name. */
export function isStream(file: object): file is Streamed {
  return 'stream' in file && file.stream instanceof ReadableStream;
}

/** Texts first, so that a stream can follow them. Null is the same as none. */
function partsOf(texts: object): [name: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? value.map((text) => [name, text]) : [[name, String(value)]];
  });
}

/** A form as RFC 7578 has it, whose file is a stream: FormData cannot hold one. */
function streamOf(
  { stream, name, type = 'application/octet-stream' }: Streamed,
  parts: readonly [name: string, text: string][],
): SentForm {
  const boundary = `frontdesk-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const quoted = (text: string): string => text.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
  const texts = parts.map(
    ([key, text]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${text}\r\n`,
  );
  const file = `content-disposition: form-data; name="file"; filename="${quoted(name)}"\r\ncontent-type: ${type}`;
  const encoder = new TextEncoder();
  const body = stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: (target) => target.enqueue(encoder.encode(`${texts.join('')}--${boundary}\r\n${file}\r\n\r\n`)),
      flush: (target) => target.enqueue(encoder.encode(`\r\n--${boundary}--\r\n`)),
    }),
  );
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
