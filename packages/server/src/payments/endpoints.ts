// The endpoint at the processor that sends its events to this service.

import type { ProcessorSetup } from '../config/config.ts';
import type { Context } from '../context/context.ts';
import { handledTypes } from './native-events.ts';

/** Where the processor sends its events; null until the address of the service is known. */
export function receiverUrlOf({ publicUrl }: Pick<Context, 'publicUrl'>): string | null {
  const origin = publicUrl();
  return origin === null ? null : `${origin}/api/public/payments/webhook`;
}

export type EndpointState =
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
export async function setUpEndpoint(
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
