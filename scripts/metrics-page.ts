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

For operators: every metric that \`/metrics\` has. How to switch it on, what to add up and alerts: [observability.md](observability.md#metrics).

## Metrics of the process

${ownTable('process')}

## Metrics of the database

${ownTable('database')}

Deliveries that wait are jobs: \`frontdesk_jobs{task="webhooks.deliver"}\`. Those of a paused webhook have no job.

## Node and the system

${standardTable()}

On Linux also ${onLinux.map((name) => `\`${name}\``).join(', ')}.
`;
}
