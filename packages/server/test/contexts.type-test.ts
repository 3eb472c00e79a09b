// What contexts must not allow. tsc checks this file: an expected error that does not occur is itself an error.

import { sql } from 'kysely';
import { type Context, inTransaction, type ReadContext, type WriteContext } from '../src/context/context.ts';
import type { Processor } from '../src/context/processor.ts';

declare function refund(processor: Processor): Promise<unknown>;
declare function read(ctx: ReadContext): void;
declare function write(ctx: WriteContext): void;
declare function reach(ctx: Context): void;

export async function outsideOfTransactions(ctx: Context): Promise<void> {
  read(ctx);
  reach({ ...ctx });
  await refund(ctx.processor);
  await ctx.db.selectFrom('payments').selectAll().execute();

  // @ts-expect-error a context has no writer
  ctx.writer;
  // @ts-expect-error the database is read-only
  ctx.db.deleteFrom('payments').execute();
  // @ts-expect-error the database is read-only
  ctx.db.insertInto('payments').values([]);
  // @ts-expect-error the database is read-only
  ctx.db.updateTable('payments').set({ amount: 0 });
  // @ts-expect-error the database is read-only in its own transactions too
  ctx.db.transaction().execute((db) => db.deleteFrom('payments').execute());
  // @ts-expect-error the database does not run raw statements either
  sql`delete from payments`.execute(ctx.db);
  // @ts-expect-error a context has no configuration
  ctx.config;
  // @ts-expect-error a Context is not a transaction
  write(ctx);
  // @ts-expect-error a hand-made context cannot write
  await inTransaction({ ...ctx.db, ...ctx.processor }, async () => {});
}

export async function insideOfTransactions(context: Context): Promise<void> {
  await inTransaction(context, async (ctx) => {
    read(ctx);
    write(ctx);
    await ctx.db.deleteFrom('payments').execute();

    // @ts-expect-error a transaction cannot create refunds
    await refund(ctx.processor);
    // @ts-expect-error a transaction cannot create refunds
    await ctx.processor.createRefund({ payment_intent: 'pi_1', amount: 1, metadata: {} }, 'key');
    // @ts-expect-error a transaction cannot send requests
    await ctx.fetch.post('https://receiver.example', {});
    // @ts-expect-error a transaction cannot send mails
    ctx.mailer.useServer(null);
    // @ts-expect-error a transaction cannot read files
    await ctx.files.read('file_1');
    // @ts-expect-error a transaction has no configuration
    ctx.config;
    // @ts-expect-error a transaction cannot open another one
    await inTransaction(ctx, async () => {});
    // @ts-expect-error a WriteContext does not reach the network
    reach(ctx);
  });
}

export function reading(ctx: ReadContext): void {
  // @ts-expect-error a ReadContext cannot write
  ctx.db.deleteFrom('payments').execute();
  // @ts-expect-error a ReadContext cannot write
  write(ctx);
  // @ts-expect-error a ReadContext does not reach the network
  reach(ctx);
}

export function events(ctx: WriteContext): void {
  // @ts-expect-error a stored event cannot be changed
  void ctx.react(ctx, { ...event, contactId: 'con_1' }, null).then(() => (event.contactId = 'con_1'));
}

declare const event: Parameters<WriteContext['react']>[1];
