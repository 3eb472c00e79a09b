// Every metric of our own. docs/metrics.md is generated from this list and from those of prom-client about the process.

export type MetricFacts = {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels: readonly string[];
  /** Of this process since its start, or of the database, which every process that uses it reports alike. */
  of: 'process' | 'database';
};

export const metricList = {
  frontdesk_build_info: {
    type: 'gauge',
    help: 'Always 1. The versions of the service and of Node, and the kind of database',
    labels: ['version', 'node', 'database'],
    of: 'process',
  },
  frontdesk_http_requests_total: {
    type: 'counter',
    help: 'Requests that have ended, kept responses included. `status` is the class, such as 2xx, or aborted if the connection ended first; `route` is none if there is no such path',
    labels: ['method', 'route', 'status'],
    of: 'process',
  },
  frontdesk_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the headers of a request to the end of its response, without streams of events',
    labels: ['method', 'route'],
    of: 'process',
  },
  frontdesk_http_requests_in_flight: {
    type: 'gauge',
    help: 'Requests that are being handled',
    labels: [],
    of: 'process',
  },
  frontdesk_kept_responses_sent_total: {
    type: 'counter',
    help: 'Requests that were answered from memory, because nothing had changed since the same request',
    labels: [],
    of: 'process',
  },
  frontdesk_kept_responses: { type: 'gauge', help: 'Responses kept in memory', labels: [], of: 'process' },
  frontdesk_kept_responses_bytes: {
    type: 'gauge',
    help: 'Memory of the kept responses',
    labels: [],
    of: 'process',
  },
  frontdesk_database_statement_duration_seconds: {
    type: 'histogram',
    help: 'Time that the database took for a statement, by its kind: select, insert, update, delete or other',
    labels: ['kind'],
    of: 'process',
  },
  frontdesk_database_statement_errors_total: {
    type: 'counter',
    help: 'Statements that failed, those that ran again afterwards included',
    labels: ['kind'],
    of: 'process',
  },
  frontdesk_database_commit_duration_seconds: {
    type: 'histogram',
    help: 'Time of a commit. On SQLite several transactions may share one',
    labels: [],
    of: 'process',
  },
  frontdesk_database_transactions_total: {
    type: 'counter',
    help: 'Transactions that were committed',
    labels: [],
    of: 'process',
  },
  frontdesk_database_transactions_waiting: {
    type: 'gauge',
    help: 'Transactions that wait for the writer of SQLite, or for a connection to PostgreSQL',
    labels: [],
    of: 'process',
  },
  frontdesk_database_connections: {
    type: 'gauge',
    help: 'Open connections to PostgreSQL. `pool` is main, or slow for reads that may take long; `state` is idle or in_use',
    labels: ['pool', 'state'],
    of: 'process',
  },
  frontdesk_database_connections_max: {
    type: 'gauge',
    help: 'How many connections to PostgreSQL a pool opens at most',
    labels: ['pool'],
    of: 'process',
  },
  frontdesk_database_reader_threads: {
    type: 'gauge',
    help: 'Threads that run long reads of SQLite',
    labels: [],
    of: 'process',
  },
  frontdesk_database_reads_waiting: {
    type: 'gauge',
    help: 'Long reads that wait for a thread of SQLite, or for a connection of the pool for slow reads',
    labels: [],
    of: 'process',
  },
  frontdesk_jobs_ended_total: {
    type: 'counter',
    help: 'Attempts at jobs. `outcome` is done, failed (the receiver failed), threw or lost (another process took it over)',
    labels: ['task', 'outcome'],
    of: 'process',
  },
  frontdesk_job_duration_seconds: {
    type: 'histogram',
    help: 'Time of an attempt at a job',
    labels: ['task'],
    of: 'process',
  },
  frontdesk_webhook_attempts_total: {
    type: 'counter',
    help: 'Attempts to send an event to a receiver. `result` is accepted, http_4xx, http_5xx, or what else went wrong, such as timeout',
    labels: ['result'],
    of: 'process',
  },
  frontdesk_webhook_attempt_duration_seconds: {
    type: 'histogram',
    help: 'Time of an attempt to send an event',
    labels: [],
    of: 'process',
  },
  frontdesk_mail_attempts_total: {
    type: 'counter',
    help: 'Attempts to hand a mail to the mail server. `result` is accepted, or what was at fault, such as server or recipient',
    labels: ['result'],
    of: 'process',
  },
  frontdesk_events_published_total: {
    type: 'counter',
    help: 'Events that were published, such as submission.submitted',
    labels: ['type'],
    of: 'process',
  },
  frontdesk_disk_free_bytes: {
    type: 'gauge',
    help: 'Free space on the file system of the data folder',
    labels: [],
    of: 'process',
  },
  frontdesk_disk_size_bytes: {
    type: 'gauge',
    help: 'Size of the file system of the data folder',
    labels: [],
    of: 'process',
  },
  frontdesk_database_up: {
    type: 'gauge',
    help: '1 if the values of the database could be read; while it is 0, they are left out',
    labels: [],
    of: 'process',
  },
  frontdesk_schema_version: {
    type: 'gauge',
    help: 'Number of the newest migration of the database',
    labels: [],
    of: 'database',
  },
  frontdesk_database_size_bytes: {
    type: 'gauge',
    help: 'Size of the database on disk',
    labels: [],
    of: 'database',
  },
  frontdesk_database_wal_bytes: {
    type: 'gauge',
    help: 'Size of the write-ahead log of SQLite',
    labels: [],
    of: 'database',
  },
  frontdesk_jobs: {
    type: 'gauge',
    help: 'Stored jobs. `state` is later (not due yet), due, running or failed (given up)',
    labels: ['task', 'state'],
    of: 'database',
  },
  frontdesk_jobs_oldest_due_age_seconds: {
    type: 'gauge',
    help: 'For how long the oldest due job of a task has been due',
    labels: ['task'],
    of: 'database',
  },
  frontdesk_webhook_receivers: {
    type: 'gauge',
    help: 'Webhooks by status: active, paused or disabled',
    labels: ['status'],
    of: 'database',
  },
  frontdesk_webhook_receivers_failing: {
    type: 'gauge',
    help: 'Active webhooks whose last attempts have failed',
    labels: [],
    of: 'database',
  },
  frontdesk_mails: {
    type: 'gauge',
    help: 'Mails that are not sent yet. `status` is queued, or waiting while there is no mail server',
    labels: ['status'],
    of: 'database',
  },
  frontdesk_payments: {
    type: 'gauge',
    help: 'Payments that have not ended. `status` is open or processing',
    labels: ['status'],
    of: 'database',
  },
  frontdesk_processor_events: {
    type: 'gauge',
    help: 'Events of the payment processor that are not applied. `status` is received, or flagged for a person to look at',
    labels: ['status'],
    of: 'database',
  },
  frontdesk_processor_events_oldest_age_seconds: {
    type: 'gauge',
    help: 'For how long the oldest received event of the payment processor has waited; 0 without one',
    labels: [],
    of: 'database',
  },
  frontdesk_files: {
    type: 'gauge',
    help: 'Stored files. `of` is submissions or media',
    labels: ['of'],
    of: 'database',
  },
  frontdesk_files_bytes: {
    type: 'gauge',
    help: 'Size of the stored files, without the sizes made of pictures',
    labels: ['of'],
    of: 'database',
  },
} as const satisfies Record<string, MetricFacts>;

export type MetricName = keyof typeof metricList;

type NameOf<Type extends MetricFacts['type']> = {
  [Name in MetricName]: (typeof metricList)[Name]['type'] extends Type ? Name : never;
}[MetricName];

export type CounterName = NameOf<'counter'>;
export type GaugeName = NameOf<'gauge'>;
export type HistogramName = NameOf<'histogram'>;

/** The labels of a metric. */
export type LabelsOf<Name extends MetricName> = Record<(typeof metricList)[Name]['labels'][number], string>;
