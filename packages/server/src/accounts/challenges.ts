// Challenges that passkeys sign (Web Authentication). Each is a sealed text, so that every process of a service can read those of
// the others and none is stored before it was answered; it is for one browser, for some minutes, and counts once.

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { type Context, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import { randomText, sha256 } from '../lib/crypto.ts';
import type { AddedCredential, UsedCredential } from './passkeys.schemas.ts';

const validMs = 10 * 60_000;
const maxLength = 4000;

/** What an answer is for: it is of no use for the other. */
export type Purpose = 'add' | 'signIn';

/** The `text` is what the authenticator gets. */
export type Challenge = { text: string; expiresAt: string };

const sealedFor = (purpose: Purpose): string => `passkey:${purpose}`;

/** A new challenge for `holder`: a browser or a session. */
export function makeChallenge(ctx: Context, purpose: Purpose, holder: string): string {
  const parts = [sha256(holder), timeOf(ctx, validMs), randomText(16)];
  return ctx.sealer.seal(parts.join(' '), sealedFor(purpose));
}

/** The challenge that was answered. Null if it is not one of ours for this holder, or has expired. */
export function readChallenge(
  ctx: ReadContext,
  purpose: Purpose,
  holder: string | null,
  clientData: string,
): Challenge | null {
  const text = challengeIn(clientData);
  const opened = text === null ? null : ctx.sealer.unseal(text, sealedFor(purpose));
  if (text === null || opened === null || holder === null) return null;
  const [ofHolder, expiresAt = ''] = opened.split(' ');
  return ofHolder === sha256(holder) && expiresAt > timeOf(ctx) ? { text, expiresAt } : null;
}

/** Of the client data in base64url, which has it in base64url as well. */
function challengeIn(clientData: string): string | null {
  if (clientData.length > maxLength) return null;
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as { challenge?: unknown };
    return typeof challenge === 'string' ? Buffer.from(challenge, 'base64url').toString('utf8') : null;
  } catch {
    return null;
  }
}

/** Returns whether it had not been used. Of several uses at once, one finds it so. */
export async function useChallenge(ctx: WriteContext, { text, expiresAt }: Challenge): Promise<boolean> {
  await ctx.db.deleteFrom('usedChallenges').where('expiresAt', '<=', timeOf(ctx)).execute();
  const used = await ctx.db
    .insertInto('usedChallenges')
    .values({ hash: sha256(text), expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  return used !== undefined;
}

// For which host passkeys are made, and on which pages they sign in (Web Authentication, "relying party"). Browsers use them for
// the names of hosts only, over https or on this machine.

/** `host`: its ID, for which passkeys are made. `origin`: that of the pages on which they may be used. */
export type RelyingParty = { host: string; origin: string };

/** By the public address. Null if browsers use no passkeys there. */
export function relyingPartyAt(publicUrl: string | null): RelyingParty | null {
  const url = URL.parse(publicUrl ?? '');
  if (!url) return null;
  const { protocol, hostname, port, origin } = url;
  if (isThisMachine(hostname)) return { host: 'localhost', origin: `${protocol}//localhost${port && `:${port}`}` };
  return protocol === 'https:' && !isAddress(hostname) ? { host: hostname, origin } : null;
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname);
}

/** Of the names in URLs, where numbers are written in one way only. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
}

// What browsers ask authenticators for, and whether their answers are right (Web Authentication Level 3, sections 7.1 and 7.2).

/** Ed25519, ES256 and RS256 (IANA COSE algorithms), which between them all authenticators have. */
const algorithms = [-8, -7, -257];
/** How long browsers wait for a person. */
const timeout = 5 * 60_000;
/** How browsers reach an authenticator. New words are ignored. */
const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type Transport = (typeof knownTransports)[number];

type StoredKey = { credentialId: string; publicKey: string };
export type NewKey = StoredKey & { counter: number; transports: Transport[]; synced: boolean };
type Use = { counter: number; synced: boolean };

/** Loaded when it is first needed: it is large, and few processes verify passkeys. */
function loadLibrary() {
  return import('@simplewebauthn/server');
}

/** What `navigator.credentials.create` needs, as JSON, for a passkey of this user. It shall be none of `known`. */
export async function describeCreation(
  { host }: RelyingParty,
  challenge: string,
  user: { id: string; email: string; name: string },
  { siteName, known }: { siteName: string; known: readonly { credentialId: string; transports: Transport[] }[] },
): Promise<Record<string, unknown>> {
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: host,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge,
    timeout,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    // It is found without a name, and the device asks for a fingerprint, a face or a PIN: it is both factors at once.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** What `navigator.credentials.get` needs, as JSON. It names no passkeys: a stranger learns nothing about them. */
export async function describeUse({ host }: RelyingParty, challenge: string): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({ rpID: host, challenge, timeout, userVerification: 'required' });
  // What is undefined has no place in JSON.
  return JSON.parse(JSON.stringify(options)) as Record<string, unknown>;
}

/** The passkey that an authenticator has created. Throws an error that says what is wrong with the answer. */
export async function verifyNew(party: RelyingParty, challenge: string, credential: AddedCredential): Promise<NewKey> {
  const { verifyRegistrationResponse } = await loadLibrary();
  refuseFrames(credential.response.clientDataJSON);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credential as unknown as RegistrationResponseJSON,
    ...expected(party, challenge),
    supportedAlgorithmIDs: algorithms,
  });
  if (!verified) throw new Error('The attestation is not valid');
  const { id, publicKey, counter } = registrationInfo.credential;
  const transports: readonly string[] = credential.response.transports ?? [];
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: knownTransports.filter((transport) => transports.includes(transport)),
    synced: registrationInfo.credentialDeviceType === 'multiDevice',
  };
}

/** A use of this passkey. Throws an error that says what is wrong with the answer. The counter is not compared. */
export async function verifyUse(
  party: RelyingParty,
  challenge: string,
  credential: UsedCredential,
  { credentialId, publicKey }: StoredKey,
): Promise<Use> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  refuseFrames(credential.response.clientDataJSON);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as unknown as AuthenticationResponseJSON,
    ...expected(party, challenge),
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
  });
  if (!verified) throw new Error('The signature is not valid');
  const { newCounter, credentialDeviceType } = authenticationInfo;
  return { counter: newCounter, synced: credentialDeviceType === 'multiDevice' };
}

function expected({ host, origin }: RelyingParty, challenge: string) {
  return {
    expectedChallenge: Buffer.from(challenge).toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
  };
}

/** The pages of the admin are in no frame of another site. Older browsers do not say which site that was, but that it was one. */
function refuseFrames(clientData: string): void {
  const { crossOrigin } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as {
    crossOrigin?: unknown;
  };
  if (crossOrigin === true) throw new Error('The page was in a frame of another site');
}
