// What other programs can see of this process, as the configuration asks for it. What is off is not loaded.

import type { Server } from 'node:http';
import type { Config } from './config/config.ts';
import { ExpectedError } from './lib/expected-error.ts';
import { createScrape, type Scraped } from './metrics/scrape.ts';
import type { MetricsPage } from './telemetry/metrics-page.ts';
import { bothObservers, type Log, type Observer } from './telemetry/observer.ts';
import { observeSlowStatements } from './telemetry/slow-statements.ts';
import type { Traces } from './telemetry/spans.ts';

export type Telemetry = {
  /** Null if nothing is to be measured. */
  observer: Observer | null;
  /** What the port of the service shows at `/metrics`; null if it does not. */
  page: MetricsPage | null;
  /** Where slow statements are logged from now on. */
  logTo(log: Log): void;
  /** Opens the port of the metrics, if they have one. Call it before the first `page.text()`. */
  listen(scraped: Scraped): Promise<void>;
  /** Call it when no work is left. */
  close(): Promise<void>;
};

type Settings = Pick<Config, 'metrics' | 'traces' | 'databaseUrl' | 'slowMs'>;
type CurrentLog = () => Log | null;

type MetricsPart = Pick<Telemetry, 'page' | 'listen' | 'close'> & { observer: Observer };

export async function createTelemetry(config: Settings, version: string): Promise<Telemetry> {
  let current: Log | null = null;
  const log = (): Log | null => current;
  const metrics = config.metrics === null ? null : await createMetricsPart(config, config.metrics, version);
  const traces = config.traces === null ? null : await loadTraces(config, config.traces, version, log);
  const slow = config.slowMs > 0 ? observeSlowStatements(config.slowMs, log) : null;
  const observers = [metrics?.observer, traces?.observer, slow].filter((observer) => observer != null);
  return {
    observer: observers.length === 0 ? null : observers.reduce(bothObservers),
    page: metrics?.page ?? null,
    logTo(to) {
      current = to;
    },
    listen: async (scraped) => metrics?.listen(scraped),
    async close() {
      await metrics?.close();
      await traces?.close();
    },
  };
}

async function createMetricsPart(
  { databaseUrl }: Settings,
  settings: NonNullable<Config['metrics']>,
  version: string,
): Promise<MetricsPart> {
  const { createMetrics } = await import('./telemetry/metrics.ts');
  const database = databaseUrl === null ? 'sqlite' : 'postgres';
  const metrics = createMetrics({ version, node: process.versions.node, database });
  let scrape: (() => Promise<string>) | null = null;
  let server: Server | null = null;
  const page: MetricsPage = {
    token: settings.token,
    contentType: metrics.contentType,
    text: async () => (scrape === null ? metrics.text(async () => []) : scrape()),
  };
  return {
    observer: metrics.observer,
    page: settings.token === null ? null : page,
    async listen(scraped) {
      scrape = createScrape(metrics, scraped);
      if (settings.port === null) return;
      const { startMetricsServer } = await import('./metrics/metrics-server.ts');
      const onError = (err: unknown): void => scraped.context.log.error({ err }, 'the metrics could not be read');
      server = await startMetricsServer(page, { host: settings.host, port: settings.port }, onError);
    },
    async close() {
      server?.closeAllConnections();
      server?.close();
    },
  };
}

/** The packages of OpenTelemetry are not installed with the service: they would be a fifth of what it takes. */
async function loadTraces(
  { databaseUrl }: Settings,
  settings: NonNullable<Config['traces']>,
  version: string,
  log: CurrentLog,
): Promise<Traces> {
  const spans = await import('./telemetry/spans.ts').catch((error) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ExpectedError(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages for traces are not installed. docs/observability.md has the command.',
      { cause: error },
    );
  });
  return spans.createTraces(settings, { version, database: databaseUrl === null ? 'sqlite' : 'postgresql' }, log);
}
