// Mails about work that goes on without anyone watching: webhooks that stopped, imports that ended.

import type { Actor, ReadContext, WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { factsOf, takePaper, writeMail } from './compose.ts';
import { addMails } from './outbox.ts';

/** To the owners. Call it in the transaction that changes the status: each change is another cause. */
export async function mailStoppedReceiver(
  ctx: WriteContext,
  subscriber: Pick<Row<'subscribers'>, 'id' | 'url'>,
  status: 'paused' | 'disabled',
): Promise<void> {
  const kind = status === 'paused' ? 'receiverPaused' : 'receiverDisabled';
  if (!ctx.wantsMail(kind)) return;
  const paper = await takePaper(ctx, kind);
  const now = ctx.now().toISOString();
  const rendered = writeMail(paper, {
    url: subscriber.url,
    date: paper.formats.time(now),
    link: `${ctx.publicUrl() ?? ''}/admin/settings/webhooks`,
  });
  await addMails(
    ctx,
    (await readOwners(ctx)).map(({ id, email }) => ({
      ...rendered,
      kind,
      key: `${kind}:${subscriber.id}:${now}:${id}`,
      recipient: email,
      about: subscriber.id,
    })),
  );
}

/** To the user who started it. An import that a program started has none. */
export async function mailEndedImport(
  ctx: WriteContext,
  { id, actor, fileName }: Pick<Row<'imports'>, 'id' | 'actor' | 'fileName'>,
  end: { counts: Readonly<Record<string, number>> } | { reason: string },
): Promise<void> {
  const kind = 'reason' in end ? 'importFailed' : 'importFinished';
  if (!ctx.wantsMail(kind)) return;
  const by = JSON.parse(actor) as Actor;
  if (by.kind !== 'user') return;
  const user = await ctx.db.selectFrom('users').select(['name', 'email']).where('id', '=', by.id).executeTakeFirst();
  if (!user) return;
  const paper = await takePaper(ctx, kind);
  const { words } = paper.language.texts.mails;
  const counts = 'counts' in end ? end.counts : {};
  const shown = (['created', 'updated', 'unchanged', 'skipped', 'problems'] as const).flatMap((name) =>
    counts[name] === undefined ? [] : [[words[name], paper.formats.number(counts[name])] as const],
  );
  const rendered = writeMail(paper, {
    ...{ name: user.name, file: fileName, date: paper.formats.time(ctx.now().toISOString()) },
    reason: 'reason' in end ? end.reason : null,
    details: factsOf(shown),
    link: `${ctx.publicUrl() ?? ''}/admin/settings/import`,
  });
  const addressed = { key: `import:${id}`, recipient: user.email, about: id };
  await addMails(ctx, [{ ...rendered, kind, ...addressed }]);
}

// Who looks after the site.

/** The owners who have accepted their invitation. */
export async function readOwners(ctx: ReadContext): Promise<{ id: string; email: string }[]> {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'owner')
    .where('passwordHash', '!=', '')
    .orderBy('id')
    .execute();
}
