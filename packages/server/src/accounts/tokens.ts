// API keys: created, listed, revoked, recognized. Only a SHA-256 is stored: keys are random enough not to need a slow hash.

import { crc32 } from 'node:zlib';
import { allScopes, partsOfLimited } from '../context/access.ts';
import { type Context, inTransaction, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import { keptQueries, slot } from '../database/kept-queries.ts';
import { updateRow } from '../database/update-row.ts';
import { contentTag } from '../http/conditional.ts';
import { randomText, sha256, toBase62 } from '../lib/crypto.ts';
import { type Fault, fail, failBody } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { sharedReads } from '../lib/once.ts';
import type { CreatedToken, Token, TokenChange } from './accounts.schemas.ts';

/** `fd_`, 32 random bytes in base62, and a checksum that lets secret scanners recognize a key. */
export function makeTokenText(): string {
  const body = `fd_${randomText(32)}`;
  return body + checksum(body);
}

/** False for a mistyped key: it looks like one of ours, but its checksum is wrong. */
export function isWellFormedToken(text: string): boolean {
  if (!/^fd_[0-9A-Za-z]{49}$/.test(text)) return true;
  return checksum(text.slice(0, -6)) === text.slice(-6);
}

function checksum(body: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return toBase62(bytes, 6);
}

/**
 * Creates a key. Its text is returned only here. Throws 422 for a scope that is limited to a content type or form that does
 * not exist.
 */
export async function createToken(
  ctx: WriteContext,
  input: { name: string; scopes: readonly string[]; expiresAt?: string | null | undefined; text?: string },
): Promise<CreatedToken> {
  const text = input.text ?? makeTokenText();
  const now = timeOf(ctx);
  const row = {
    id: newId('tok'),
    name: input.name,
    hash: sha256(text),
    lastFour: text.slice(-4),
    scopes: JSON.stringify(await storedScopes(ctx, input.scopes)),
    expiresAt: input.expiresAt ? new Date(input.expiresAt).toISOString() : null,
    lastUsedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  // Processes that start at once may all add the key of their environment.
  await ctx.db
    .insertInto('tokens')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  return { ...describe(row), token: text };
}

/** Creates the key given by the environment, unless it exists or was revoked. Returns it if it is new. */
export async function ensureToken(ctx: WriteContext, text: string): Promise<Token | 'known' | 'revoked'> {
  const hash = sha256(text);
  const known = await ctx.db.selectFrom('tokens').select('id').where('hash', '=', hash).executeTakeFirst();
  if (known) return 'known';
  const revoked = await ctx.db.selectFrom('revokedTokens').select('hash').where('hash', '=', hash).executeTakeFirst();
  return revoked ? 'revoked' : createToken(ctx, { name: 'From the environment', scopes: allScopes, text });
}

export async function listTokens(ctx: ReadContext): Promise<Token[]> {
  const rows = await ctx.db.selectFrom('tokens').selectAll().orderBy('createdAt').orderBy('id').execute();
  return rows.map(describe);
}

/** The ETag of a key: its use is no change. */
export function tokenTag({ lastUsedAt: _lastUsedAt, ...token }: Token): string {
  return contentTag(token);
}

/** The key itself stays the same. `check` gets it first and may throw. Throws 404, and 422 for a scope that is limited to what does not exist. */
export async function updateToken(
  ctx: WriteContext,
  id: string,
  { name, scopes, expiresAt }: TokenChange,
  check: (token: Token) => void,
): Promise<Token> {
  const query = ctx.db.selectFrom('tokens').selectAll().where('id', '=', id);
  const row = await ctx.dialect.lockRows(query).executeTakeFirst();
  if (!row) throw fail('token_not_found');
  check(describe(row));
  const next = {
    name: name ?? row.name,
    scopes: scopes === undefined ? row.scopes : JSON.stringify(await storedScopes(ctx, scopes)),
    expiresAt: expiresAt === undefined ? row.expiresAt : expiresAt && new Date(expiresAt).toISOString(),
  };
  return describe(await updateRow(ctx, 'tokens', row, next, { updatedAt: timeOf(ctx) }));
}

export async function revokeToken(
  ctx: WriteContext,
  id: string,
  check: (token: Token) => void = () => {},
): Promise<void> {
  const query = ctx.db.selectFrom('tokens').selectAll().where('id', '=', id);
  const row = await ctx.dialect.lockRows(query).executeTakeFirstOrThrow(() => fail('token_not_found'));
  check(describe(row));
  await ctx.db.deleteFrom('tokens').where('id', '=', id).execute();
  await ctx.db
    .insertInto('revokedTokens')
    .values({ hash: row.hash, revokedAt: timeOf(ctx) })
    .execute();
}

/** The ID of the key with this text; null if there is none. */
export async function findTokenId(ctx: ReadContext, text: string): Promise<string | null> {
  return (await findHash(ctx, sha256(text)))?.id ?? null;
}

const queries = keptQueries();

/** Times in milliseconds. */
type FoundToken = { id: string; name: string; hash: string; scopes: string[]; expiresAt: number; lastUsedAt: number };

const findHash = sharedReads(async (ctx: ReadContext, hash: string): Promise<FoundToken | null> => {
  const [row] = await queries.run(ctx, 'find', { hash }, () =>
    ctx.db
      .selectFrom('tokens')
      .select(['id', 'name', 'scopes', 'expiresAt', 'lastUsedAt'])
      .where('hash', '=', slot('hash')),
  );
  if (!row) return null;
  const expiresAt = row.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(row.expiresAt);
  const lastUsedAt = row.lastUsedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(row.lastUsedAt);
  return { id: row.id, name: row.name, hash, scopes: JSON.parse(row.scopes), expiresAt, lastUsedAt };
});

export type TokenCache = { find(ctx: Context, text: string): Promise<FoundToken | null> };

/**
 * Finds the key behind a bearer token; null if it is unknown, expired or revoked. A key is remembered until something is
 * committed: one that is revoked stops working with the commit.
 */
export function tokenCache(): TokenCache {
  let cache: { stamp: string | number; tokens: Map<string, FoundToken> } | null = null;
  /** Those that were valid before the last commit: their hashes need not be computed again. */
  let earlier = new Map<string, FoundToken>();
  const read = async (ctx: Context, text: string): Promise<FoundToken | null> => {
    const stamp = ctx.stamp();
    if (cache?.stamp !== stamp) {
      earlier = cache?.tokens ?? earlier;
      cache = { stamp, tokens: new Map() };
    }
    const { tokens } = cache;
    const known = tokens.get(text);
    if (known) return known;
    if (!isWellFormedToken(text)) return null;
    const token = await findHash(ctx, earlier.get(text)?.hash ?? sha256(text));
    if (token && ctx.stamp() === stamp) tokens.set(text, token);
    return token;
  };
  return {
    async find(ctx, text) {
      const token = await read(ctx, text);
      return token && token.expiresAt > ctx.now().getTime() ? token : null;
    },
  };
}

const coarseMs = 60_000;

/** Records the use of a key, to the minute, in the background. */
export function recordTokenUse(ctx: Context, token: { id: string; lastUsedAt: number }): void {
  if (token.lastUsedAt > ctx.now().getTime() - coarseMs) return;
  inTransaction(ctx, (ctx) =>
    ctx.db
      .updateTable('tokens')
      .set({ lastUsedAt: timeOf(ctx) })
      .where('id', '=', token.id)
      .where((eb) => eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<', timeOf(ctx, -coarseMs))]))
      .execute(),
  ).catch((error) => ctx.log.warn({ err: error }, 'the use of an API key could not be recorded'));
}

type Row = Omit<Token, 'scopes'> & { scopes: string };

function describe({ id, name, scopes, lastFour, expiresAt, lastUsedAt, createdAt, updatedAt }: Row): Token {
  return { id, name, scopes: JSON.parse(scopes), lastFour, expiresAt, lastUsedAt, createdAt, updatedAt };
}

// What limited scopes name: content types by their singular names, and forms by their IDs, because a slug may change and
// belong to another form then.

/** The singular name of the content type with this singular or plural name. */
export async function findTypeName({ db }: ReadContext, name: string): Promise<string | undefined> {
  const types = db.selectFrom('postTypes').select('name');
  const type = await types.where((eb) => eb.or([eb('name', '=', name), eb('plural', '=', name)])).executeTakeFirst();
  return type?.name;
}

/** The ID of the form with this ID or slug. */
export async function findFormId({ db }: ReadContext, idOrSlug: string): Promise<string | undefined> {
  const forms = db.selectFrom('forms').select('id');
  const form = await forms
    .where((eb) => eb.or([eb('id', '=', idOrSlug), eb('slug', '=', idOrSlug)]))
    .executeTakeFirst();
  return form?.id;
}

/** Scopes as they are stored. Throws 422 for those that are limited to something that does not exist. */
async function storedScopes(ctx: ReadContext, scopes: readonly string[]): Promise<string[]> {
  const stored: string[] = [];
  const faults: Fault[] = [];
  for (const [index, text] of scopes.entries()) {
    const parts = partsOfLimited(text);
    const isOfForm = parts?.scope.startsWith('forms:');
    const name = parts && (await (isOfForm ? findFormId(ctx, parts.of) : findTypeName(ctx, parts.of)));
    if (parts && name === undefined) {
      const detail = `names no ${isOfForm ? 'form' : 'content type'}: there is no "${parts.of}"`;
      faults.push({ pointer: `/scopes/${index}`, code: 'unknown', detail });
    }
    stored.push(parts ? `${parts.scope}:${name}` : text);
  }
  if (faults.length > 0) throw failBody(faults);
  return [...new Set(stored)];
}
