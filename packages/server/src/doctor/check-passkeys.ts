// Passkeys, which belong to the host of the public address: after a move they sign in no longer.

import { relyingPartyAt } from '../accounts/challenges.ts';
import { countPasskeysByHost } from '../accounts/passkeys.ts';
import type { Context } from '../context/context.ts';
import { counted, type Finding, ok, skipped, warning } from './findings.ts';

const check = 'passkeys';

export async function checkPasskeys(ctx: Context): Promise<Finding> {
  const hosts = await countPasskeysByHost(ctx);
  if (hosts.length === 0) return skipped(check, 'No user has any');
  // Without a public address, the service is at hand.
  const publicUrl = ctx.publicUrl() ?? 'http://localhost';
  const party = relyingPartyAt(publicUrl);
  const others = hosts.filter(({ host }) => host !== party?.host);
  const all = hosts.reduce((sum, { count }) => sum + count, 0);
  if (others.length === 0) return ok(check, `${counted(all, 'passkey')} for ${party?.host}`);
  const list = others.map(({ host, count }) => `${counted(count, 'passkey')} for ${host}`).join(', ');
  return warning(
    check,
    party ? `Not all are for ${party.host}: ${list}` : `None works at ${publicUrl}: ${list}`,
    party
      ? 'If the public address is right, their users sign in with the password, and add new ones under My account'
      : 'Set FRONTDESK_PUBLIC_URL to an https address with the name of a host',
  );
}
