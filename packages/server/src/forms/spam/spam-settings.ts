// How spam is recognized: the settings of the site, and those of a form, in the member `spam` of its settings.

import type { ReadContext, WriteContext } from '../../context/context.ts';
import { type Fault, failBody } from '../../lib/errors.ts';
import { readSetting, writeSetting } from '../../settings/settings.ts';
import { solutionName } from '../altcha/solution.ts';
import { type Blocks, findBlockFaults, normalizeBlocks, readBlocks } from './block-lists.ts';
import type { AltchaMode, Level } from './score.ts';
import type { FormSpam, SpamSettings } from './spam.schemas.ts';

export const spamSetting = 'spam';

const defaults: SpamSettings = { level: 'normal', altcha: 'off', days: 30, words: [], domains: [], addresses: [] };

export async function readSpamSettings(ctx: ReadContext): Promise<SpamSettings> {
  return { ...defaults, ...(await readSetting<Partial<SpamSettings>>(ctx, spamSetting)) };
}

/** Replaces the given members. Throws invalid_body. */
export async function updateSpamSettings(ctx: WriteContext, change: Partial<SpamSettings>): Promise<SpamSettings> {
  const given = { ...(await readSpamSettings(ctx)), ...change };
  const settings = { ...given, ...normalizeBlocks(given) };
  const faults = [...findBlockFaults(settings), ...altchaFaults(ctx, settings, '')];
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

/** Whether visitors need a proof of work. Without a score it cannot add to it. */
export function altchaOf(
  form: { settings: Record<string, unknown>; fields: readonly { name: string }[] },
  site: SpamSettings,
): AltchaMode {
  const mode = readFormSpam(form.settings).altcha ?? site.altcha;
  if (form.fields.some(({ name }) => name === solutionName)) return 'off';
  return mode === 'score' && levelOf(form, site) === 'off' ? 'off' : mode;
}

/** What is wrong with the settings of a form. Throws invalid_body. */
export function checkFormSpam(
  ctx: ReadContext,
  settings: Record<string, unknown>,
  fields: readonly { name: string }[],
) {
  const spam = readFormSpam(settings);
  const faults = altchaFaults(ctx, spam, '/settings/spam');
  if ((spam.altcha ?? 'off') !== 'off' && fields.some(({ name }) => name === solutionName)) {
    const detail = `cannot be used with a field named “${solutionName}”, because the solution is sent under this name`;
    faults.push({ pointer: '/settings/spam/altcha', code: 'not_allowed', detail });
  }
  if (faults.length > 0) throw failBody(faults);
}

/** Set-ups that could only ever fail. */
function altchaFaults(ctx: ReadContext, { level, altcha = 'off' }: FormSpam, pointer: string): Fault[] {
  const fault = (detail: string): Fault => ({ pointer: `${pointer}/altcha`, code: 'not_allowed', detail });
  if (altcha === 'score' && level === 'off') {
    return [fault('cannot be “score” if nothing is scored: choose another level, or “required”')];
  }
  const url = altcha === 'required' ? URL.parse(ctx.publicUrl() ?? '') : null;
  if (url?.protocol === 'http:' && !/^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(url.hostname)) {
    return [fault(`cannot be “required” at ${url.origin}: browsers solve it only on pages with HTTPS`)];
  }
  return [];
}
