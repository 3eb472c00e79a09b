// The library that draws signatures on the page of a form: nothing is loaded from other hosts.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sendFile } from '../../http/static-files.ts';
import type { App } from '../../http/typed-app.ts';

export function signatureFileRoutes(app: App): void {
  const folder = path.dirname(fileURLToPath(import.meta.resolve('signature_pad')));
  const file = { folder, name: 'signature_pad.min.js', cacheControl: 'public, max-age=86400' };
  app.get('/signature/pad.js', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) =>
    sendFile(request, reply, file),
  );
}
