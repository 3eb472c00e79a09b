// Bodies as HTML forms send them: taken only where a form is submitted.

import formbody from '@fastify/formbody';
import { acceptMultipart } from './multipart.ts';
import type { App } from './typed-app.ts';

/** Takes url-encoded and multipart bodies in this scope. */
export async function acceptFormBodies(app: App): Promise<void> {
  await app.register(formbody);
  await acceptMultipart(app);
}
