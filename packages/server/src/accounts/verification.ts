// What browsers ask authenticators for, and whether their answers are right (Web Authentication Level 3, sections 7.1 and 7.2).

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { AddedCredential, UsedCredential } from './passkeys.schemas.ts';
import type { RelyingParty } from './relying-party.ts';

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
  const given: readonly string[] = credential.response.transports ?? [];
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: knownTransports.filter((transport) => given.includes(transport)),
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
