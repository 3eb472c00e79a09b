// A collector of traces for tests: a real HTTP server that reads OTLP as JSON.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** 2 server, 3 client, 5 consumer. */
  kind: number;
  attributes: Record<string, string | number | boolean>;
  /** 2 for an error. */
  status: number;
  startedAt: bigint;
  endedAt: bigint;
  resource: Record<string, string | number | boolean>;
};

export type TraceCollector = { url: string; spans: CollectedSpan[] };

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };
type Attributes = { key: string; value: Value }[];
type Sent = {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        kind: number;
        attributes?: Attributes;
        status?: { code?: number };
        startTimeUnixNano: string;
        endTimeUnixNano: string;
      }[];
    }[];
  }[];
};

/** Starts a collector that is closed when the test ends. */
export async function startTraceCollector(t: Pick<TestContext, 'after'>): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const isTraces = request.url === '/v1/traces' && request.headers['content-type'] === 'application/json';
    if (isTraces) spans.push(...read(JSON.parse(body)));
    response.writeHead(isTraces ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans };
}

function read({ resourceSpans }: Sent): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || undefined,
        name: span.name,
        kind: span.kind,
        attributes: plain(span.attributes ?? []),
        status: span.status?.code ?? 0,
        startedAt: BigInt(span.startTimeUnixNano),
        endedAt: BigInt(span.endTimeUnixNano),
        resource: plain(resource.attributes),
      })),
    ),
  );
}

function plain(attributes: Attributes): CollectedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue, doubleValue } }) => [
      key,
      stringValue ?? boolValue ?? Number(intValue ?? doubleValue),
    ]),
  );
}
