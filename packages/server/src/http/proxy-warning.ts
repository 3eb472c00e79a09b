// Warns once if requests seem to come through a proxy that is not trusted: limits then count all visitors as one.

import type { FastifyRequest } from 'fastify';
import type { App } from './typed-app.ts';

export function warnOfUntrustedProxy(app: App): void {
  let isWarned = false;
  app.addHook('onRequest', async (request: FastifyRequest) => {
    const { forwarded, 'x-forwarded-for': forwardedFor } = request.headers;
    if (isWarned || (forwarded === undefined && forwardedFor === undefined)) return;
    isWarned = true;
    const { ip } = request;
    app.log.warn(
      { ip },
      `A request names the visitor that it was forwarded for, but its sender is not trusted, so all visitors behind it count as one. If ${ip} is your proxy, set FRONTDESK_TRUST_PROXY=${ip}`,
    );
  });
}
