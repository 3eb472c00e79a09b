// What a database is busy with, for metrics.

export type DatabaseSize = {
  bytes: number;
  /** The write-ahead log of SQLite; null on PostgreSQL, where it belongs to the server. */
  walBytes: number | null;
};

export type DatabaseLoad = {
  /** For the writer of SQLite, or for a connection to PostgreSQL. */
  transactionsWaiting: number;
  /** Long reads, for a thread or a connection of their own. */
  readsWaiting: number;
  /** Null on PostgreSQL. */
  readerThreads: number | null;
  /** None on SQLite. */
  pools: { pool: 'main' | 'slow'; open: number; idle: number; max: number }[];
};
