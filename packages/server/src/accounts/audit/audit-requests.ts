// Which requests get an entry in the audit log: what users and API keys change, exports, and sign-ins (decision 0095).

import type { FastifyRequest } from 'fastify';
import { inTransaction, type ReadContext, unrecorded } from '../../context/context.ts';
import { problemType } from '../../http/problem.ts';
import type { App } from '../../http/typed-app.ts';
import { browserName } from '../../lib/browser-name.ts';
import { emailKeyOf } from '../users.ts';
import { addEntry, addFailedSignIn, type NewEntry } from './audit-log.ts';
import { detailsOf, nameThing, noDetails, recordOnce, thingOf } from './record-change.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether requests get an entry: by default those that change something, of users and API keys. `always`: reads and
     * visitors too. `never`: what visitors do through the key of a website, and what the admin sends by itself.
     */
    audit?: 'always' | 'never';
  }
  interface FastifyRequest {
    /** Whether the audit log has its entry; null if it gets none. */
    isAudited: (() => boolean) | null;
  }
}

/** Call it after the guard, which says who the caller is. */
export function auditRequests(app: App, prefix: string): void {
  app.decorateRequest('isAudited', null);
  app.addHook('onRequest', async (request) => {
    if (!isAudited(request, prefix)) return;
    const { record, isDone } = recordOnce((ctx, result) => entryOf(ctx, request, prefix, result));
    request.ctx.record = record;
    request.isAudited = isDone;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    // The guard may have refused the request before the hook above.
    if (!isAudited(request, prefix)) return payload;
    const { ctx } = request;
    const isRecorded = request.isAudited?.() ?? false;
    if (reply.statusCode < 400) {
      // Nothing is exported without its entry.
      if (request.routeOptions.config.audit === 'always' && !isRecorded)
        await inTransaction(ctx, async () => undefined);
      return payload;
    }
    const isProblem = String(reply.getHeader('content-type')).startsWith(problemType);
    const code = isProblem ? denialOf(request, payload) : null;
    if (code === null || isRecorded) return payload;
    try {
      await addDenied(request, prefix, code);
    } catch (err) {
      request.log.error({ err }, 'a denied request could not be recorded in the audit log');
    }
    return payload;
  });
}

/** Whether requests of this kind and caller get an entry. */
function isAudited({ ctx, method, routeOptions }: FastifyRequest, prefix: string): boolean {
  const { access, audit } = routeOptions.config;
  if (!ctx || access === undefined || !routeOptions.url?.startsWith(prefix)) return false;
  if (audit === 'never' || method === 'HEAD' || method === 'OPTIONS') return false;
  if (audit === 'always') return true;
  return method !== 'GET' && (ctx.actor.kind === 'user' || ctx.actor.kind === 'token');
}

async function entryOf(ctx: ReadContext, request: FastifyRequest, prefix: string, result: unknown): Promise<NewEntry> {
  const { body, params, query } = request;
  const operation = operationOf(request);
  return {
    ...actorOf(request, result),
    operation,
    ...(await changedBy(ctx, request, prefix, result)),
    outcome: 'done',
    details: detailsOf(operation, { body, params, query }),
    ...placeOf(request),
  };
}

async function changedBy(
  ctx: ReadContext,
  { ctx: { actor }, routeOptions, params }: FastifyRequest,
  prefix: string,
  result: unknown,
): Promise<Pick<NewEntry, 'thingKind' | 'thingId' | 'thingName'>> {
  const thing = thingOf((routeOptions.url ?? '').slice(prefix.length), params, result);
  const isSelf = thing.kind === 'user' && thing.id === null && actor.kind === 'user';
  const { kind, id, name } = await nameThing(ctx, isSelf ? { ...thing, id: actor.id } : thing);
  return { thingKind: kind, thingId: id, thingName: name };
}

/** A visitor who signs in is a user from now on. */
function actorOf(
  { ctx: { actor } }: FastifyRequest,
  result: unknown,
): Pick<NewEntry, 'actorKind' | 'actorId' | 'actorName'> {
  const { userId = null, userName = null } = (result ?? {}) as { userId?: string; userName?: string };
  if (actor.kind === 'visitor')
    return { actorKind: userId === null ? 'visitor' : 'user', actorId: userId, actorName: userName };
  return { actorKind: actor.kind, actorId: actor.id, actorName: actor.name ?? null };
}

function placeOf(request: FastifyRequest): Pick<NewEntry, 'ip' | 'browser' | 'requestId'> {
  const agent = request.headers['user-agent'];
  return { ip: request.ip, browser: agent === undefined ? null : browserName(agent), requestId: request.id };
}

function operationOf({ routeOptions }: FastifyRequest): string {
  return (routeOptions.schema as { operationId: string }).operationId;
}

/** Problems that say that someone tried what is not theirs to do. Those of API keys are in the log of the service only. */
const ofSignIns = ['invalid_credentials', 'invalid_code', 'invalid_passkey', 'invalid_setup_code', 'link_expired'];
const ofUsers = ['insufficient_scope', 'owner_needed', 'wrong'];

/** The code of a problem that gets an entry; null for others. */
function denialOf({ ctx: { actor }, routeOptions }: FastifyRequest, payload: unknown): string | null {
  const isSignIn = routeOptions.config.access === 'public';
  if (typeof payload !== 'string' || (actor.kind !== 'user' && !isSignIn)) return null;
  const { code, errors = [] } = JSON.parse(payload) as { code?: string; errors?: { code: string }[] };
  const codes = [code, ...errors.map((fault) => fault.code)];
  return (
    codes.find((known) => known !== undefined && [...ofUsers, ...(isSignIn ? ofSignIns : [])].includes(known)) ?? null
  );
}

/** An address that is no user's is not stored: people type passwords there. */
async function addDenied(request: FastifyRequest, prefix: string, code: string): Promise<void> {
  const ctx = unrecorded(request.ctx);
  const entry: NewEntry = {
    ...actorOf(request, null),
    operation: operationOf(request),
    ...(await changedBy(ctx, request, prefix, undefined)),
    outcome: 'denied',
    details: { ...noDetails, values: { code } },
    ...placeOf(request),
  };
  const { email } = (request.body ?? {}) as { email?: unknown };
  const emailKey =
    ['invalid_credentials', 'invalid_code'].includes(code) && typeof email === 'string' ? emailKeyOf(email) : null;
  await inTransaction(ctx, (ctx) => (emailKey === null ? addEntry(ctx, entry) : addFailedSignIn(ctx, entry, emailKey)));
}
