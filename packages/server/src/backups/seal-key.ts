// The key of the service in a backup: encrypted with a key that scrypt derives from a passphrase, so that the backup alone
// opens no secret.

import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { seal, unseal } from '../lib/sealed-box.ts';

export type SealedKey = { kdf: 'scrypt'; n: number; r: number; p: number; salt: string; box: string };

/** OWASP's parameters: 128 MB and about half a second. */
const cost = { n: 2 ** 17, r: 8, p: 1 };
const maxN = 2 ** 20;
const purpose = 'backup key';

export const minPassphraseLength = 12;

/** Encrypts the key. */
export async function sealKey(key: Uint8Array, passphrase: string): Promise<SealedKey> {
  const salt = randomBytes(16);
  const box = seal(Buffer.from(key).toString('base64'), await derive(passphrase, salt, cost), purpose);
  return { kdf: 'scrypt', ...cost, salt: salt.toString('base64'), box };
}

/** Null if the passphrase is another one. */
export async function unsealKey({ n, r, p, salt, box }: SealedKey, passphrase: string): Promise<Buffer | null> {
  const text = unseal(box, await derive(passphrase, Buffer.from(salt, 'base64'), { n, r, p }), purpose);
  return text === null ? null : Buffer.from(text, 'base64');
}

/** Whether this is a sealed key that can be opened here. */
export function isSealedKey(value: unknown): value is SealedKey {
  const { kdf, n, r, p, salt, box } = (value ?? {}) as Partial<SealedKey>;
  return kdf === 'scrypt' && isCost(n, maxN) && isCost(r, 32) && isCost(p, 16) && isText(salt) && isText(box);
}

function isCost(value: unknown, max: number): boolean {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= max;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

const scryptAsync = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** The same passphrase can be typed as other code points. */
function derive(passphrase: string, salt: Buffer, { n, r, p }: typeof cost): Promise<Buffer> {
  return scryptAsync(passphrase.normalize('NFKC'), salt, 32, { N: n, r, p, maxmem: 256 * n * r });
}
