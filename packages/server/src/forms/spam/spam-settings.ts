// How spam is recognized: the settings of the site, and those of a form, in the member `spam` of its settings.

import type { ReadContext, WriteContext } from '../../context.ts';
import { failBody } from '../../errors.ts';
import { readSetting, writeSetting } from '../../settings/settings.ts';
import { type Blocks, findBlockFaults, normalizeBlocks, readBlocks } from './block-lists.ts';
import type { Level } from './score.ts';
import type { FormSpam, SpamSettings } from './spam.schemas.ts';

export const spamSetting = 'spam';

const defaults: SpamSettings = { level: 'normal', days: 30, words: [], domains: [], addresses: [] };

export async function readSpamSettings(ctx: ReadContext): Promise<SpamSettings> {
  return { ...defaults, ...(await readSetting<Partial<SpamSettings>>(ctx, spamSetting)) };
}

/** Replaces the given members. Throws invalid_body. */
export async function updateSpamSettings(ctx: WriteContext, change: Partial<SpamSettings>): Promise<SpamSettings> {
  const given = { ...(await readSpamSettings(ctx)), ...change };
  const settings = { ...given, ...normalizeBlocks(given) };
  const faults = findBlockFaults(settings);
  if (faults.length > 0) throw failBody(faults);
  await writeSetting(ctx, spamSetting, settings);
  return settings;
}

export type SpamRules = { settings: SpamSettings; blocks: Blocks };

/** The last ones that were read: they change rarely. */
let kept: { text: string | null; rules: SpamRules } | null = null;

/** The site's rules, from the stored setting. */
export function parseSpamRules(text: string | null): SpamRules {
  if (kept?.text === text) return kept.rules;
  const settings = { ...defaults, ...(text === null ? {} : (JSON.parse(text) as Partial<SpamSettings>)) };
  const rules = { settings, blocks: readBlocks(settings) };
  kept = { text, rules };
  return rules;
}

/** Those of a form, which may have been stored before this member meant anything. */
export function readFormSpam(settings: Record<string, unknown>): FormSpam {
  const { spam } = settings;
  return typeof spam === 'object' && spam !== null && !Array.isArray(spam) ? (spam as FormSpam) : {};
}

export function levelOf(form: { settings: Record<string, unknown> }, site: SpamSettings): Level {
  return readFormSpam(form.settings).level ?? site.level;
}
