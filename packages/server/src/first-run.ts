// Fills a new database: the built-in content types, an API key, and a small example site.

import { addEntry } from './accounts/audit/audit-log.ts';
import { entryWithoutRequest } from './accounts/audit/record-change.ts';
import { createToken, ensureToken } from './accounts/tokens.ts';
import type { Config } from './config/config.ts';
import { createItem } from './content/lifecycle/create-item.ts';
import { createPostType, ensureBuiltInTypes } from './content/types/post-types.ts';
import { allScopes } from './context/access.ts';
import { type Context, inTransaction, timeOf, type WriteContext } from './context/context.ts';
import { createForm } from './forms/form/forms.ts';
import { newId } from './lib/ids.ts';
import { addSetting } from './settings/settings.ts';

export type FirstRun = {
  /** The new key, to be shown once; null if there already was one, or the environment has its own. */
  token: string | null;
  /** The key of the environment was revoked. */
  isRevoked: boolean;
};

const marker = 'firstRunAt';

/** Adds what is missing. Of several processes that start at once, the first one does, and the others wait for it. */
export async function prepareFirstRun(
  ctx: Context,
  { initialToken: token, example }: Pick<Config, 'initialToken' | 'example'>,
): Promise<FirstRun> {
  return inTransaction(ctx, async (ctx) => {
    const isFirst = await addSetting(ctx, marker, timeOf(ctx));
    await ensureBuiltInTypes(ctx);
    const ensured = token === null ? null : await ensureToken(ctx, token);
    if (ensured !== null && typeof ensured !== 'string') await recordKey(ctx, ensured);
    const isRevoked = ensured === 'revoked';
    if (!isFirst) return { token: null, isRevoked };
    if (example && (await isEmpty(ctx))) await createExampleSite(ctx);
    if (token !== null) return { token: null, isRevoked };
    const created = await createToken(ctx, { name: 'First key', scopes: allScopes });
    await recordKey(ctx, created);
    return { token: created.token, isRevoked: false };
  });
}

function recordKey(ctx: WriteContext, { id, name }: { id: string; name: string }): Promise<void> {
  const thing = { kind: 'token', id, name };
  return addEntry(ctx, entryWithoutRequest('system', { operation: 'createToken', thing }));
}

/** An archive may have been imported before the first start. */
async function isEmpty(ctx: WriteContext): Promise<boolean> {
  const found = await ctx.db
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('items').select('id')).as('item'),
      eb.exists(eb.selectFrom('forms').select('id')).as('form'),
      eb.exists(eb.selectFrom('postTypes').select('name').where('builtIn', '=', 0)).as('type'),
    ])
    .executeTakeFirstOrThrow();
  return !found.item && !found.form && !found.type;
}

export async function createExampleSite(ctx: WriteContext): Promise<void> {
  await createItem(ctx, {
    type: 'post',
    title: 'Welcome to Frontdesk',
    content: '<p>This is your first post. Edit or delete it, then start writing.</p>',
    status: 'publish',
    categories: ['News'],
    tags: ['welcome'],
  });
  await createItem(ctx, {
    type: 'page',
    title: 'About us',
    content: '<p>Introduce your business to your visitors.</p>',
    status: 'publish',
  });

  await createPostType(ctx, {
    name: 'product',
    plural: 'products',
    label: 'Products',
    fields: [
      { name: 'price', type: 'number', label: 'Price', required: true, min: 0 },
      { name: 'sku', type: 'text', label: 'SKU', unique: true },
    ],
  });
  await createItem(ctx, {
    type: 'product',
    title: 'Walking tour',
    content: '<p>Two hours through the old town.</p>',
    status: 'publish',
    fields: { price: 25, sku: 'TOUR-1' },
  });

  await createForm(ctx, newId('form'), {
    name: 'Contact',
    slug: 'contact',
    fields: [
      { name: 'name', type: 'text', label: 'Your name', required: true },
      { name: 'email', type: 'email', label: 'Email', required: true },
      { name: 'message', type: 'textarea', label: 'Message', required: true },
    ],
  });
  await createForm(ctx, newId('form'), {
    name: 'Tickets',
    slug: 'tickets',
    fields: [
      { name: 'name', type: 'text', label: 'Your name', required: true },
      { name: 'email', type: 'email', label: 'Email', required: true },
      { name: 'day', type: 'date', label: 'Day' },
      {
        name: 'ticket',
        type: 'payment',
        label: 'Ticket',
        amount: 2500,
        currency: 'eur',
        description: 'Walking tour, one person',
      },
    ],
  });
}
