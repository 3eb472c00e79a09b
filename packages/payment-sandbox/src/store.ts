// The sandbox's data: one SQLite file that survives a crash at any moment.
import Database from 'better-sqlite3';
import type Stripe from 'stripe';

/** Every kind of stored object, by its `object` field. */
export type Kinds = {
  customer: Stripe.Customer;
  product: Stripe.Product;
  price: Stripe.Price;
  payment_method: Stripe.PaymentMethod;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  'checkout.session': Stripe.Checkout.Session;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  invoiceitem: Stripe.InvoiceItem;
  invoice_payment: Stripe.InvoicePayment;
  webhook_endpoint: Stripe.WebhookEndpoint;
};
export type Kind = keyof Kinds;
type Row = { seq: number; kind: Kind; body: string; hidden: string };

// Each index costs every insert: most are limited to the objects that are looked up in it.
const schema = `
  create table if not exists objects (
    seq integer primary key autoincrement, id text not null unique, kind text not null,
    body text not null, hidden text not null default '{}');
  create index if not exists objects_kind on objects (kind, seq);
  drop index if exists objects_intent;
  drop index if exists objects_customer;
  drop index if exists objects_status;
  drop index if exists objects_settling;
  create index if not exists objects_of_intent on objects (kind, json_extract(body, '$.payment_intent'))
    where json_extract(body, '$.payment_intent') is not null;
  create index if not exists objects_of_customer on objects (kind, json_extract(body, '$.customer'))
    where json_extract(body, '$.customer') is not null;
  create index if not exists invoice_payments_status on objects (json_extract(body, '$.status')) where kind = 'invoice_payment';
  create index if not exists sessions_expiring on objects (kind, json_extract(body, '$.expires_at'))
    where kind = 'checkout.session' and json_extract(body, '$.status') = 'open';
  create index if not exists subscriptions_ending on objects (kind, json_extract(body, '$.items.data[0].current_period_end'))
    where kind = 'subscription';
  create index if not exists refunds_settling on objects (kind, json_extract(hidden, '$.settleAt'))
    where kind = 'refund' and json_extract(hidden, '$.settleAt') is not null;
  create table if not exists events (
    seq integer primary key autoincrement, id text not null unique, type text not null, created integer not null, body text not null);
  create table if not exists deliveries (
    seq integer primary key autoincrement, event text not null references events (id), endpoint text not null,
    state text not null, attempts integer not null default 0, due integer not null, last_error text);
  create index if not exists deliveries_due on deliveries (state, due, seq);
  create index if not exists deliveries_event on deliveries (event);
  create table if not exists requests (
    id text primary key, created integer not null, method text not null, path text not null, api_version text,
    idempotency_key text unique, fingerprint text not null, status integer not null, body text not null);
`;

export type Store = ReturnType<typeof openStore>;
/** Conditions on JSON paths (`customer_details.email`), combined with AND. Paths come from code, never from a request. */
export type Conditions = Record<string, string | number | boolean | undefined>;

/** The conditions as SQL to append to `where kind = ?`, with its values. Of `+?`, SQLite does not want to know the value to plan. */
export function compare(conditions: Conditions, operator: '=' | '<>'): { sql: string; values: (string | number)[] } {
  const members = Object.entries(conditions).filter(
    (entry): entry is [string, string | number | boolean] => entry[1] !== undefined,
  );
  const sql = members.map(([path]) => ` and json_extract(body, '$.${path}') ${operator} +?`).join('');
  return { sql, values: members.map(([, value]) => (typeof value === 'boolean' ? Number(value) : value)) };
}

const openTimeoutMs = 15_000;

/** Of a file that is new, one process changes the header. Here SQLite does not wait for the others: it fails at once. */
function useWriteAheadLog(database: Database.Database): void {
  const deadline = Date.now() + openTimeoutMs;
  for (;;) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SQLITE_BUSY' || Date.now() > deadline) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
}

/** Opens the database file, and creates it if necessary. `':memory:'` keeps nothing. */
export function openStore(file: string) {
  // Several processes may create the file at once.
  const database = new Database(file, { timeout: openTimeoutMs });
  useWriteAheadLog(database);
  database.pragma('synchronous = NORMAL');
  // Each checkpoint waits for the disk, and by default one follows every hundred payments.
  database.pragma('wal_autocheckpoint = 8000');
  database.pragma('foreign_keys = ON');
  database.exec(schema);
  const statements = new Map<string, Database.Statement>();

  function prepare(sql: string): Database.Statement {
    const cached = statements.get(sql);
    if (cached) return cached;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  function findRow(id: string): Row | undefined {
    return prepare('select seq, kind, body, hidden from objects where id = ?').get(id) as Row | undefined;
  }

  function find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    const row = findRow(id);
    return row?.kind === kind ? (JSON.parse(row.body) as Kinds[K]) : undefined;
  }

  function findAny(id: string): Kinds[Kind] | undefined {
    const row = findRow(id);
    return row && (JSON.parse(row.body) as Kinds[Kind]);
  }

  function insert(object: Kinds[Kind], hidden: object = {}): void {
    const sql = 'insert into objects (id, kind, body, hidden) values (?, ?, ?, ?)';
    prepare(sql).run(object.id, object.object, JSON.stringify(object), JSON.stringify(hidden));
  }

  function update(object: Kinds[Kind]): void {
    prepare('update objects set body = ? where id = ?').run(JSON.stringify(object), object.id);
  }

  function remove(id: string): void {
    prepare('delete from objects where id = ?').run(id);
  }

  /** What the sandbox stores about an object in addition to its public fields. */
  function hidden<T extends object>(id: string): Partial<T> {
    const row = findRow(id);
    return row ? (JSON.parse(row.hidden) as Partial<T>) : {};
  }

  function setHidden(id: string, value: object): void {
    prepare('update objects set hidden = ? where id = ?').run(JSON.stringify(value), id);
  }

  /** All objects of a kind that match the conditions, oldest first. */
  function all<K extends Kind>(kind: K, conditions: Conditions): Kinds[K][] {
    const { sql, values } = compare(conditions, '=');
    // SQLite uses an index limited to a kind only if the statement names the kind.
    const rows = prepare(`select body from objects where kind = '${kind}'${sql} order by seq`).all(...values) as Row[];
    return rows.map((row) => JSON.parse(row.body) as Kinds[K]);
  }

  // Made once: making a transaction takes longer than a quick statement.
  const run = database.transaction((work: () => unknown) => work());

  function transaction<T>(work: () => T): T {
    return run.immediate(work) as T;
  }

  /** Runs `work` in a savepoint: if it throws, only its changes are rolled back. */
  function attempt<T>(work: () => T): T {
    return run(work) as T;
  }

  return {
    prepare,
    find,
    findAny,
    findRow,
    insert,
    update,
    remove,
    hidden,
    setHidden,
    all,
    transaction,
    attempt,
    close: () => database.close(),
  };
}
