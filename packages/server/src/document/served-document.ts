// The OpenAPI document that the service sends. It is generated beforehand (scripts/generate.ts): describing all routes would
// block the event loop.

import { readFile } from 'node:fs/promises';
import { apiPrefix } from '../http/typed-app.ts';

type Servers = { servers?: { url: string }[] };
export type ApiDocument = Servers & { paths: Record<string, Servers> };

const file = new URL('../../../../docs/openapi.json', import.meta.url);

/** Reads the document, for a service at `origin`; empty if that is not known yet. */
export async function readApiDocument(origin: string): Promise<ApiDocument> {
  return atOrigin(JSON.parse(await readFile(file, 'utf8')), origin);
}

/** The receiver of the processor's events is relative to the origin, all other paths to the API. */
export function atOrigin(document: ApiDocument, origin: string): ApiDocument {
  document.servers = [{ url: `${origin}${apiPrefix}` }];
  for (const [path, item] of Object.entries(document.paths)) {
    if (path.startsWith('/api/public/')) item.servers = [{ url: origin || '/' }];
  }
  return document;
}
