// Further services on the database and folder of a test service, as several processes are. They share nothing else.

import type { Log } from '../../src/context.ts';
import { createService, type Service } from '../../src/service.ts';
import type { Answer, RequestOptions, TestService } from './test-service.ts';

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
  const request = async (method: string, url: string, options: RequestOptions = {}): Promise<Answer> => {
    const auth = options.token === undefined ? token : options.token;
    const answer = await node.app.inject({
      method: method as 'GET',
      url: url.startsWith('//') ? url.slice(1) : `/api/v1${url}`,
      headers: { ...(auth === null ? {} : { authorization: `Bearer ${auth}` }), ...options.headers },
      ...(options.body === undefined ? {} : { payload: options.body as object }),
    });
    const isJson = /\bjson\b/.test(String(answer.headers['content-type']));
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      body: isJson ? answer.json() : undefined,
    };
  };
  return { ...node, request };
}
