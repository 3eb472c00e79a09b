// Many uploads at once while sizes are requested at random, and what the service's processes take in memory meanwhile.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';

/** A service in a process of its own. */
export type LoadedService = { origin: string; token: string; pid: number };

/** Widths; the heights are three quarters. The largest has 12 million pixels. */
const allWidths = [320, 640, 1024, 1600, 2400, 3200, 4000];
const sizeWidths = [160, 320, 640, 960, 1280, 1920, 2560];
const accepts = ['image/avif,image/webp,*/*', 'image/webp,*/*', '*/*'];

/** Smooth pictures in each of the widths up to `maxWidth`, as JPEG and PNG. */
export async function makePictures(maxWidth = Number.POSITIVE_INFINITY): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  for (const width of allWidths.filter((width) => width <= maxWidth)) {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const small = { width: Math.ceil(width / 16), height: Math.ceil((width * 3) / 64), channels: 3, noise } as const;
    const create = { ...small, background: 'white' };
    const image = sharp(await sharp({ create }).png().toBuffer()).resize(width, (width * 3) / 4);
    pictures.push(await image.clone().jpeg().toBuffer());
    if (width <= 1024) pictures.push(await image.png({ compressionLevel: 3 }).toBuffer());
  }
  return pictures;
}

export type MediaLoad = {
  /** URLs of the pictures so far. */
  urls: string[];
  /** How many sizes were sent. */
  sizes: number;
  /** Responses that are not what was asked for. */
  faults: string[];
};

/**
 * Uploads `count` different pictures, ten at once, and requests sizes of them at random until the last one is there. What
 * follows the end of a picture makes it another file.
 */
export async function loadMedia(
  { origin, token }: LoadedService,
  { count, pictures, sizeClients = 2 }: { count: number; pictures: readonly Buffer[]; sizeClients?: number },
): Promise<MediaLoad> {
  const load: MediaLoad = { urls: [], sizes: 0, faults: [] };
  let next = 0;
  let isUploading = true;
  const upload = async (): Promise<void> => {
    while (next < count) {
      const number = next++;
      const bytes = Buffer.concat([pictures[number % pictures.length] as Buffer, Buffer.from(`picture ${number}`)]);
      const form = new FormData();
      form.append('file', new Blob([bytes]), `picture-${number}.bin`);
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${origin}/api/v1/media`, { method: 'POST', headers, body: form });
      const body = (await response.json()) as { url: string };
      if (response.status === 201) load.urls.push(new URL(body.url).pathname);
      else load.faults.push(`upload ${number}: ${response.status} ${JSON.stringify(body)}`);
    }
  };
  const requestSizes = async (): Promise<void> => {
    while (isUploading) {
      const path = any(load.urls);
      if (path === undefined) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        continue;
      }
      const url = `${path}?width=${any(sizeWidths)}`;
      const response = await fetch(`${origin}${url}`, { headers: { accept: any(accepts) as string } });
      const { length } = Buffer.from(await response.arrayBuffer());
      const type = response.headers.get('content-type');
      if (response.status === 200 && type?.startsWith('image/') && length > 0) load.sizes++;
      else load.faults.push(`${url}: ${response.status} ${type}`);
    }
  };
  const requesting = Array.from({ length: sizeClients }, requestSizes);
  await Promise.all(Array.from({ length: 10 }, upload)).finally(() => {
    isUploading = false;
  });
  await Promise.all(requesting);
  return load;
}

function any<Value>(values: readonly Value[]): Value | undefined {
  return values[Math.floor(Math.random() * values.length)];
}

/** Resident memory in MB of the service, and of its process for pictures; 0 while there is none. */
export async function memoryOf(pid: number): Promise<{ service: number; pictures: number }> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=,args=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const megabytes = (row: string[] | undefined): number => Math.round(Number(row?.[2] ?? 0) / 1024);
  return {
    service: megabytes(rows.find(([id]) => id === String(pid))),
    pictures: megabytes(
      rows.find(([, parent, , ...args]) => parent === String(pid) && /picture-process/.test(args.join(' '))),
    ),
  };
}
