// Further services on the database and folder of a test service, as several processes are. They share nothing else.

import { createService, type Service } from '../../src/service.ts';
import type { Log } from '../../src/telemetry/observer.ts';
import { requestsTo, type TestService } from './test-service.ts';

export type Node = Service & { request: TestService['request'] };

/** Starts one that is stopped before the service. Its clock is that of the service, `aheadMs` ahead. */
export async function startNode(
  { config, context, token, beforeStop }: TestService,
  { aheadMs = 0, log }: { aheadMs?: number; log?: Log } = {},
): Promise<Node> {
  const node = await createService(config, {
    now: () => new Date(context.now().getTime() + aheadMs),
    ...(log && { log }),
  });
  beforeStop(() => node.stop());
  node.context.processor.useKeys(context.processor.setup);
  return { ...node, request: requestsTo(node, token) };
}
