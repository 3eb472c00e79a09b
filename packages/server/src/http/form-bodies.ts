// Bodies as HTML forms send them. Only routes that submit a form accept them.

import formbody from '@fastify/formbody';
import { acceptMultipart } from './multipart.ts';
import type { App } from './typed-app.ts';

/** Accepts url-encoded and multipart bodies in this scope. */
export async function acceptFormBodies(app: App): Promise<void> {
  await app.register(formbody);
  await acceptMultipart(app);
}
