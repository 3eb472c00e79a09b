// Which payment processor is in use, for people who look after the site; never its keys.

import Type from 'typebox';
import type { Config } from '../config.ts';
import { nullable, problemsOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { isLiveKey, retrieveObject, toProblem } from './stripe.ts';

const tags = ['Payments'];

const Processor = Type.Object({
  name: Type.Enum(['sandbox', 'stripe']),
  mode: nullable(Type.Enum(['test', 'live'], { description: 'Null where the key does not tell' })),
  receiverUrl: nullable(Type.String({ description: 'Where the processor sends its own events' })),
  hasReceiverSecret: Type.Boolean({ description: 'Without it, what the processor sends is refused' }),
});

export function processorRoutes(app: App): void {
  app.get(
    '/payments/processor',
    {
      config: { access: 'payments:read' },
      schema: {
        tags,
        summary: 'Which payment processor is in use',
        operationId: 'getProcessor',
        response: { 200: Processor, ...problemsOf(401, 403) },
      },
    },
    async (request) => describeProcessor(request.ctx.config),
  );

  app.post(
    '/payments/processor/test',
    {
      config: { access: 'payments:write', idempotency: 'none' },
      schema: {
        tags,
        summary: 'Ask the processor something, to see that its key works',
        operationId: 'testProcessor',
        response: { 200: Type.Object({ works: Type.Literal(true) }), ...problemsOf(401, 403, 502, 503) },
      },
    },
    async (request) => {
      // Asking for what is not there needs the key to be right and moves nothing.
      await retrieveObject(request.ctx.config, 'intent', 'pi_none').catch((error) => {
        throw toProblem(error);
      });
      return { works: true as const };
    },
  );
}

function describeProcessor(config: Pick<Config, 'stripe' | 'publicUrl'>) {
  const isLive = isLiveKey(config);
  return {
    name: [null, 'sk_test_sandbox'].includes(config.stripe.secretKey) ? ('sandbox' as const) : ('stripe' as const),
    mode: isLive === null ? null : isLive ? ('live' as const) : ('test' as const),
    receiverUrl: config.publicUrl === null ? null : `${config.publicUrl}/api/public/payments/webhook`,
    hasReceiverSecret: config.stripe.webhookSecrets.some((secret) => secret.trim() !== ''),
  };
}
