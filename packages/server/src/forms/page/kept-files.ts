// Files that were sent before the form was submitted: with an earlier step, or beside an answer that was wrong. Their bytes
// are stored without a row, as those of every upload at first, and the page carries what is known of them, signed for its
// submission. The sweep removes those that are never submitted (files/files.ts).

import type { Context } from '../../context/context.ts';
import type { StagedFile } from '../../files/files.ts';
import { safeEqual } from '../../lib/crypto.ts';
import { pageSigner } from '../form/page-token.ts';

/** A name that no field can have. */
export const keptFileName = '.file';

/** What a page carries for each file of this operation. */
export async function signFiles(
  ctx: Context,
  formId: string,
  operation: string,
  files: readonly StagedFile[],
): Promise<string[]> {
  if (files.length === 0) return [];
  const sign = await pageSigner(ctx, formId);
  return files.map((file) => {
    const body = Buffer.from(JSON.stringify(file)).toString('base64url');
    return `${body}.${sign(`file.${operation}.${body}`)}`;
  });
}

export type KeptFiles = {
  files: StagedFile[];
  /** Those that the sweep has removed since: visitors must choose them again. */
  gone: StagedFile[];
  /** Those of a submission. */
  attached: StagedFile[];
};

/** The files that a page of this operation carried, without those to remove; others are not its own. */
export async function readKeptFiles(
  ctx: Context,
  formId: string,
  operation: string,
  sent: { carried: unknown; removed: unknown },
): Promise<KeptFiles> {
  const texts = [sent.carried].flat().filter((text) => typeof text === 'string');
  if (texts.length === 0) return { files: [], gone: [], attached: [] };
  const sign = await pageSigner(ctx, formId);
  const removed = new Set([sent.removed].flat());
  const signed: StagedFile[] = [];
  for (const text of texts) {
    const [body = '', signature = ''] = text.split('.');
    if (!safeEqual(signature, sign(`file.${operation}.${body}`))) continue;
    const file = JSON.parse(Buffer.from(body, 'base64url').toString()) as StagedFile;
    if (!removed.has(file.id)) signed.push(file);
  }
  return findStored(ctx, signed);
}

/** Which of these files are still there, and which of them belong to a submission. */
export async function findStored(ctx: Context, files: readonly StagedFile[]): Promise<KeptFiles> {
  const kept = new Map<string, StagedFile>();
  const gone: StagedFile[] = [];
  for (const file of files) {
    if (await isStored(ctx, file.id)) kept.set(file.id, file);
    else gone.push(file);
  }
  if (kept.size === 0) return { files: [], gone, attached: [] };
  const rows = await ctx.db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', [...kept.keys()])
    .execute();
  const taken = new Set(rows.map(({ id }) => id));
  const all = [...kept.values()];
  return {
    files: all.filter(({ id }) => !taken.has(id)),
    gone,
    attached: all.filter(({ id }) => taken.has(id)),
  };
}

/** Also keeps the sweep from it while its page is in use. */
async function isStored(ctx: Context, id: string): Promise<boolean> {
  try {
    await ctx.files.touch(id);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
