// Notes which request the running code belongs to, and reports the requests that the framework handles. Those that are sent
// again from memory report themselves.

import { hideAddresses } from '../lib/hide-addresses.ts';
import { type Observer, runWork, type Work } from '../telemetry/observer.ts';
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
    request.work = { requestId: request.id, route, statements: 0, databaseMs: 0, span: null };
    if (observer) {
      observer.requestBegan();
      const { method } = request;
      const { traceparent } = request.headers;
      const parent = typeof traceparent === 'string' ? traceparent : undefined;
      const path = loggedPath(request.url, route);
      const span = observer.spans?.request({ method, route, path, traceparent: parent }) ?? null;
      request.work.span = span;
      reply.raw.once('close', () => {
        const { statusCode: status, writableFinished: isComplete } = reply.raw;
        const durationMs = isStream(reply.raw.getHeader('content-type')) ? null : reply.elapsedTime;
        observer.requestEnded({ method, route, status, durationMs, isComplete });
        if (span === null) return;
        span.note({ 'http.response.status_code': status, 'frontdesk.request.id': request.id });
        if (!isComplete) span.fail('aborted');
        else if (status >= 500) span.fail(String(status));
        span.end();
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

// The path of a request as it is logged: without the query, and without keys that open something.

/** `route` is its pattern, if there is one. */
export function loggedPath(url: string, route: string | undefined): string {
  if (route?.includes('/:key')) return route;
  return url.split('?', 1)[0] as string;
}

// Errors as they are logged: no values of the database, no addresses, nothing of a body.

type Logged = { type: string; message: string; stack?: string; code?: string | number; cause?: Logged };

const maxDepth = 3;

/** Drivers put rows and parameters into further members of their errors, which are left out. */
export function loggedError(error: unknown, depth = 1): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? hideAddresses(error) : error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: hideAddresses(error.message),
    ...(error.stack === undefined ? {} : { stack: hideAddresses(error.stack) }),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.cause === undefined || depth >= maxDepth ? {} : { cause: loggedError(error.cause, depth + 1) as Logged }),
  } satisfies Logged;
}
