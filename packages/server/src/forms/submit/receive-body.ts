// The body of a submission: JSON, url-encoded, or multipart with files.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context/context.ts';
import { removeBytes, type StagedFile } from '../../files/files.ts';
import { fingerprintOf, type MultipartInput, readMultipart } from '../../http/form-bodies.ts';
import { beginIdempotent } from '../../http/idempotency.ts';
import { fail, Problem } from '../../lib/errors.ts';
import type { Form } from '../form/form.ts';
import { fileRulesOf } from '../form/form-fields.ts';

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
export async function dropFiles(ctx: Context, files: readonly StagedFile[]): Promise<void> {
  await removeBytes(
    ctx,
    files.map(({ id }) => id),
  );
}
