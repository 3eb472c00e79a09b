// What happens with a submission, whether a page or a program sends it: these differ in how they read a request, and in how
// they answer it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context/context.ts';
import { removeBytes, type StagedFile } from '../../files/files.ts';
import { fingerprintOf, type MultipartInput, readMultipart } from '../../http/form-bodies.ts';
import { beginIdempotent } from '../../http/idempotency.ts';
import { fail, Problem } from '../../lib/errors.ts';
import { startCheckout } from '../../payments/checkout.ts';
import type { Form, FormToSubmit } from '../form/form.ts';
import { fileRulesOf } from '../form/form-fields.ts';
import { forgetSaved } from './saved-answers.ts';
import type { StepCounts, Visit } from './step-counts.ts';
import { type SubmitInput, type Submitted, submitForm } from './submissions.ts';

export type Sending = SubmitInput & {
  /** The files of this request: removed if no submission gets them. */
  uploaded: readonly StagedFile[];
  /** From a page: which steps were reached, and whether its answers may have been saved to go on later. */
  begun?: { visit: Visit | null; counts: StepCounts; mayBeSaved: boolean };
};

export type Taken = Submitted & {
  /** Where to pay, or why that is not known now; null if nothing is left to pay, or the submission is kept apart as spam. */
  checkout: { url: string } | { problem: Problem } | null;
};

/** Stores a submission and begins its payment. Throws what `submitForm` throws. */
export async function takeSubmission(ctx: Context, form: FormToSubmit, sending: Sending): Promise<Taken> {
  const submitted = await store(ctx, form, sending);
  const { begun } = sending;
  if (!submitted.isNew) await dropFiles(ctx, sending.uploaded);
  if (begun?.mayBeSaved) await forgetSaved(ctx, sending.operation);
  if (begun?.visit && submitted.isNew) begun.counts[submitted.isSpam ? 'forget' : 'submit'](begun.visit);
  return { ...submitted, checkout: await beginPayment(ctx, submitted) };
}

async function store(ctx: Context, form: FormToSubmit, sending: Sending): Promise<Submitted> {
  try {
    return await submitForm(ctx, form, sending);
  } catch (error) {
    // After any other error the commit may have happened, so leave the files to the sweep.
    const isRejected = error instanceof Problem;
    // A page is shown again with its files, to correct the rest.
    const isShownAgain = isRejected && sending.page && ['invalid_body', 'challenge_failed'].includes(error.code);
    if (isRejected && !isShownAgain) await dropFiles(ctx, sending.uploaded);
    throw error;
  }
}

/** No checkout is created for spam. */
async function beginPayment(ctx: Context, submitted: Submitted): Promise<Taken['checkout']> {
  const { paymentId, isSpam, opened } = submitted;
  if (paymentId === null || isSpam) return null;
  try {
    return await startCheckout(ctx, paymentId, opened);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === 'already_paid' ? null : { problem: error };
  }
}

// The body of a submission: JSON, url-encoded, or multipart with files.

/** `isKeyed`: whether an idempotency key counts. */
type Options = { isKeyed: boolean; largeFiles?: 'throw' | 'fault' };

/**
 * Reads it. Returns null once the response to an earlier request with the same idempotency key is sent. Throws
 * unsupported_media_type, malformed_body, body_too_large, file_too_large.
 */
export async function receiveBody(
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
  { isKeyed, largeFiles = 'throw' }: Options,
): Promise<MultipartInput | null> {
  const { ctx } = request;
  if (!request.isMultipart()) return { values: plainValues(request), files: [], faults: [] };
  const body = await readMultipart(request, fileRulesOf(form.fields), { largeFiles });
  if (!isKeyed) return body;
  try {
    await beginIdempotent(request, reply, fingerprintOf(body));
  } catch (error) {
    if (error instanceof Problem) await dropFiles(ctx, body.files);
    throw error;
  }
  if (!reply.sent) return body;
  await dropFiles(ctx, body.files);
  return null;
}

/** A body without files. Throws unsupported_media_type. */
export function plainValues({ body }: FastifyRequest): Record<string, unknown> {
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    throw fail(
      'unsupported_media_type',
      'Send application/json, application/x-www-form-urlencoded or multipart/form-data',
    );
  }
  return { ...(body as Record<string, unknown> | null) };
}

/** Removes uploaded files that no submission has. */
async function dropFiles(ctx: Context, files: readonly StagedFile[]): Promise<void> {
  await removeBytes(
    ctx,
    files.map(({ id }) => id),
  );
}
