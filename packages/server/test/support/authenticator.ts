// An authenticator in software, as a browser uses it (Web Authentication Level 3): it creates passkeys and signs with them. Every
// part of an answer can be made wrong.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a test gets wrong on purpose. */
export type Wrong = {
  origin?: string;
  host?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  /** Without the user's fingerprint, face or PIN. */
  unverified?: true;
  counter?: number;
  userHandle?: string;
  /** Signs with another key. */
  key?: KeyObject;
};

type Creation = { challenge: string; rp: { id: string }; user: { id: string } };
type Request = { challenge: string; rpId: string };

const userPresent = 0x01;
const userVerified = 0x04;
const backupEligible = 0x08;
const backedUp = 0x10;
const attested = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** A passkey on a device. `counts`: the device counts how often it signs. `synced`: it is kept by a password manager. */
export class Authenticator {
  readonly id = randomBytes(20);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly #counts: boolean;
  readonly #synced: boolean;
  counter = 0;
  userHandle = Buffer.from('usr_unknown').toString('base64url');

  constructor(origin: string, { counts = false, synced = true } = {}) {
    this.#origin = origin;
    this.#counts = counts;
    this.#synced = synced;
  }

  /** As JSON, what `navigator.credentials.create` returns. */
  create(options: Creation, wrong: Wrong = {}) {
    this.userHandle = options.user.id;
    const authData = Buffer.concat([
      this.#state(wrong.host ?? options.rp.id, wrong, attested),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#publicKey(),
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, wrong).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal', 'hybrid', 'telepathy'],
      },
    };
  }

  /** As JSON, what `navigator.credentials.get` returns. */
  use(options: Request, wrong: Wrong = {}) {
    if (this.#counts) this.counter++;
    const clientData = this.#clientData('webauthn.get', options.challenge, wrong);
    const authData = this.#state(wrong.host ?? options.rpId, wrong);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, wrong.key ?? this.#keys.privateKey).toString('base64url'),
        userHandle: wrong.userHandle ?? this.userHandle,
      },
    };
  }

  #named() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, authenticatorAttachment: 'platform' };
  }

  #clientData(type: string, challenge: string, wrong: Wrong): Buffer {
    const { origin = this.#origin, crossOrigin = false } = wrong;
    return Buffer.from(
      JSON.stringify({ type: wrong.type ?? type, challenge: wrong.challenge ?? challenge, origin, crossOrigin }),
    );
  }

  #state(host: string, { unverified, counter = this.counter }: Wrong, more = 0): Buffer {
    const flags = userPresent | (unverified ? 0 : userVerified) | (this.#synced ? backupEligible | backedUp : 0) | more;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host), rest]);
  }

  /** As a COSE key (RFC 9053): EC2 on P-256 for ES256. */
  #publicKey(): Uint8Array {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const [keyType, algorithm, curve, xCoordinate, yCoordinate] = [1, 3, -1, -2, -3];
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [keyType as number, 2],
        [algorithm as number, -7],
        [curve as number, 1],
        [xCoordinate as number, new Uint8Array(Buffer.from(x, 'base64url'))],
        [yCoordinate as number, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
  }
}
