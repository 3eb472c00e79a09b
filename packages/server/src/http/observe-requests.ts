// Notes which request the running code belongs to, and reports the requests that the framework handles. Those that are sent
// again from memory report themselves.

import { runWork, type Work } from '../telemetry/current-work.ts';
import type { Observer } from '../telemetry/observer.ts';
import type { App } from './typed-app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    work: Work;
  }
}

/** Call it before other hooks are added, so that it sees what they reject. */
export function observeRequests(app: App, observer: Observer | null): void {
  app.decorateRequest('work');
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url;
    request.work = { requestId: request.id, route, statements: 0, databaseMs: 0 };
    if (observer) {
      observer.requestBegan();
      const { method } = request;
      reply.raw.once('close', () => {
        const { statusCode: status, writableFinished: isComplete } = reply.raw;
        const durationMs = isStream(reply.raw.getHeader('content-type')) ? null : reply.elapsedTime;
        observer.requestEnded({ method, route, status, durationMs, isComplete });
      });
    }
    runWork(request.work, done);
  });
  // What comes after the body has been read was called by its socket.
  app.addHook('preValidation', (request, _reply, done) => runWork(request.work, done));
}

/** A stream of events lasts as long as its reader wants. */
export function isStream(contentType: unknown): boolean {
  return String(contentType).startsWith('text/event-stream');
}
