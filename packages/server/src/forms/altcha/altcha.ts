// ALTCHA: a proof of work that a browser does while a person fills in a form, so that sending thousands of forms costs
// something. The service signs a challenge for one form, and recognizes its solution without having stored it.

import { hkdfSync } from 'node:crypto';
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { type Context, inTransaction, timeOf } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import type { Language } from '../../languages/language.ts';
import type { Texts } from '../../languages/language-texts.ts';
import type { Problem } from '../../lib/errors.ts';
import { type Html, html } from '../../lib/html.ts';
import { type AltchaMode, solutionName } from '../form/form-spam.ts';
import { readPageKey } from '../form/page-token.ts';

const validMs = 30 * 60_000;
/** About 256 tries of 0.7 ms each (docs/inbox.md): 0.2 seconds for a computer, some seconds for an old phone. */
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

// ALTCHA on the page of a form: the widget of the package `altcha`, under a content security policy without inline code.
// It begins to solve as soon as a person uses the form, so that it is done before they are. Without JavaScript there is
// no widget, and the form can be sent all the same, unless a solution is required.

/** The files of the package, by their paths here. */
export const widgetFiles = {
  '/altcha/widget.js': 'external/altcha.min.js',
  '/altcha/widget.css': 'external/altcha.css',
  '/altcha/worker.js': 'workers/pbkdf2.js',
};

export const altchaStyle = `
altcha-widget { display: block; margin: 0 0 1.5rem; --altcha-color-base: var(--card); --altcha-color-base-content: var(--text); --altcha-border-color: var(--line); --altcha-checkbox-border-color: var(--line); --altcha-color-success: var(--accent); --altcha-color-success-content: var(--on-accent); --altcha-color-error: var(--error); --altcha-color-error-content: var(--card); --altcha-input-background-color: var(--card); --altcha-spinner-color: var(--text); --altcha-checkbox-outline-color: var(--accent) }
altcha-widget:empty { display: none }
.altcha-popover { position: static !important; margin-top: .5rem; filter: none !important }
.altcha-popover-arrow { display: none !important }
`;

/** Where the widget goes in the form; nothing if the form needs no proof of work. */
export function renderAltcha(page: { form: { id: string }; altcha: AltchaMode; frame: { language: Language } }): Html {
  const { form, altcha } = page;
  const { language } = page.frame;
  if (altcha === 'off') return html``;
  const { needsScript, wait, ...texts } = language.texts.altcha;
  const strings = JSON.stringify({ ...texts, waitAlert: wait, loading: texts.verifying, verify: texts.label });
  const without = altcha === 'required' && html`<noscript><p class="error">${needsScript}</p></noscript>`;
  // The button comes after the script, so it is not there before the script has run.
  return html`<altcha-widget name="${solutionName}" language="${language.code}" display="standard" auto="off" challenge="/api/v1/forms/${form.id}/challenge" data-texts="${strings}"></altcha-widget>${without}
<script src="/altcha/start.js"></script>
<link rel="stylesheet" href="/altcha/widget.css">
`;
}

/**
 * Solves while the person fills in the form. Sending it waits until that is done or has failed: then the service decides.
 * Browsers derive no keys on pages without HTTPS.
 */
export const startScript = `{
const widget = document.querySelector('altcha-widget');
const form = widget.closest('form');

async function load() {
  await import('/altcha/widget.js');
  const { i18n, algorithms } = globalThis.$altcha;
  i18n.set(widget.getAttribute('language'), JSON.parse(widget.dataset.texts));
  algorithms.set('PBKDF2/SHA-256', () => new Worker('/altcha/worker.js'));
  widget.configure({ hideLogo: true, hideFooter: true, humanInteractionSignature: false, minDuration: 0, workers: 2 });
}

// Two that are done at once would stop each other.
let solving = null;
const solve = () => (solving ??= solveOnce().catch(console.warn).finally(() => (solving = null)));

async function solveOnce() {
  await loaded;
  while (widget.getState() === 'verifying')
    await new Promise((resolve) => widget.addEventListener('statechange', resolve, { once: true }));
  // Also if it failed before: the network may be there again.
  if (widget.getState() !== 'verified') await widget.verify();
  // The field with the solution is set after this event.
  await new Promise((resolve) => setTimeout(resolve));
}

let loaded;
let goesOn = false;
if (isSecureContext) {
  // Before the widget hears of it, and also while it is loading. Buttons with a name lead to other steps.
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (target !== form || submitter?.name || goesOn || widget.getState?.() === 'verified') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    solve().then(() => {
      goesOn = true;
      form.requestSubmit(submitter);
      goesOn = false;
    });
  }, true);
  loaded = load();
  let isStarted = false;
  const start = () => {
    if (!isStarted) solve();
    isStarted = true;
  };
  form.addEventListener('focusin', start);
  form.addEventListener('input', start);
  // Used before this script ran.
  if (form.contains(document.activeElement)) start();
} else widget.remove();
}
`;

/** What a visitor reads whose solution was rejected. */
export function challengeNotice({ details }: Problem, notices: Texts['notices']): string {
  const { challengeMissing, challengeExpired, challengeFailed } = notices;
  const texts: Record<SolutionFault, string> = {
    missing: challengeMissing,
    expired: challengeExpired,
    invalid: challengeFailed,
    used: challengeFailed,
  };
  return texts[details.extra?.reason as SolutionFault] ?? challengeFailed;
}
