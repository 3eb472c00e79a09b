// Which payment processor is connected, for the admin: sandbox or real, and where it reports to.

import Type from 'typebox';
import { problemsOf, Url } from './http/schemas.ts';
import type { App } from './http/typed-app.ts';
import { apiVersion, isLiveKey } from './payments/stripe.ts';

/** What sandbox.ts configures. */
const sandboxKey = 'sk_test_sandbox';

const Processor = Type.Object({
  mode: Type.Enum(['sandbox', 'stripe']),
  livemode: Type.Boolean({ description: 'Whether real money is moved' }),
  apiVersion: Type.String({ description: 'Version of the processor’s API that is spoken' }),
  webhookUrl: Type.Unsafe<string>({ ...Url, description: 'Where the processor reports its events to' }),
  keysFrom: Type.Literal('environment'),
});

export function processorRoutes(app: App): void {
  app.get(
    '/processor',
    {
      config: { access: 'payments:read' },
      schema: {
        tags: ['Payments'],
        summary: 'Which payment processor is connected',
        operationId: 'getProcessor',
        response: { 200: Processor, ...problemsOf(401, 403) },
      },
    },
    async (request) => {
      const { config } = request.ctx;
      const { secretKey } = config.stripe;
      return {
        mode: secretKey === null || secretKey === sandboxKey ? ('sandbox' as const) : ('stripe' as const),
        livemode: isLiveKey(config) === true,
        apiVersion,
        webhookUrl: `${config.publicUrl ?? ''}/api/public/payments/webhook`,
        keysFrom: 'environment' as const,
      };
    },
  );
}
