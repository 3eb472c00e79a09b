// docs/metrics.md: what can be read, from the list in the code.

import { type MetricFacts, metricList } from '../packages/server/src/telemetry/metric-list.ts';
import { createMetrics } from '../packages/server/src/telemetry/metrics.ts';

const own: Record<string, MetricFacts> = metricList;

/** These depend on the system, so that the page would, too. */
const onLinux = ['process_virtual_memory_bytes', 'process_heap_bytes', 'process_open_fds', 'process_max_fds'];

/** Tables have one cell in place of this. */
const inCell = (text: string): string => text.replaceAll('|', '\\|').replace(/\.$/, '');

function ownTable(of: MetricFacts['of']): string {
  const rows = Object.entries(own)
    .filter(([, metric]) => metric.of === of)
    .map(([name, { type, labels, help }]) => {
      const names = labels.map((label) => `\`${label}\``).join(', ');
      return `| \`${name}\` | ${type} | ${names} | ${inCell(help)} |`;
    });
  return ['| Metric | Type | Labels | Meaning |', '|---|---|---|---|', ...rows].join('\n');
}

function standardTable(): string {
  const rows = createMetrics({ version: '', node: '', database: '' })
    .describe()
    .filter(({ name }) => !(name in own) && !onLinux.includes(name))
    .map(({ name, type, help }) => `| \`${name}\` | ${type} | ${inCell(help)} |`);
  return ['| Metric | Type | Meaning |', '|---|---|---|', ...rows].join('\n');
}

export function metricsPage(): string {
  return `# Metrics

Frontdesk shows what it does as metrics in the text format of Prometheus, at \`/metrics\`. They are off until you choose one of two ways, or both:

\`\`\`env
# On a port of its own, which the proxy does not pass on
FRONTDESK_METRICS_PORT=9464

# On the port of the service, with a key of its own
FRONTDESK_METRICS_TOKEN=<at least 20 characters>
\`\`\`

The port listens on \`127.0.0.1\`; \`FRONTDESK_METRICS_HOST=0.0.0.0\` opens it to the network. With a key, both ways require it. Without the key, requests get 401;
while metrics are off, the path does not exist. The metrics name routes, tasks and numbers, but no person and no content.

\`\`\`yaml
# prometheus.yml
scrape_configs:
  - job_name: frontdesk
    scrape_interval: 15s
    static_configs:
      - targets: ['127.0.0.1:9464']
    # With a key:
    # authorization: { credentials_file: /etc/prometheus/frontdesk.key }
\`\`\`

[deploy/prometheus/alerts.yaml](../deploy/prometheus/alerts.yaml) has rules for alerts, and [deploy/grafana/frontdesk.json](../deploy/grafana/frontdesk.json) a dashboard: import it in Grafana and choose
your Prometheus. Both expect the job name \`frontdesk\`.

## What counts where

Metrics of the **process** begin at 0 with each start. If several processes serve one database, scrape each of them and add up: \`sum(rate(frontdesk_http_requests_total[5m]))\`.

Metrics of the **database** are the same whichever process is asked, so take one of them: \`max(frontdesk_jobs) by (task, state)\`. They are read when they are asked for, at most every 3 seconds, and versions and
sizes every minute; reads of large tables run beside requests. If the database does not answer within 4 seconds, they are left out and \`frontdesk_database_up\` is 0.

## Metrics of the process

${ownTable('process')}

Durations are histograms: \`histogram_quantile(0.99, sum by (le) (rate(frontdesk_http_request_duration_seconds_bucket[5m])))\`.

## Metrics of the database

${ownTable('database')}

Deliveries that wait are jobs: \`frontdesk_jobs{task="webhooks.deliver"}\`. Those of a paused webhook have no job.

## Node and the system

${standardTable()}

On Linux also ${onLinux.map((name) => `\`${name}\``).join(', ')}.
`;
}
