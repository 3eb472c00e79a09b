// The OpenAPI document of the whole service. It registers all routes again, on an app that records their schemas.

import swagger from '@fastify/swagger';
import { apiPrefix, createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { nameSchemas } from './document-names.ts';

const description = `Content, forms, payments and a light CRM for business websites.

Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`. Every POST supports \`Idempotency-Key\`.`;

/** The tags, in the order of the contract. */
const tags = Object.entries({
  Content: 'Items of every post type',
  'Post types': 'Types of content and their custom fields',
  Tags: 'Flat groups of items',
  Categories: 'Nested groups of items',
  Authors: 'Authors of imported items',
  Media: 'Images and other files used in content',
  Forms: 'Forms and their fields',
  Submissions: 'Submissions with their answers, files and payments',
  Payments: 'Hosted checkout, refunds and the payment processor',
  Contacts: 'People, one per email address',
  Invoices: 'Invoices and their payment status',
  Webhooks: 'Subscribers, deliveries and delivery attempts',
  'API keys': 'API keys and their scopes',
  Account: 'Sign-in, sessions and the current user',
  Users: 'Users of the admin',
  Settings: 'Settings of the site',
  Service: 'Overview and this document',
}).map(([name, description]) => ({ name, description }));

/** Generates the document (OpenAPI 3.1) from the schemas of the routes. */
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
  // The receiver of the processor's events is relative to the origin, not to the API.
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    if (path.startsWith('/api/public/')) item.servers = [{ url: origin || '/' }];
  }
  return nameSchemas(document);
}
