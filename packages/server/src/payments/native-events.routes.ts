// The receiver of the processor's native events, mounted at the origin. Signatures cover the raw bytes of a body.

import Type from 'typebox';
import { routesOf } from '../http/describe-route.ts';
import type { App } from '../http/typed-app.ts';
import { receiveNativeEvent } from './native-events.ts';

const bodyLimitBytes = 1024 * 1024;

/** Mounted at the origin: POST /api/public/payments/webhook. */
const describe = routesOf('Payments');

export function nativeEventsRoutes(app: App): void {
  app.register(async (scope) => {
    // A scope of its own: only this route gets its body unparsed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      '/api/public/payments/webhook',
      {
        ...describe('signature', 'receiveProcessorEvent', "Receive the processor's native webhooks (signed by it)", {
          200: Type.Object({ received: Type.Literal(true, { description: 'It is stored and will be applied' }) }),
          problems: [413],
        }),
        bodyLimit: bodyLimitBytes,
      },
      async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const signature = request.headers['stripe-signature'];
        await receiveNativeEvent(request.ctx, body, Array.isArray(signature) ? signature[0] : signature);
        return { received: true as const };
      },
    );
  });
}
