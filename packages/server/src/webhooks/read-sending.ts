// Reads what attempts need. Those that start together share one statement.

import type { ReadContext } from '../context.ts';
import type { Row } from '../database/dialect.ts';
import { filledUp, keptQueries, slotsIn } from '../database/kept-queries.ts';
import { batched } from '../lib/batched.ts';

/** Undefined if it was deleted. */
export type Sending = { delivery?: Row<'deliveries'>; subscriber?: Receiving };

export type Receiving = Pick<
  Row<'subscribers'>,
  'id' | 'url' | 'status' | 'failingSince' | 'secret' | 'previousSecret' | 'previousSecretUntil' | 'sealedSecrets'
>;

const queries = keptQueries();

/** A delivery and its subscriber. */
export const readSending = batched(({ db }: ReadContext) => db, readSendings);

async function readSendings(ctx: ReadContext, ids: readonly string[]): Promise<Sending[]> {
  const values = filledUp(ids);
  const rows = await queries.run(ctx, `sendings ${values.length}`, { ...values }, () =>
    ctx.db
      .selectFrom('deliveries')
      .leftJoin('subscribers', 'subscribers.id', 'deliveries.subscriberId')
      .where('deliveries.id', 'in', slotsIn(values))
      .selectAll('deliveries')
      .select(['secret', 'previousSecret', 'previousSecretUntil', 'sealedSecrets', 'failingSince'])
      .select(['subscribers.url as receiverUrl', 'subscribers.status as subscriberStatus']),
  );
  const byId = new Map(
    rows.map(({ receiverUrl, subscriberStatus, ...row }) => {
      const { secret, previousSecret, previousSecretUntil, sealedSecrets, failingSince, ...delivery } = row;
      if (receiverUrl === null || subscriberStatus === null || secret === null) return [delivery.id, { delivery }];
      const secrets = { secret, previousSecret, previousSecretUntil, sealedSecrets };
      const receiver = { id: delivery.subscriberId, url: receiverUrl, status: subscriberStatus };
      return [delivery.id, { delivery, subscriber: { ...receiver, failingSince, ...secrets } }];
    }),
  );
  return ids.map((id) => byId.get(id) ?? {});
}
