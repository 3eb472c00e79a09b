// Uploads to the library, and the files that a service has on disk.

import { readdir } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { dataPath } from '../../src/storage/data-folder.ts';
import type { Answer, TestService } from './test-service.ts';

/** Uploads a file as a browser does. */
export async function upload(
  service: Pick<TestService, 'app' | 'token'>,
  file: Blob | Uint8Array<ArrayBuffer>,
  name: string,
  options: {
    texts?: Record<string, string>;
    type?: string;
    method?: 'POST' | 'PUT';
    path?: string;
    headers?: Record<string, string>;
    token?: string;
  } = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [text, value] of Object.entries(options.texts ?? {})) form.append(text, value);
  form.append('file', new Blob([file], { type: options.type ?? '' }), name);
  const request = new Request('http://frontdesk.test', { method: 'POST', body: form });
  const answer = await service.app.inject({
    method: options.method ?? 'POST',
    url: `/api/v1${options.path ?? '/media'}`,
    headers: {
      authorization: `Bearer ${options.token ?? service.token}`,
      'content-type': request.headers.get('content-type') as string,
      ...options.headers,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const isJson = /json/.test(String(answer.headers['content-type']));
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.payload,
    body: isJson ? answer.json() : undefined,
  };
}

/** The names of all stored files. */
export async function storedFiles({ config }: Pick<TestService, 'config'>): Promise<string[]> {
  const found = await readdir(dataPath(config.dataFolder, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** A picture with a color of its own for each `seed`. */
export async function picture(
  format: Format,
  { width = 40, height = 30, seed = 0, change = (image: Sharp) => image } = {},
): Promise<Buffer<ArrayBuffer>> {
  const background = { r: seed % 256, g: 120, b: (seed * 7) % 256 };
  const image = sharp({ create: { width, height, channels: 3, background } });
  return (await change(image.toFormat(format)).toBuffer()) as Buffer<ArrayBuffer>;
}

/** The same with a place, and turned if `orientation` says so. */
export function placedPicture(format: Format, orientation = 1, size: { width?: number; height?: number } = {}) {
  const place = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } };
  return picture(format, {
    ...size,
    change: (image) => image.withExif(place).withMetadata({ orientation }).withExifMerge(place),
  });
}

/** Emoji of several characters, letters that must not join, a flag and a form of a letter. */
export const namesWithJoiners = [
  '\u2764\ufe0f.png',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} 1.png',
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.png',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.png',
  '\u845b\u{e0100}.png',
];
