// The metrics of a process, in the text format of Prometheus. Loaded only where they are on: prom-client takes time and memory.
//
// What happens often is counted in plain numbers and handed to prom-client when it is read (decision 0093).

import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { DurationHistogram, type Durations } from './durations.ts';
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type MetricFacts,
  type MetricName,
  metricList,
} from './metric-list.ts';
import type { Observer, RequestReport } from './observer.ts';
import { type StatementKind, statementKind } from './statement-kind.ts';

/** A value of a gauge when it is read. */
export type Reading = { [Name in GaugeName]: { name: Name; labels: LabelsOf<Name>; value: number } }[GaugeName];

export type Metrics = {
  observer: Observer;
  contentType: string;
  /** Every metric, with what `read` returns now. */
  text(read: () => Promise<Reading[]>): Promise<string>;
  /** Name, type and help of all, for docs/metrics.md. */
  describe(): { name: string; type: string; help: string }[];
};

const requestBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const statementBounds = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.01, 0.05, 0.25, 1, 5];
const commitBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const jobBounds = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 5, 10, 15, 30, 60, 300];
/** How often the delay of the event loop is sampled. */
const loopSampleMs = 20;

type RequestSeries = { durations: Durations; byStatus: Map<string, number> };

export function createMetrics(build: LabelsOf<'frontdesk_build_info'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopSampleMs });
  const facts = (name: MetricName): MetricFacts => metricList[name];
  const configOf = (name: MetricName) => ({
    name,
    help: facts(name).help,
    labelNames: [...facts(name).labels],
    registers: [registry],
  });
  const histogram = (name: HistogramName, bounds: number[]): DurationHistogram => {
    const created = new DurationHistogram(name, facts(name).help, bounds);
    registry.registerMetric(created as never);
    return created;
  };
  const counter = (name: CounterName): Counter => new Counter(configOf(name));
  const gauges = new Map<GaugeName, Gauge>();
  for (const name of Object.keys(metricList) as MetricName[])
    if (facts(name).type === 'gauge') gauges.set(name as GaugeName, new Gauge(configOf(name)));

  const requests = counter('frontdesk_http_requests_total');
  const requestDurations = histogram('frontdesk_http_request_duration_seconds', requestBounds);
  const keptSent = counter('frontdesk_kept_responses_sent_total');
  const statementDurations = histogram('frontdesk_database_statement_duration_seconds', statementBounds);
  const statementErrors = counter('frontdesk_database_statement_errors_total');
  const commitDurations = histogram('frontdesk_database_commit_duration_seconds', commitBounds).withLabels({});
  const transactions = counter('frontdesk_database_transactions_total');
  const jobs = counter('frontdesk_jobs_ended_total');
  const jobDurations = histogram('frontdesk_job_duration_seconds', jobBounds);
  const deliveries = counter('frontdesk_webhook_attempts_total');
  const deliveryDurations = histogram('frontdesk_webhook_attempt_duration_seconds', jobBounds).withLabels({});
  const mails = counter('frontdesk_mail_attempts_total');
  const events = counter('frontdesk_events_published_total');

  let inFlight = 0;
  let keptCount = 0;
  let transactionCount = 0;
  /** By route and method. */
  const requestSeries = new Map<string, Map<string, RequestSeries>>();
  const statementSeries = new Map<StatementKind, Durations>();
  const jobSeries = new Map<string, Durations>();

  const seriesOf = (route: string, method: string): RequestSeries => {
    const byMethod = requestSeries.get(route) ?? new Map<string, RequestSeries>();
    requestSeries.set(route, byMethod);
    const series = { durations: requestDurations.withLabels({ method, route }), byStatus: new Map() };
    byMethod.set(method, series);
    return series;
  };
  const noteRequest = ({ method, route = 'none', status, durationMs, isComplete }: RequestReport): void => {
    const { durations, byStatus } = requestSeries.get(route)?.get(method) ?? seriesOf(route, method);
    const statusClass = isComplete ? (statusClasses[Math.floor(status / 100)] ?? 'none') : 'aborted';
    byStatus.set(statusClass, (byStatus.get(statusClass) ?? 0) + 1);
    if (durationMs !== null) durations.note(durationMs / 1000);
  };
  const durationsOf = <Key extends string>(
    series: Map<Key, Durations>,
    key: Key,
    create: () => Durations,
  ): Durations => {
    const known = series.get(key);
    if (known) return known;
    const created = create();
    series.set(key, created);
    return created;
  };

  const observer: Observer = {
    spans: null,
    requestBegan() {
      inFlight++;
    },
    requestEnded(request) {
      inFlight--;
      noteRequest(request);
    },
    keptResponseSent(request) {
      keptCount++;
      noteRequest(request);
    },
    statementRan(text, startedAt, error) {
      const kind = statementKind(text);
      const durations = durationsOf(statementSeries, kind, () => statementDurations.withLabels({ kind }));
      durations.note((performance.now() - startedAt) / 1000);
      if (error !== null) statementErrors.inc({ kind });
    },
    committed(count, startedAt) {
      transactionCount += count;
      commitDurations.note((performance.now() - startedAt) / 1000);
    },
    jobEnded(task, outcome, durationMs) {
      jobs.inc({ task, outcome });
      durationsOf(jobSeries, task, () => jobDurations.withLabels({ task })).note(durationMs / 1000);
    },
    deliveryAttempted(failure, durationMs) {
      deliveries.inc({ result: resultOf(failure) });
      deliveryDurations.note(durationMs / 1000);
    },
    mailAttempted: (failure) => mails.inc({ result: failure ?? 'accepted' }),
    eventPublished: (type) => events.inc({ type }),
  };

  const handOver = (readings: readonly Reading[]): void => {
    for (const [name, gauge] of gauges) {
      gauge.reset();
      // It would be 0, which is a value.
      if (facts(name).labels.length === 0) gauge.remove();
    }
    gauges.get('frontdesk_build_info')?.set(build, 1);
    gauges.get('frontdesk_http_requests_in_flight')?.set(inFlight);
    // The type of each reading has its labels checked.
    for (const { name, labels, value } of readings) gauges.get(name)?.set(labels as Record<string, string>, value);
    for (const [count, total] of [
      [keptSent, keptCount],
      [transactions, transactionCount],
    ] as const) {
      count.reset();
      count.inc(total);
    }
    requests.reset();
    for (const [route, byMethod] of requestSeries)
      for (const [method, { byStatus }] of byMethod)
        for (const [status, count] of byStatus) requests.inc({ method, route, status }, count);
  };

  return {
    observer,
    contentType: registry.contentType,
    async text(read) {
      handOver(await read());
      return registry.metrics();
    },
    describe: () =>
      registry.getMetricsAsArray().map((metric) => {
        const { name, help, type } = metric as unknown as { name: string; help: string; type: string };
        return { name, help, type: String(type) };
      }),
  };
}

const statusClasses = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'];

/** Bounds the number of results: `http_404` is `http_4xx`. */
function resultOf(failure: string | null): string {
  return failure === null ? 'accepted' : failure.replace(/^(http_\d)\d\d$/, '$1xx');
}
