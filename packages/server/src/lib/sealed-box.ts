// Secrets that must be readable later, encrypted with a key from the environment or from a file beside the database.
//
// This protects a copied database: a backup, a replica or a stolen dump reveals nothing without the key. It does not
// protect against access to the key file, or to the running service.

import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ExpectedError } from './expected-error.ts';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1';

/** Encrypts and decrypts with the key of the service. */
export type Sealer = {
  /** `purpose` says what the text is for; it opens for that purpose only. */
  seal(text: string, purpose: string): string;
  /** The same box each time, for what is shown again and again. */
  sealSame(text: string, purpose: string): string;
  /** Null if the text was encrypted with another key or for another purpose. */
  unseal(box: string, purpose: string): string | null;
  /** The box sealed anew, if a former key has sealed it; otherwise null. */
  reseal(box: string, purpose: string): string | null;
  /** Always the same for a text and purpose, and of no use without the key: recognizes what is not stored. */
  mark(text: string, purpose: string): string;
};

/** `former`: keys that only open what they have sealed, while the key is rotated. */
export function sealerOf(key: Uint8Array, former: readonly Uint8Array[] = []): Sealer {
  const unsealFormer = (box: string, purpose: string): string | null => {
    for (const one of former) {
      const text = unseal(box, one, purpose);
      if (text !== null) return text;
    }
    return null;
  };
  return {
    seal: (text, purpose) => seal(text, key, purpose),
    sealSame: (text, purpose) => seal(text, key, purpose, nonceOf(text, key, purpose)),
    unseal: (box, purpose) => unseal(box, key, purpose) ?? unsealFormer(box, purpose),
    reseal(box, purpose) {
      const text = unseal(box, key, purpose) === null ? unsealFormer(box, purpose) : null;
      return text && seal(text, key, purpose);
    },
    mark: (text, purpose) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url'),
  };
}

/**
 * Encrypts the text with AES-256-GCM (NIST SP 800-38D) and a nonce, by default a new one: `v1.` and base64url of nonce, tag and
 * ciphertext. `purpose` is authenticated with it, so that one box cannot take the place of another.
 */
export function seal(text: string, key: Uint8Array, purpose: string, nonce: Buffer = randomBytes(nonceBytes)): string {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** One that another text or purpose does not get. */
function nonceOf(text: string, key: Uint8Array, purpose: string): Buffer {
  return createHmac('sha256', key).update(`nonce\n${purpose}\n${text}`).digest().subarray(0, nonceBytes);
}

/** The text of a sealed box; null if the key or the purpose differs, or the box was changed. */
export function unseal(box: string, key: Uint8Array, purpose: string): string | null {
  const [prefix, encoded = ''] = box.split('.');
  const bytes = Buffer.from(encoded, 'base64url');
  if (prefix !== version || bytes.length < nonceBytes + tagBytes) return null;
  const opener = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  opener.setAAD(Buffer.from(purpose));
  opener.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([opener.update(bytes.subarray(nonceBytes + tagBytes)), opener.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** The key of 32 bytes in this file; null if the file does not exist. Throws if it holds anything else. */
export async function readKeyFile(file: string): Promise<Buffer | null> {
  const key = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (key !== null && key.length !== keyBytes)
    throw new ExpectedError(`${file} does not hold a key of ${keyBytes} bytes. Restore it from a backup.`);
  return key;
}

/** The key in this file, created if it is missing, readable by its owner only. Safe to call in several processes. */
export async function ensureKeyFile(file: string): Promise<Buffer> {
  const existing = await readKeyFile(file);
  if (existing !== null) return existing;
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomBytes(keyBytes), { mode: 0o600, flush: true });
  try {
    // Unlike a rename, a link never replaces an existing key, and is never seen half written.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return (await readKeyFile(file)) as Buffer;
}
