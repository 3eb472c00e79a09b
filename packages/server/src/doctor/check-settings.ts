// The settings of the environment, and passkeys, which depend on one.

import { relyingPartyAt } from '../accounts/challenges.ts';
import { countPasskeysByHost } from '../accounts/passkeys.ts';
import { type Config, ConfigError, type Environment, readConfig } from '../config/config.ts';
import type { Context } from '../context/context.ts';
import { counted, type Finding, fault, ok, skipped, warning } from './findings.ts';

// Passkeys, which belong to the host of the public address: after a move they sign in no longer.

const checkOfPasskeys = 'passkeys';

export async function checkPasskeys(ctx: Context): Promise<Finding> {
  const hosts = await countPasskeysByHost(ctx);
  if (hosts.length === 0) return skipped(checkOfPasskeys, 'No user has any');
  // Without a public address, the service is at hand.
  const publicUrl = ctx.publicUrl() ?? 'http://localhost';
  const party = relyingPartyAt(publicUrl);
  const others = hosts.filter(({ host }) => host !== party?.host);
  const all = hosts.reduce((sum, { count }) => sum + count, 0);
  if (others.length === 0) return ok(checkOfPasskeys, `${counted(all, 'passkey')} for ${party?.host}`);
  const list = others.map(({ host, count }) => `${counted(count, 'passkey')} for ${host}`).join(', ');
  return warning(
    checkOfPasskeys,
    party ? `Not all are for ${party.host}: ${list}` : `None works at ${publicUrl}: ${list}`,
    party
      ? 'If the public address is right, their users sign in with the password, and add new ones under My account'
      : 'Set FRONTDESK_PUBLIC_URL to an https address with the name of a host',
  );
}

const check = 'settings';
const advice = 'Set it in the environment or in .env as docs/configuration.md says';

/** Null instead of the configuration if it has mistakes: the service would not start. */
export function checkSettings(load: () => Environment): { config: Config | null; findings: Finding[] } {
  try {
    const config = readConfig(load());
    const warnings = config.warnings.map((text) => warning(check, text, 'Correct or remove it'));
    return { config, findings: warnings.length > 0 ? warnings : [ok(check, 'All are valid')] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: null, findings: error.mistakes.map((mistake) => fault(check, mistake, advice)) };
  }
}
