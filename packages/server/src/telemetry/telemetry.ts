// What other programs can see of this process, as the configuration asks for it. What is off is not loaded.

import type { Server } from 'node:http';
import type { Config } from '../config.ts';
import type { Log } from '../context.ts';
import { bothObservers } from './both-observers.ts';
import type { MetricsPage } from './metrics-page.ts';
import type { Observer } from './observer.ts';
import { createScrape, type Scraped } from './scrape.ts';
import { observeSlowStatements } from './slow-statements.ts';

export type Telemetry = {
  /** Null if nothing is to be measured. */
  observer: Observer | null;
  /** What the port of the service shows at `/metrics`; null if it does not. */
  page: MetricsPage | null;
  /** Where slow statements are logged from now on. */
  logTo(log: Log): void;
  /** Opens the port of the metrics, if they have one. Call it before the first `page.text()`. */
  listen(scraped: Scraped): Promise<void>;
  close(): Promise<void>;
};

export async function createTelemetry(
  config: Pick<Config, 'metrics' | 'databaseUrl' | 'slowMs'>,
  version: string,
): Promise<Telemetry> {
  const { metrics: settings } = config;
  let log: Log | null = null;
  const logTo = (to: Log): void => {
    log = to;
  };
  const slow = config.slowMs > 0 ? observeSlowStatements(config.slowMs, () => log) : null;
  if (settings === null) return { observer: slow, page: null, logTo, listen: async () => {}, close: async () => {} };
  const { createMetrics } = await import('./metrics.ts');
  const database = config.databaseUrl === null ? 'sqlite' : 'postgres';
  const metrics = createMetrics({ version, node: process.versions.node, database });
  let scrape: (() => Promise<string>) | null = null;
  let server: Server | null = null;
  const page: MetricsPage = {
    token: settings.token,
    contentType: metrics.contentType,
    text: async () => (scrape === null ? metrics.text(async () => []) : scrape()),
  };
  return {
    observer: slow === null ? metrics.observer : bothObservers(metrics.observer, slow),
    logTo,
    page: settings.token === null ? null : page,
    async listen(scraped) {
      scrape = createScrape(metrics, scraped);
      if (settings.port === null) return;
      const { startMetricsServer } = await import('./metrics-server.ts');
      const onError = (err: unknown): void => scraped.context.log.error({ err }, 'the metrics could not be read');
      server = await startMetricsServer(page, { host: settings.host, port: settings.port }, onError);
    },
    async close() {
      server?.closeAllConnections();
      server?.close();
    },
  };
}
