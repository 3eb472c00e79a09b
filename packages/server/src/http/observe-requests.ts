// Reports the requests that the framework handles. Those that are sent again from memory report themselves.

import type { Observer } from '../telemetry/observer.ts';
import type { App } from './typed-app.ts';

/** Call it before other hooks are added, so that it sees what they reject. */
export function observeRequests(app: App, observer: Observer): void {
  app.addHook('onRequest', (request, reply, done) => {
    observer.requestBegan();
    const { method } = request;
    const route = request.routeOptions.url;
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw;
      const durationMs = reply.elapsedTime;
      observer.requestEnded({ method, route, status: statusCode, durationMs, isComplete: writableFinished });
    });
    done();
  });
}
