// Fetches a file of the library from a URL.

import type { Context } from '../../context/context.ts';
import { cleanName } from '../../files/file-name.ts';
import { removeBytes } from '../../files/files.ts';
import { limitBytes, readSample, storeBytes } from '../../files/receive.ts';
import { type Fault, fail, failBody } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { type PublicDownload, PublicFetchError, type PublicFetchFault, type UrlFault } from '../../lib/public-fetch.ts';
import type { ReceivedFile } from './media-file.ts';
import { checkMediaFile } from './media-types.ts';

const fetchTimeoutMs = 60_000;

/** Fetches a file. Throws fetch_failed, file_too_large and invalid_body. */
export async function fetchMediaFile(ctx: Context, url: string, maxBytes: number): Promise<ReceivedFile> {
  const pointer = '/url';
  const fault = (found: Omit<Fault, 'pointer'>): Error => failBody([{ pointer, ...found }]);
  const id = newId('file');
  try {
    const response = await ctx.fetch.download(url, { timeoutMs: fetchTimeoutMs, accept: '*/*' });
    const source = limitBytes(response.body, maxBytes, pointer);
    try {
      if (response.status !== 200) throw fetchFailed(`The URL answered with status ${response.status}`);
      if (Number(response.headers['content-length']) > maxBytes) {
        const detail = `must be at most ${maxBytes} bytes`;
        throw fail('file_too_large', {
          detail: `${pointer}: ${detail}`,
          errors: [{ pointer, code: 'too_large', detail }],
          extra: { maxSize: maxBytes },
        });
      }
      const name = nameOf(response);
      const { sample, whole } = await readSample(source);
      const type = await checkMediaFile(sample, { name, type: response.headers['content-type'] ?? '' });
      if (typeof type !== 'string') throw fault(type);
      return { id, name: name || 'file', type, ...(await storeBytes(ctx, id, complete(whole, response))) };
    } finally {
      await source.return(undefined);
      response.close();
    }
  } catch (error) {
    await removeBytes(ctx, [id]);
    if (!(error instanceof PublicFetchError)) throw error;
    const code = urlFaults.find((kind) => kind === error.kind);
    if (code) throw fault({ code, detail: error.message });
    throw fetchFailed(reasons[error.kind] ?? error.message, error);
  }
}

const urlFaults: readonly UrlFault[] = [
  'invalid_url',
  'scheme_not_allowed',
  'port_not_allowed',
  'has_credentials',
  'address_not_public',
];

/** For faults whose message is that of the system or of a library. */
const reasons: Partial<Record<PublicFetchFault, string>> = {
  connect: 'The host of the URL cannot be reached',
  tls: 'The host of the URL has no valid certificate',
  reset: 'The connection broke off',
};

function fetchFailed(detail: string, cause?: unknown): Error {
  return fail('fetch_failed', { detail, errors: [{ pointer: '/url', code: 'fetch_failed', detail }] }, cause);
}

/** Throws if fewer bytes arrive than were announced. */
async function* complete(source: AsyncIterable<Uint8Array>, { headers }: PublicDownload): AsyncGenerator<Uint8Array> {
  const announced = headers['content-length'];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    yield chunk;
  }
  if (announced !== undefined && headers['content-encoding'] === undefined && bytes !== Number(announced))
    throw fetchFailed('The file arrived incomplete');
}

/** The last part of the path; whatever a name may not have is left out, since it was not chosen by the caller. */
function nameOf({ url }: PublicDownload): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return cleanName(decodeURIComponent(last));
  } catch {
    return cleanName(last);
  }
}
