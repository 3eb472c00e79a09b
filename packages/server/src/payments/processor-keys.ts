// The processor's keys as entered in the admin: tested, stored encrypted among the settings, used at once, within
// seconds by the other processes, and after every later start. Keys from the environment take precedence.

import type { Config, ProcessorSetup } from '../config/config.ts';
import { type Context, inTransaction } from '../context/context.ts';
import { fail, failBody } from '../lib/errors.ts';
import { readSetting, removeSetting, writeSetting } from '../settings/settings.ts';
import { handledTypes } from './native-events.ts';
import { noKeys, toProblem } from './processor/stripe.ts';

type EnteredKeys = { secretKey: string; webhookSecret: string };

/** Without the secret, an endpoint is set up at the processor, which gives one. */
export type GivenKeys = { secretKey: string; webhookSecret?: string };

/** Which processor they are for. */
export type ProcessorPlace = Pick<Config, 'stripeBase'>;

/** The name of the setting, and what its value is sealed for. */
export const keysSetting = 'processorKeys';

/**
 * Asks the processor whether it accepts the key, then stores the keys and uses them. Throws invalid_body if it refuses
 * the key or an endpoint cannot be set up, processor_error, processor_unreachable, and conflict if the keys come from the
 * environment.
 */
export async function enterKeys(ctx: Context, place: ProcessorPlace, input: GivenKeys): Promise<void> {
  const { processor } = ctx;
  if (processor.setup.keysFrom === 'environment')
    throw fail('conflict', 'The keys come from the environment of the service. Change them there');
  const { secretKey } = input;
  await testKey(ctx, place, secretKey);
  const keys = { secretKey, webhookSecret: input.webhookSecret ?? (await makeSecret(ctx, place, secretKey)) };
  const box = ctx.sealer.seal(JSON.stringify(keys), keysSetting);
  await inTransaction(ctx, (ctx) => writeSetting(ctx, keysSetting, box));
  processor.useKeys(setupOf(place, keys));
}

async function testKey(ctx: Context, { stripeBase }: ProcessorPlace, secretKey: string): Promise<void> {
  const isAccepted = await ctx.processor.tryKey(secretKey, stripeBase).catch((error) => {
    throw toProblem(error);
  });
  if (isAccepted) return;
  const detail = 'The processor refuses this key. Check that it is complete and has not been rolled or deleted';
  throw failBody([{ pointer: '/secretKey', code: 'refused', detail }]);
}

/** The secret of a new endpoint, which the processor must be able to reach. */
async function makeSecret(ctx: Context, { stripeBase }: ProcessorPlace, secretKey: string): Promise<string> {
  const url = receiverUrlOf(ctx);
  const isReal = stripeBase === null;
  if (url === null || (isReal && !url.startsWith('https:'))) {
    const detail =
      'is required: the endpoint can only be set up for you if FRONTDESK_PUBLIC_URL is an https:// address. With the Stripe CLI, use the secret that `stripe listen` prints';
    throw failBody([{ pointer: '/webhookSecret', code: 'required', detail }]);
  }
  return setUpEndpoint(ctx, { secretKey, apiBase: stripeBase }, url).catch((error) => {
    throw toProblem(error);
  });
}

/** Sets up a new endpoint for the entered key, stores its secret and uses it. Throws as enterKeys. */
export async function renewEndpoint(ctx: Context, place: ProcessorPlace): Promise<void> {
  await enterKeys(ctx, place, { secretKey: ctx.processor.setup.secretKey ?? '' });
}

/** Removes the entered keys. Returns whether the sandbox comes back only with the next start. */
export async function removeKeys(ctx: Context): Promise<{ restartNeeded: boolean }> {
  await inTransaction(ctx, (ctx) => removeSetting(ctx, keysSetting));
  if (ctx.processor.setup.keysFrom !== 'settings') return { restartNeeded: false };
  return { restartNeeded: !ctx.processor.useSandbox() };
}

/**
 * Returns a function that uses the entered keys, unless the environment has some: call it at the start and then again and
 * again, because another process may enter or remove them.
 */
export function followEnteredKeys(ctx: Context, place: ProcessorPlace): () => Promise<void> {
  const { processor } = ctx;
  let known: string | null = null;
  return async () => {
    if (processor.setup.keysFrom === 'environment') return;
    const box = await readSetting<string>(ctx, keysSetting);
    if (box === known) return;
    known = box;
    if (box !== null) useBox(ctx, place, box);
    else if (processor.setup.keysFrom === 'settings') processor.useSandbox();
  };
}

/**
 * Keys that cannot be decrypted leave the service without a processor: the sandbox must not take payments that are meant
 * to be real.
 */
function useBox({ processor, sealer, log }: Context, place: ProcessorPlace, box: string): void {
  const text = sealer.unseal(box, keysSetting);
  if (text === null) log.error({}, 'The stored keys of the processor cannot be decrypted: enter them again');
  processor.useKeys(text === null ? noKeys : setupOf(place, JSON.parse(text) as EnteredKeys));
}

function setupOf({ stripeBase }: ProcessorPlace, { secretKey, webhookSecret }: EnteredKeys): ProcessorSetup {
  return { secretKey, webhookSecrets: [webhookSecret], apiBase: stripeBase, keysFrom: 'settings' };
}

// The endpoint at the processor that sends its events to this service.

/** Where the processor sends its events; null until the address of the service is known. */
export function receiverUrlOf({ publicUrl }: Pick<Context, 'publicUrl'>): string | null {
  const origin = publicUrl();
  return origin === null ? null : `${origin}/api/public/payments/webhook`;
}

type EndpointState =
  | { state: 'complete' | 'none' | 'disabled' }
  /** Some types of events are not sent. */
  | { state: 'incomplete'; missing: string[] };

/** Whether the processor sends all events that the service handles to this URL. Throws what the processor answers. */
export async function examineEndpoint({ processor }: Context, url: string): Promise<EndpointState> {
  const own = (await processor.endpoints().list()).filter((endpoint) => endpoint.url === url);
  const enabled = own.filter(({ isEnabled }) => isEnabled);
  if (enabled.length === 0) return { state: own.length === 0 ? 'none' : 'disabled' };
  const sent = new Set(enabled.flatMap(({ events }) => events));
  const missing = sent.has('*') ? [] : handledTypes.filter((type) => !sent.has(type));
  return missing.length === 0 ? { state: 'complete' } : { state: 'incomplete', missing };
}

/**
 * Sets up an endpoint for this URL with the key, and removes earlier ones for the same URL, whose secret only the processor
 * knows. Returns the new signing secret. Throws what the processor answers.
 */
async function setUpEndpoint(
  { processor }: Context,
  key: Pick<ProcessorSetup, 'secretKey' | 'apiBase'>,
  url: string,
): Promise<string> {
  const endpoints = processor.endpoints(key);
  const { id, secret } = await endpoints.create(url, handledTypes);
  for (const endpoint of await endpoints.list())
    if (endpoint.url === url && endpoint.id !== id) await endpoints.delete(endpoint.id);
  return secret;
}
