// The payment processor over HTTP: which one is in use, and entering its keys. The keys themselves are never returned.

import Type from 'typebox';
import type { Context } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { bodyOf, nullable } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { handledTypes } from './native-events.ts';
import { toProblem } from './processor/stripe.ts';
import { enterKeys, type ProcessorPlace, receiverUrlOf, removeKeys } from './processor-keys.ts';

const describe = routesOf('Payments');

const Processor = Type.Object(
  {
    name: Type.Enum(['sandbox', 'stripe'], { description: '`sandbox` is built in and moves no money' }),
    mode: nullable(Type.Enum(['test', 'live'], { description: 'Null if the key does not say' })),
    receiverUrl: nullable(Type.String({ description: 'The URL to which the processor sends its events' })),
    receiverEvents: Type.Array(Type.String(), {
      description: 'The types of events that the processor must send',
    }),
    receiverSecretConfigured: Type.Boolean({ description: 'Without it, events of the processor are rejected' }),
    keysFrom: Type.Enum(['environment', 'settings', 'sandbox'], {
      description: '`settings`: entered with `PUT`; `sandbox`: there are none',
    }),
    keyConfigured: Type.Boolean({
      description: 'Without it, no payment can be made: the stored keys were lost or removed',
    }),
    lastFour: nullable(Type.String({ description: 'The last four characters of the secret key' })),
  },
  { title: 'Processor', description: 'The payment processor in use' },
);

const Keys = bodyOf(
  {
    secretKey: Type.String({
      pattern: '^(sk|rk)_[!-~]+$',
      minLength: 8,
      maxLength: 300,
      description: 'Starts with `sk_` or `rk_`',
    }),
    webhookSecret: Type.Optional(
      Type.String({
        pattern: '^[!-~]+$',
        minLength: 8,
        maxLength: 300,
        description:
          'Signing secret of the endpoint that the processor sends its events to. Without it, the endpoint is set up for you, and replaces earlier ones with the same URL',
      }),
    ),
  },
  { title: 'ProcessorKeys', description: 'Keys of the payment processor' },
);

export function processorRoutes(app: App, place: ProcessorPlace): void {
  app.get(
    '/payments/processor',
    describe('payments:read', 'getProcessor', 'Get the payment processor in use', { 200: Processor }),
    async (request) => describeProcessor(request.ctx),
  );

  app.put(
    '/payments/processor',
    describe('admin', 'replaceProcessor', 'Enter the keys of the processor', {
      description: 'The secret key is tested first. The keys are stored encrypted and used at once.',
      body: Keys,
      200: Processor,
      problems: [409, 502],
      config: { idempotency: 'none' },
    }),
    async (request) => {
      await enterKeys(request.ctx, place, request.body);
      return describeProcessor(request.ctx);
    },
  );

  app.delete(
    '/payments/processor',
    describe('admin', 'deleteProcessor', 'Remove the entered keys of the processor', {
      200: Type.Object(
        {
          restartNeeded: Type.Boolean({
            description: 'The sandbox returns with the next start; until then no payment can be made',
          }),
        },
        { title: 'RemovedProcessor', description: 'What follows from the removal of the keys' },
      ),
      config: { idempotency: 'none' },
    }),
    async (request) => removeKeys(request.ctx),
  );

  app.post(
    '/payments/processor/test',
    describe('payments:write', 'sendProcessorTest', 'Test whether the key of the processor works', {
      200: Type.Object(
        { keyAccepted: Type.Literal(true, { description: 'The processor accepts the key' }) },
        { title: 'ProcessorTest', description: 'What the processor said to the key' },
      ),
      problems: [502],
      config: { idempotency: 'none' },
    }),
    async (request) => {
      // Asking for an intent that does not exist requires a valid key and changes nothing.
      await request.ctx.processor.retrieve('intent', 'pi_none').catch((error) => {
        throw toProblem(error);
      });
      return { keyAccepted: true as const };
    },
  );
}

function describeProcessor(ctx: Context) {
  const { processor } = ctx;
  const { secretKey, webhookSecrets, keysFrom } = processor.setup;
  const isLive = keysFrom === 'settings' && secretKey === null ? null : processor.isLive();
  return {
    name: keysFrom === 'sandbox' ? ('sandbox' as const) : ('stripe' as const),
    mode: isLive === null ? null : isLive ? ('live' as const) : ('test' as const),
    receiverUrl: receiverUrlOf(ctx),
    receiverEvents: [...handledTypes],
    receiverSecretConfigured: webhookSecrets.some((secret) => secret.trim() !== ''),
    keysFrom,
    keyConfigured: processor.isConfigured(),
    lastFour: keysFrom === 'sandbox' ? null : (secretKey?.slice(-4) ?? null),
  };
}
