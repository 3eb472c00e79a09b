// How spam is recognized: the settings of the site, and those of a form, in the member `spam` of its settings.

import type { ReadContext, WriteContext } from '../../context/context.ts';
import { failBody } from '../../lib/errors.ts';
import { lockSettings, readSetting, writeSetting } from '../../settings/settings.ts';
import type { Form } from '../form/form.ts';
import { type AltchaMode, findAltchaFaults, type Level, solutionName, spamSetting } from '../form/form-spam.ts';
import { type Blocks, findBlockFaults, normalizeBlocks, readBlocks } from './block-lists.ts';
import type { SpamSettings } from './spam.schemas.ts';

const defaults: SpamSettings = { level: 'normal', altcha: 'off', days: 30, words: [], domains: [], addresses: [] };

export async function readSpamSettings(ctx: ReadContext): Promise<SpamSettings> {
  return { ...defaults, ...(await readSetting<Partial<SpamSettings>>(ctx, spamSetting)) };
}

/** Replaces the given members. `check` gets the settings first and may throw. Throws invalid_body. */
export async function updateSpamSettings(
  ctx: WriteContext,
  change: Partial<SpamSettings>,
  check: (settings: SpamSettings) => void,
): Promise<SpamSettings> {
  await lockSettings(ctx, 'spam');
  const before = await readSpamSettings(ctx);
  check(before);
  const changed = { ...before, ...change };
  const settings = { ...changed, ...normalizeBlocks(changed) };
  const faults = [...findBlockFaults(settings), ...findAltchaFaults(ctx, settings, '')];
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

export function levelOf(form: Pick<Form, 'settings'>, site: SpamSettings): Level {
  return form.settings.spam?.level ?? site.level;
}

/** Whether visitors need a proof of work. Without a score it cannot add to it. */
export function altchaOf(form: Pick<Form, 'settings' | 'fields'>, site: SpamSettings): AltchaMode {
  const mode = form.settings.spam?.altcha ?? site.altcha;
  if (form.fields.some(({ name }) => name === solutionName)) return 'off';
  return mode === 'score' && levelOf(form, site) === 'off' ? 'off' : mode;
}
