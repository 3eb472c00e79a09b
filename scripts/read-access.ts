// What each operation of the API requires, as its route declares it.

import { createApp } from '../packages/server/src/app.ts';
import type { Config } from '../packages/server/src/config/config.ts';
import type { Access } from '../packages/server/src/context/access.ts';
import type { Context } from '../packages/server/src/context/context.ts';
import { apiPrefix } from '../packages/server/src/http/typed-app.ts';

export type Operation = { id: string; access: Access; owners: 'only' | 'theirs' | undefined };

/** In the order of the routes. */
export async function readAccess(context: Context, config: Config): Promise<Operation[]> {
  const operations: Operation[] = [];
  const app = await createApp(context, config, {
    prepare: async (app) => {
      app.addHook('onRoute', ({ url, method, schema, config }) => {
        const id = (schema as { operationId?: string } | undefined)?.operationId;
        if (id === undefined || method === 'HEAD' || !url.startsWith(apiPrefix) || !config?.access) return;
        operations.push({ id, access: config.access, owners: config.owners });
      });
    },
  });
  await app.ready();
  await app.close();
  return operations;
}
