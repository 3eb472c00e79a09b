// What a change of an item was: who made it, when, by which way, and which members got other values.

import Type, { type Static } from 'typebox';
import { type ReadContext, timeOf } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { Id, nullable, Time } from '../../http/schemas.ts';
import { mergeByName } from '../../lib/names.ts';
import { changedFields } from './item-fields.ts';

export const ChangeAction = Type.Enum(['create', 'update', 'publish', 'unpublish', 'trash', 'untrash', 'restore'], {
  title: 'ChangeAction',
  description: '`restore` brought an earlier revision back',
});

export const ChangeMaker = Type.Object(
  {
    id: Id,
    name: nullable(Type.String({ description: 'As it was at that time' })),
  },
  { title: 'ChangeMaker', description: 'A user or an API key' },
);

export const changeMembers = {
  action: ChangeAction,
  way: nullable(
    Type.Enum(['admin', 'key', 'import', 'schedule', 'system'], {
      title: 'ChangeWay',
      description:
        'How it was changed: in the admin, with an API key, by an import, at a time that was set, or by the service. Null for changes from before revisions were stored',
    }),
  ),
  by: nullable(ChangeMaker),
  changed: Type.Array(Type.String(), {
    description: 'The members with other values than before, custom fields as `fields.` and their name',
  }),
};
const ChangeSchema = Type.Object({ ...changeMembers, at: Time });

/** As stored in `lastChange`. `name` is the name of the revision that the change made. */
export type Change = Static<typeof ChangeSchema> & {
  name?: string;
  /** When the first of the autosaves was that made it; absent if it was saved in another way. */
  autosavedFrom?: string | undefined;
};

/** What a change does besides giving members other values. */
export type ChangeKind = {
  action?: Change['action'];
  way?: Change['way'];
  by?: Change['by'];
  /** Saved by a program while its user was writing. */
  isAutosave?: boolean;
};

const ways = { user: 'admin', token: 'key', system: 'system', visitor: 'system' } as const;

/** The change that the actor of the context makes now, as text to store. */
export function changeText(
  ctx: ReadContext,
  action: Change['action'],
  changed: readonly string[],
  { way, by, autosavedFrom }: Pick<ChangeKind, 'way' | 'by'> & Pick<Change, 'autosavedFrom'> = {},
): string {
  const change: Change = {
    at: timeOf(ctx),
    action,
    way: way ?? ways[ctx.actor.kind],
    by: by === undefined ? makerOf(ctx) : by,
    changed: [...changed],
    ...(autosavedFrom === undefined ? {} : { autosavedFrom }),
  };
  return JSON.stringify(change);
}

/** The user or the key that acts; null for the service itself. */
export function makerOf({ actor }: Pick<ReadContext, 'actor'>): Change['by'] {
  return actor.kind === 'user' || actor.kind === 'token' ? { id: actor.id, name: actor.name ?? null } : null;
}

type Item = Pick<Row<'items'>, 'lastChange' | 'version' | 'createdAt' | 'updatedAt'>;

/** The last change of an item. */
export function lastChangeOf(item: Item): Change {
  if (item.lastChange !== null) return JSON.parse(item.lastChange);
  const isFirst = item.version === 1;
  const at = isFirst ? item.createdAt : item.updatedAt;
  return { at, action: isFirst ? 'create' : 'update', way: null, by: null, changed: [] };
}

const texts = ['title', 'slug', 'excerpt', 'content'] as const;
const columns = [
  ...texts,
  ...(['status', 'publishedAt', 'unpublishAt', 'menuOrder', 'parentId', 'language', 'externalId'] as const),
] as const;

type Members = Pick<Row<'items'>, (typeof columns)[number] | 'authorId' | 'fields' | 'excerptIsMade'>;

/** The names of the members with other values, without the terms. */
export function changedMembers(before: Members, after: Members): string[] {
  const names: string[] = columns.filter((name) => before[name] !== after[name]);
  if (before.excerptIsMade !== after.excerptIsMade && !names.includes('excerpt')) names.push('excerpt');
  if (before.authorId !== after.authorId) names.push('author');
  return [...names, ...changedFieldNames(before.fields, after.fields)];
}

function changedFieldNames(before: string, after: string): string[] {
  if (before === after) return [];
  const [old, next] = [JSON.parse(before), JSON.parse(after)];
  const removed = Object.keys(old).filter((name) => !Object.hasOwn(next, name));
  return [...removed, ...Object.keys(changedFields(old, mergeByName({}, next)))].map((name) => `fields.${name}`);
}

/** What a change of status is called. */
export function actionOf(before: Pick<Row<'items'>, 'status'>, after: Pick<Row<'items'>, 'status'>): Change['action'] {
  if (before.status === after.status) return 'update';
  if (after.status === 'trash') return 'trash';
  if (after.status === 'publish') return 'publish';
  return before.status === 'trash' ? 'untrash' : 'unpublish';
}
