// Which payment processor is in use, for people who look after the site, and the way to enter its keys; never the
// keys themselves.

import Type from 'typebox';
import type { Context } from '../../context.ts';
import { bodyOf, nullable, problemsOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { handledTypes } from './native-events.ts';
import { enterKeys, type KeyPlace, removeKeys } from './processor-keys.ts';
import { toProblem } from './stripe.ts';

const tags = ['Payments'];

const Processor = Type.Object(
  {
    name: Type.Enum(['sandbox', 'stripe']),
    mode: nullable(Type.Enum(['test', 'live'], { description: 'Null where the key does not tell' })),
    receiverUrl: nullable(Type.String({ description: 'Where the processor sends its own events' })),
    receiverEvents: Type.Array(Type.String(), {
      description: 'The types of events that the processor is to send there',
    }),
    hasReceiverSecret: Type.Boolean({ description: 'Without it, what the processor sends is refused' }),
    keysFrom: Type.Enum(['environment', 'settings', 'sandbox'], {
      description: '`settings`: entered by `PUT`; `sandbox`: there are none',
    }),
    hasKey: Type.Boolean({ description: 'Without it, no payment can begin: the stored keys were lost or removed' }),
    lastFour: nullable(Type.String({ description: 'The end of the secret key' })),
  },
  { title: 'Processor', description: 'The payment processor in use' },
);

const Keys = bodyOf(
  {
    secretKey: Type.String({
      pattern: '^(sk|rk)_[!-~]+$',
      minLength: 8,
      maxLength: 300,
      description: 'Starts with sk_ or rk_',
    }),
    webhookSecret: Type.String({
      pattern: '^[!-~]+$',
      minLength: 8,
      maxLength: 300,
      description: 'Signing secret of the endpoint that the processor sends its events to',
    }),
  },
  { title: 'ProcessorKeys' },
);

export function processorRoutes(app: App, keyPlace: KeyPlace): void {
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
    async (request) => describeProcessor(request.ctx),
  );

  app.put(
    '/payments/processor',
    {
      config: { access: 'admin', idempotency: 'none' },
      schema: {
        tags,
        summary: 'Enter the keys of the processor',
        description: 'The key is tried first. The keys are stored encrypted, and are used from the next call on.',
        operationId: 'enterProcessorKeys',
        body: Keys,
        response: { 200: Processor, ...problemsOf(401, 403, 409, 422, 502, 503) },
      },
    },
    async (request) => {
      await enterKeys(request.ctx, keyPlace, request.body);
      return describeProcessor(request.ctx);
    },
  );

  app.delete(
    '/payments/processor',
    {
      config: { access: 'admin', idempotency: 'none' },
      schema: {
        tags,
        summary: 'Remove the entered keys of the processor',
        operationId: 'removeProcessorKeys',
        response: {
          200: Type.Object({
            restartNeeded: Type.Boolean({
              description: 'The sandbox comes back with the next start; until then no payment can begin',
            }),
          }),
          ...problemsOf(401, 403),
        },
      },
    },
    async (request) => removeKeys(request.ctx),
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
      await request.ctx.processor.retrieve('intent', 'pi_none').catch((error) => {
        throw toProblem(error);
      });
      return { works: true as const };
    },
  );
}

function describeProcessor({ processor, publicUrl }: Context) {
  const { secretKey, webhookSecrets, keysFrom } = processor.setup;
  const isLive = keysFrom === 'settings' && secretKey === null ? null : processor.isLive();
  const origin = publicUrl();
  return {
    name: keysFrom === 'sandbox' ? ('sandbox' as const) : ('stripe' as const),
    mode: isLive === null ? null : isLive ? ('live' as const) : ('test' as const),
    receiverUrl: origin === null ? null : `${origin}/api/public/payments/webhook`,
    receiverEvents: [...handledTypes],
    hasReceiverSecret: webhookSecrets.some((secret) => secret.trim() !== ''),
    keysFrom,
    hasKey: processor.isConfigured(),
    lastFour: keysFrom === 'sandbox' ? null : (secretKey?.slice(-4) ?? null),
  };
}
