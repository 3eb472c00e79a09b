// The challenge of a form, and the files of the widget that solves it: nothing is loaded from other hosts.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Type from 'typebox';
import { may, requireScope } from '../../context/access.ts';
import { routesOf } from '../../http/describe-route.ts';
import { IdOrSlugParams } from '../../http/schemas.ts';
import { sendFile } from '../../http/static-files.ts';
import type { App } from '../../http/typed-app.ts';
import { findForm } from '../form/form.ts';
import { makeChallenge, startScript, widgetFiles } from './altcha.ts';

const hex = (description: string, example: string) => Type.String({ description, examples: [example] });

const ChallengeSchema = Type.Object(
  {
    parameters: Type.Object(
      {
        algorithm: Type.String({ description: 'How keys are derived', examples: ['PBKDF2/SHA-256'] }),
        nonce: hex('What the counter is appended to, in hexadecimal', '3f8c1d0a9b7e6f5c4d3e2b1a09f8e7d6'),
        salt: hex('The salt of the derivation, in hexadecimal', '0a1b2c3d4e5f60718293a4b5c6d7e8f9'),
        cost: Type.Integer({ description: 'Iterations of each derivation', examples: [5000] }),
        keyLength: Type.Integer({ description: 'Bytes of the derived key', examples: [32] }),
        keyPrefix: hex('How the derived key must start', '00'),
        expiresAt: Type.Integer({ description: 'When it expires, in seconds since 1970', examples: [1893456000] }),
      },
      { description: 'What is to be solved', additionalProperties: true },
    ),
    signature: hex('Signs the parameters for this form', '9d2f…'),
  },
  { title: 'Challenge', description: 'A challenge of ALTCHA. The widget and the libraries of ALTCHA solve it' },
);

const describe = routesOf('Submissions');

export function challengeRoutes(app: App): void {
  app.get(
    '/forms/:id/challenge',
    describe(
      'rule',
      'getChallenge',
      'Get a challenge to solve before submitting a form; open to visitors of a public form',
      {
        description:
          'For forms with ALTCHA. Send the solution as `_altcha`: the JSON of `{ "challenge": …, "solution": { "counter", "derivedKey" } }` in Base64. It counts once, and expires after 30 minutes. With an API key, no solution is needed.',
        params: IdOrSlugParams,
        200: ChallengeSchema,
        headers: ['Cache-Control'],
      },
    ),
    async (request, reply) => {
      const form = await findForm(request.ctx, request.params.id);
      if (!may(request.ctx.actor, 'forms:read', form.id) && (!form.public || !form.open))
        requireScope(request.ctx, 'forms:read');
      reply.header('cache-control', 'no-store');
      return (await makeChallenge(request.ctx, form.id)) as never;
    },
  );
}

const options = { config: { access: 'public' }, schema: { hide: true } } as const;
const cacheControl = 'public, max-age=86400';

export function altchaFileRoutes(app: App): void {
  const folder = path.resolve(path.dirname(fileURLToPath(import.meta.resolve('altcha/external'))), '..');
  for (const [url, name] of Object.entries(widgetFiles)) {
    app.get(url, options, async (request, reply) => sendFile(request, reply, { folder, name, cacheControl }));
  }
  app.get('/altcha/start.js', options, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', cacheControl).send(startScript),
  );
}
