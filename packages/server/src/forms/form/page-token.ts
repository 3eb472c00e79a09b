// The hidden token of a form page. It is signed, says when the page was rendered, and contains the operation of the
// submission, so that a double click submits once.

import { createHmac } from 'node:crypto';
import { type Context, inTransaction } from '../../context/context.ts';
import { randomText, safeEqual } from '../../lib/crypto.ts';
import { newId } from '../../lib/ids.ts';
import { ensureSetting, readSetting } from '../../settings/settings.ts';

/** The name under which pages send it. */
export const tokenName = '_page';
export const pageKeySetting = 'formPageKey';
/** What is typed on another page was not sent too quickly. */
const typedMs = 60_000;
const maxAgeMs = 7 * 86_400_000;

/**
 * Returns what creates the tokens for pages of this form: for a new submission, or for one that began on another page,
 * whose visitor has typed the answers there.
 */
export async function pageTokens(ctx: Context, formId: string): Promise<(begun?: string) => string> {
  const key = await readPageKey(ctx);
  const { now } = ctx;
  return (begun) => {
    const time = now().getTime() - (begun === undefined ? 0 : typedMs);
    const body = `${begun ?? newId('req')}.${time.toString(36)}`;
    return `${body}.${sign(key, formId, body)}`;
  };
}

/** Signs what else a page of this form carries. `pageKey` is the stored setting, if it has been read. */
export async function pageSigner(
  ctx: Context,
  formId: string,
  pageKey: string | null = null,
): Promise<(text: string) => string> {
  const key: string = pageKey === null ? await readPageKey(ctx) : JSON.parse(pageKey);
  return (text) => sign(key, formId, text);
}

/** The operation of a token that is ours. */
export function operationIn(token: string): string {
  return token.split('.')[0] ?? '';
}

export type PageToken = {
  /** Null if the token is invalid: the page must be submitted again with a new one. */
  operation: string | null;
  /** Rendered too long ago. */
  isOld: boolean;
  /** Since it was rendered. */
  seconds: number;
};

const invalid: PageToken = { operation: null, isOld: false, seconds: 0 };

/** `pageKey` is the stored setting. */
export async function readPageToken(
  ctx: Context,
  { id, pageKey }: { id: string; pageKey: string | null },
  text: unknown,
): Promise<PageToken> {
  const [, body, operation, time, signature] = /^((req_\w{26})\.(\w{1,12}))\.([\w-]{43})$/.exec(String(text)) ?? [];
  if (!body || !operation || !time || !signature) return invalid;
  // Without a key, no page was ever rendered.
  if (pageKey === null || !safeEqual(signature, sign(JSON.parse(pageKey), id, body))) return invalid;
  const ageMs = ctx.now().getTime() - Number.parseInt(time, 36);
  if (ageMs > maxAgeMs) return { ...invalid, isOld: true };
  return { operation, isOld: false, seconds: ageMs / 1000 };
}

function sign(key: string, formId: string, body: string): string {
  return createHmac('sha256', key).update(`${formId}.${body}`).digest('base64url');
}

/** The key of the site's form pages. It is made when it is first needed. */
export async function readPageKey(ctx: Context): Promise<string> {
  const known = await readSetting<string>(ctx, pageKeySetting);
  return known ?? inTransaction(ctx, (ctx) => ensureSetting(ctx, pageKeySetting, randomText(32)));
}
