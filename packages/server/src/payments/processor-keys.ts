// The processor's keys that somebody entered in the admin: tested, kept sealed among the settings, used at once and at
// every later start. Keys of the environment win over them.

import path from 'node:path';
import type { Config, ProcessorSetup } from '../config.ts';
import { type Context, inTransaction } from '../context.ts';
import { fail, failBody } from '../errors.ts';
import { ensureKeyFile, readKeyFile, seal, unseal } from '../lib/sealed-box.ts';
import { readSetting, removeSetting, writeSetting } from '../settings/settings.ts';
import { toProblem, tryKey } from './stripe.ts';

export type ProcessorKeys = { secretKey: string; webhookSecret: string };

/** Of the setting, and what the box is sealed for. */
const settingName = 'processorKeys';

/** What entered keys took the place of in this process, to go back to. */
const replaced = new WeakMap<Config, ProcessorSetup>();

/** Without a key and an address nothing is asked of a processor, and without a secret nothing is believed. */
const noKeys: ProcessorSetup = { secretKey: null, webhookSecrets: [], apiBase: null, keysFrom: 'settings' };

/**
 * Asks the processor whether it knows the key, then keeps the keys and goes on with them. Throws invalid_body where it
 * refuses the key, processor_error and processor_unreachable, and conflict where the environment has the keys.
 */
export async function enterKeys(ctx: Context, keys: ProcessorKeys): Promise<void> {
  const { config } = ctx;
  if (config.stripe.keysFrom === 'environment')
    throw fail('conflict', 'The keys come from the environment of the service: change them there');
  await testKey(config, keys.secretKey);
  const box = seal(JSON.stringify(keys), await ensureKeyFile(keyFile(config)), settingName);
  await inTransaction(ctx, async (ctx) => {
    await writeSetting(ctx, settingName, box);
    ctx.afterCommit(() => {
      if (config.stripe.keysFrom === 'sandbox') replaced.set(config, config.stripe);
      config.stripe = setupOf(config, keys);
    });
  });
}

async function testKey(config: Config, secretKey: string): Promise<void> {
  const isKnown = await tryKey(secretKey, config.stripeBase).catch((error) => {
    throw toProblem(error);
  });
  if (isKnown) return;
  const detail = 'The processor refuses this key. Is it copied whole, and neither rolled nor removed?';
  throw failBody([{ pointer: '/secretKey', code: 'refused', detail }]);
}

/** Forgets the entered keys. Answers whether what comes instead is there only after the next start. */
export async function removeKeys(ctx: Context): Promise<{ restartNeeded: boolean }> {
  const { config } = ctx;
  await inTransaction(ctx, (ctx) => removeSetting(ctx, settingName));
  if (config.stripe.keysFrom === 'settings') config.stripe = replaced.get(config) ?? noKeys;
  return { restartNeeded: config.stripe.keysFrom === 'settings' };
}

/**
 * At a start: points the configuration at the processor of the entered keys, where there are any and the environment
 * has none. Keys that cannot be opened leave the service without a processor: the sandbox would play payments where
 * real ones are meant.
 */
export async function useEnteredKeys(ctx: Context): Promise<void> {
  const { config, log } = ctx;
  if (config.stripe.keysFrom === 'environment') return;
  const box = await readSetting<string>(ctx, settingName);
  if (box === null) return;
  const keys = await openBox(config, box);
  if (keys === null)
    log.error({ file: keyFile(config) }, 'The stored keys of the processor cannot be opened: enter them again');
  // An outside sandbox that the operator named is there again at once; the built-in one is not started now.
  else if (config.stripeBase !== null) replaced.set(config, config.stripe);
  config.stripe = keys === null ? noKeys : setupOf(config, keys);
}

async function openBox(config: Config, box: string): Promise<ProcessorKeys | null> {
  const key = await readKeyFile(keyFile(config)).catch(() => null);
  const text = key && unseal(box, key, settingName);
  return text === null ? null : (JSON.parse(text) as ProcessorKeys);
}

function setupOf(config: Config, { secretKey, webhookSecret }: ProcessorKeys): ProcessorSetup {
  return { secretKey, webhookSecrets: [webhookSecret], apiBase: config.stripeBase, keysFrom: 'settings' };
}

function keyFile(config: Config): string {
  return path.join(config.dataFolder, 'secret.key');
}
