// The receiver of the processor's native events, mounted at the origin. It sees the raw bytes: a signature covers those.

import Type from 'typebox';
import { problemsOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { receiveProcessorEvent } from './processor-events.ts';

const bodyLimitBytes = 1024 * 1024;

/** Mounted at the origin: POST /api/public/payments/webhook. */
export function processorEventsRoutes(app: App): void {
  app.register(async (scope) => {
    // A scope of its own, so that no other route gets its bodies unparsed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      '/api/public/payments/webhook',
      {
        config: { access: 'signature' },
        bodyLimit: bodyLimitBytes,
        schema: {
          tags: ['Payments'],
          summary: "Receive the processor's native webhooks (signed by it)",
          operationId: 'receiveProcessorEvent',
          security: [],
          response: { 200: Type.Object({ received: Type.Literal(true) }), ...problemsOf(400, 413, 503) },
        },
      },
      async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const signature = request.headers['stripe-signature'];
        await receiveProcessorEvent(request.ctx, body, Array.isArray(signature) ? signature[0] : signature);
        return { received: true as const };
      },
    );
  });
}
