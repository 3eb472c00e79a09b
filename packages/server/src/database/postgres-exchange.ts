// Statements that go to PostgreSQL together, and are answered together: one write and one read of the socket on either side,
// where the driver takes one of each for every statement. What a statement with a name results in is described once per
// connection. The messages are those of the extended query protocol
// (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY).

import type pg from 'pg';

export type Statement = {
  text: string;
  values: readonly unknown[];
  /** Under which it is prepared; undefined: for this time only. */
  name: string | undefined;
};

export type Result = { command: string; rowCount: number | null; rows: Record<string, unknown>[] };

export type Outcome = {
  /** Of the statements that ran. */
  results: Result[];
  /** Why the next one failed; those behind it did not run. Null if all ran. */
  error: unknown;
};

type Column = { name: string; parse: (value: string) => unknown };

/** The columns of what a connection has prepared, by the names of the statements. */
type Prepared = Map<string, readonly Column[]>;

const preparedOn = new WeakMap<pg.ClientBase, Prepared>();

/** Runs the statements one after another, until one fails. Give several only in a transaction, or with what begins and ends it. */
export function exchange(client: pg.ClientBase, statements: readonly Statement[]): Promise<Outcome> {
  return new Promise((resolve) => void client.query(new Exchange(client, statements, resolve)));
}

/** The messages that the driver can write; its types have others. */
type Connection = {
  stream: { cork(): void; uncork(): void };
  close(what: { type: 'S'; name: string }): void;
  parse(what: { text: string; name: string | undefined }): void;
  bind(what: { statement: string | undefined; values: readonly unknown[]; valueMapper: typeof asSent }): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  sync(): void;
};

/** The driver passes it the answers, as it does with its own queries. */
class Exchange implements pg.Submittable {
  readonly statements: readonly Statement[];
  readonly #client: pg.ClientBase;
  readonly #prepared: Prepared;
  readonly #resolve: (outcome: Outcome) => void;
  readonly #results: Result[] = [];
  /** Of the statement that is being answered. */
  #columns: readonly Column[] | undefined;
  #rows: Result['rows'] = [];

  constructor(client: pg.ClientBase, statements: readonly Statement[], resolve: (outcome: Outcome) => void) {
    this.statements = statements;
    this.#client = client;
    this.#prepared = preparedOn.get(client) ?? new Map();
    preparedOn.set(client, this.#prepared);
    this.#resolve = resolve;
  }

  submit(given: unknown): void {
    const connection = given as Connection;
    connection.stream.cork();
    try {
      for (const { text, values, name } of this.statements) {
        const isNew = name === undefined || !this.#prepared.has(name);
        if (isNew) {
          // It is there without our knowledge if an earlier attempt failed after it was parsed.
          if (name !== undefined) connection.close({ type: 'S', name });
          connection.parse({ text, name });
        }
        connection.bind({ statement: name, values, valueMapper: asSent });
        if (isNew) connection.describe({ type: 'P' });
        connection.execute();
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    this.#begin();
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#client.getTypeParser(dataTypeID) as Column['parse'],
    }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const columns = this.#columns as readonly Column[];
    const row: Record<string, unknown> = {};
    for (let at = 0; at < columns.length; at++) {
      const { name, parse } = columns[at] as Column;
      const value = fields[at] as string | null;
      row[name] = value === null ? null : parse(value);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const name = this.statements[this.#results.length]?.name;
    if (name !== undefined) this.#prepared.set(name, this.#columns ?? []);
    const [command = ''] = text.split(' ', 1);
    const [count] = /\d+$/.exec(text) ?? [null];
    this.#results.push({ command, rowCount: count === null ? null : Number(count), rows: this.#rows });
    this.#rows = [];
    this.#begin();
  }

  handleReadyForQuery(): void {
    this.#resolve({ results: this.#results, error: null });
  }

  /** After it, the driver passes nothing more. What is deferred to the end of a transaction may fail behind the last statement. */
  handleError(error: unknown): void {
    this.#resolve({ results: this.#results, error });
  }

  /** The answers that come now are to the next statement. */
  #begin(): void {
    const name = this.statements[this.#results.length]?.name;
    this.#columns = name === undefined ? undefined : this.#prepared.get(name);
  }
}

/** A value in the text format, a list of numbers too, or bytes in the binary one. */
function asSent(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return `{${value.map(Number).join(',')}}`;
  return String(value);
}
