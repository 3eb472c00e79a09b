// The OpenAPI document of the whole service: the routes are registered once more, with a listener that writes them down.

import swagger from '@fastify/swagger';
import { apiPrefix, createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';

const description = `Content, forms, payments and the light CRM that ties them together.

Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`. Every POST honours \`Idempotency-Key\`.`;

/** In the order of the contract. */
const tags = Object.entries({
  Content: 'Items of every post type: list, read, create, update, trash',
  'Post types': 'Kinds of content and their custom fields',
  Tags: 'Free grouping of items',
  Categories: 'Nested grouping of items',
  Authors: 'Who wrote what came in by an import',
  Media: 'Records of pictures and other files of the content',
  Forms: 'Forms, and what is sent to them',
  Submissions: 'What was sent, its files and its payment',
  Payments: 'Hosted checkout, refunds, and the processor behind them',
  Contacts: 'People, one for each e-mail address',
  Invoices: 'What is owed and what was paid',
  Webhooks: 'Subscribers, deliveries and their attempts',
  'API keys': 'Keys of programs, with their scopes',
  Account: 'Signing in, and what is mine',
  Users: 'People who work in the admin',
  Settings: 'The site itself',
  Service: 'About the service',
}).map(([name, description]) => ({ name, description }));

/** OpenAPI 3.1, from the schemas of the routes themselves. */
export async function describeApi(context: Context, config: Config): Promise<object> {
  const origin = context.publicUrl() ?? '';
  const app = await createApp(context, config, {
    prepare: async (app) => {
      await app.register(swagger, {
        openapi: {
          openapi: '3.1.0',
          info: { title: 'Frontdesk', version: '1', description, license: { name: 'MIT', identifier: 'MIT' } },
          servers: [{ url: `${origin}${apiPrefix}` }],
          tags,
          components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An API key' } } },
          security: [{ token: [] }],
        },
        stripBasePath: true,
        refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `def-${index}`) },
      });
    },
  });
  await app.ready();
  const document = app.swagger() as { paths?: Record<string, { servers?: { url: string }[] }> };
  await app.close();
  // The processor's receiver lies under the origin, beside the API.
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    if (path.startsWith('/api/public/')) item.servers = [{ url: origin || '/' }];
  }
  return document;
}
