// ALTCHA: a proof of work that a browser does while a person fills in a form, so that sending thousands of forms costs
// something. The service signs a challenge for one form, and recognizes its solution without having stored it.

import { hkdfSync } from 'node:crypto';
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { type Context, inTransaction, timeOf } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { solutionName } from '../form/form-spam.ts';
import { readPageKey } from '../form/page-token.ts';

const validMs = 30 * 60_000;
/** About 256 tries of 0.7 ms each (docs/spam.md): 0.2 seconds for a computer, some seconds for an old phone. */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 5000, keyLength: 32, keyPrefix: '00' };
const maxLength = 4000;

/** What is wrong with a solution. */
export type SolutionFault = 'missing' | 'invalid' | 'expired' | 'used';

/** Takes the solution out of the answers, unless the form asks for something of this name. */
export function takeSolution(
  form: { fields: readonly { name: string }[] },
  answers: Record<string, unknown>,
): { solution: unknown; values: Record<string, unknown> } {
  if (form.fields.some(({ name }) => name === solutionName)) return { solution: undefined, values: answers };
  const { [solutionName]: solution, ...values } = answers;
  return { solution, values };
}

/** A new challenge for a form. It is not stored. */
export async function makeChallenge(ctx: Context, formId: string): Promise<Challenge> {
  return createChallenge({
    ...work,
    deriveKey,
    expiresAt: new Date(ctx.now().getTime() + validMs),
    hmacSignatureSecret: secretOf(await readPageKey(ctx), formId),
  });
}

/** Returns what is wrong with the solution that came with a submission; null if it is right. Then it is used. */
export async function checkSolution(
  ctx: Context,
  /** `pageKey` is the stored setting. */
  { id, pageKey }: { id: string; pageKey: string | null },
  submissionId: string,
  solution: unknown,
): Promise<SolutionFault | null> {
  if (typeof solution !== 'string' || solution === '') return 'missing';
  const payload = readPayload(solution);
  // Without a key, no challenge was ever made.
  if (payload === null || pageKey === null) return 'invalid';
  const { nonce, expiresAt = 0 } = payload.challenge.parameters;
  const { expired, verified } = await verify(payload, secretOf(JSON.parse(pageKey) as string, id));
  const isOver = expiresAt * 1000 <= ctx.now().getTime();
  if (expired || (verified && isOver)) return 'expired';
  if (!verified) return 'invalid';
  const expiry = new Date(expiresAt * 1000).toISOString();
  return (await claimSolution(ctx, { id: nonce, submissionId, expiresAt: expiry })) ? null : 'used';
}

/** Derived, so that a challenge of one form is of no use for another, nor its signature for anything else. */
function secretOf(pageKey: string, formId: string): string {
  return Buffer.from(hkdfSync('sha256', pageKey, formId, 'altcha', 32)).toString('base64url');
}

async function verify({ challenge, solution }: Payload, hmacSignatureSecret: string) {
  try {
    return await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret });
  } catch {
    return { expired: false, verified: false };
  }
}

function readPayload(text: string): Payload | null {
  if (text.length > maxLength) return null;
  try {
    const payload = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Payload;
    const { parameters, signature } = payload.challenge;
    const { counter, derivedKey } = payload.solution;
    const isWhole =
      [parameters.nonce, parameters.salt, signature, derivedKey].every((one) => typeof one === 'string') &&
      Number.isInteger(counter);
    return isWhole ? payload : null;
  } catch {
    return null;
  }
}

/** Returns whether it is used for this submission only. A submission that is sent again keeps its solution. */
async function claimSolution(ctx: Context, solution: Row<'usedSolutions'>): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const row = await ctx.db
      .insertInto('usedSolutions')
      .values(solution)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ submissionId: solution.submissionId })
          .where('usedSolutions.submissionId', '=', solution.submissionId),
      )
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  });
}

/** Expired ones are rejected without being looked up. Returns how many there were. */
export async function forgetSolutions(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('usedSolutions')
      .where('expiresAt', '<=', timeOf(ctx))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}
