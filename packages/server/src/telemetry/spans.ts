// Traces by OpenTelemetry, loaded only when they are on (telemetry.ts). A span is a part of a trace: a request, a statement,
// a job, an attempt at a delivery. What runs belongs to the span of its work (observer.ts).

import {
  type Attributes,
  DiagLogLevel,
  diag,
  type HrTime,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Context as TraceContext,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '../config/config.ts';
import { currentWork, type Log, type Observer, type OpenSpan } from './observer.ts';
import { statementKind, withoutValues } from './statement-kind.ts';

export type Traces = {
  observer: Observer;
  /** Sends what is left, for a few seconds at most. */
  close(): Promise<void>;
};

const maxCloseMs = 3000;
const logEveryMs = 60_000;

export function createTraces(
  settings: NonNullable<Config['traces']>,
  { version, database }: { version: string; database: 'sqlite' | 'postgresql' },
  log: () => Log | null,
): Traces {
  logFaults(log);
  const provider = new TracerProvider({
    // What the environment says about it comes last, so that it wins.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'frontdesk', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes(settings.serviceName === null ? {} : { 'service.name': settings.serviceName })),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('frontdesk', version);
  const contexts = new WeakMap<OpenSpan, TraceContext>();

  const open = (name: string, kind: SpanKind, attributes: Attributes, parent: TraceContext): OpenSpan => {
    const span = tracer.startSpan(name, { kind, attributes, startTime: timeAt(performance.now()) }, parent);
    const opened: OpenSpan = {
      traceparent: traceparentOf(span),
      note: (more) => void span.setAttributes(more),
      fail: (reason) => void span.setAttribute('error.type', reason).setStatus({ code: SpanStatusCode.ERROR }),
      end: () => span.end(timeAt(performance.now())),
    };
    contexts.set(opened, trace.setSpan(parent, span));
    return opened;
  };
  const current = (): TraceContext | undefined => {
    const span = currentWork()?.span;
    return span ? contexts.get(span) : undefined;
  };
  const nothing = (): void => {};

  const observer: Observer = {
    spans: {
      request: ({ method, route, path, traceparent }) =>
        open(
          route === undefined ? method : `${method} ${route}`,
          SpanKind.SERVER,
          { 'http.request.method': method, 'url.path': path, ...(route === undefined ? {} : { 'http.route': route }) },
          parentOf(traceparent),
        ),
      job: ({ id, task, attempts, traceparent }) =>
        open(
          task,
          SpanKind.CONSUMER,
          { 'frontdesk.job.id': id, 'frontdesk.job.task': task, 'frontdesk.job.attempt': attempts },
          parentOf(traceparent ?? undefined),
        ),
      delivery: ({ url, event, delivery, attempt }) => {
        const { hostname, port, protocol } = new URL(url);
        const attributes = {
          'http.request.method': 'POST',
          'server.address': hostname,
          'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
          'http.request.resend_count': attempt - 1,
          'frontdesk.event.id': event,
          'frontdesk.delivery.id': delivery,
        };
        return open('POST', SpanKind.CLIENT, attributes, current() ?? ROOT_CONTEXT);
      },
    },
    requestBegan: nothing,
    requestEnded: nothing,
    keptResponseSent({ method, route, status, durationMs }, traceparent) {
      const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status };
      const endedAt = performance.now();
      const startTime = timeAt(endedAt - (durationMs ?? 0));
      const options = { kind: SpanKind.SERVER, attributes: { ...attributes, 'frontdesk.kept': true }, startTime };
      tracer.startSpan(`${method} ${route}`, options, parentOf(traceparent)).end(timeAt(endedAt));
    },
    statementRan(text, startedAt, error) {
      const parent = current();
      if (!parent || !trace.getSpan(parent)?.isRecording()) return;
      const kind = statementKind(text);
      const table = /\b(?:from|into|update)\s+"(\w+)"/i.exec(text)?.[1];
      const attributes = {
        'db.system.name': database,
        'db.operation.name': kind,
        'db.query.text': withoutValues(text),
        ...(table === undefined ? {} : { 'db.collection.name': table }),
      };
      const name = table === undefined ? kind : `${kind} ${table}`;
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: timeAt(startedAt) }, parent);
      if (error !== null) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', nameOf(error));
      span.end(timeAt(performance.now()));
    },
    committed: nothing,
    jobEnded(_task, outcome) {
      if (outcome !== 'done') currentWork()?.span?.fail(outcome);
    },
    deliveryAttempted: nothing,
    mailAttempted(failure) {
      if (failure !== null) currentWork()?.span?.note({ 'frontdesk.mail.fault': failure });
    },
    eventPublished: nothing,
  };

  return {
    observer,
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, maxCloseMs);
      });
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
      diag.disable();
    },
  };
}

/** Of a time of `performance.now()`. Otherwise each span would round to a clock of its own, and begin before its parent. */
function timeAt(ms: number): HrTime {
  const time = performance.timeOrigin + ms;
  return [Math.floor(time / 1000), Math.floor((time % 1000) * 1e6)];
}

function samplerOf({ sampler, share }: NonNullable<Config['traces']>): Sampler {
  const root = /always_off$/.test(sampler)
    ? new AlwaysOffSampler()
    : /traceidratio$/.test(sampler)
      ? new TraceIdRatioBasedSampler(share)
      : new AlwaysOnSampler();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** The spans behind a `traceparent` of W3C Trace Context; without a valid one, a trace of its own. */
function parentOf(traceparent: string | undefined): TraceContext {
  const [, traceId, spanId, flags] =
    /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})/.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || traceparent?.startsWith('ff')) return ROOT_CONTEXT;
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags as string, 16) & 1, isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'error');
}

/** A collector that cannot be reached would otherwise fill the log. */
function logFaults(log: () => Log | null): void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const fault = (message: string): void => {
    if (performance.now() - loggedAt < logEveryMs) return;
    loggedAt = performance.now();
    log()?.warn({ error: message.slice(0, 500) }, 'traces could not be sent');
  };
  const nothing = (): void => {};
  diag.setLogger({ error: fault, warn: fault, info: nothing, debug: nothing, verbose: nothing }, DiagLogLevel.WARN);
}
