// A tar that is written while it is read, with the checksum of each entry.

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pack as newPack, type Pack } from 'tar-stream';

export class EntryPacker {
  readonly #pack: Pack = newPack();
  readonly #mtime: Date;
  /** SHA-256 in hex, by the names of the entries. */
  readonly sums = new Map<string, string>();

  constructor(mtime: Date) {
    this.#mtime = mtime;
  }

  async add(name: string, bytes: Buffer): Promise<void> {
    this.sums.set(name, createHash('sha256').update(bytes).digest('hex'));
    await new Promise<void>((resolve, reject) => {
      this.#pack.entry(this.#header(name, bytes.length), bytes, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** The source must have exactly this size. */
  async addStream(name: string, source: Readable, size: number): Promise<void> {
    const hash = createHash('sha256');
    await new Promise<void>((resolve, reject) => {
      const entry = this.#pack.entry(this.#header(name, size), (error) => (error ? reject(error) : resolve()));
      source.on('data', (chunk: Buffer) => hash.update(chunk));
      source.on('error', (error) => entry.destroy(error));
      source.pipe(entry);
    }).finally(() => source.destroy());
    this.sums.set(name, hash.digest('hex'));
  }

  finish(): void {
    this.#pack.finalize();
  }

  /** The bytes of the tar, while `fill` adds its entries. Fails with the error of `fill`. */
  async *bytes(fill: () => Promise<void>): AsyncGenerator<Buffer> {
    let failure: { error: unknown } | null = null;
    const filling = fill().catch((error) => {
      failure = { error };
      this.#pack.destroy();
    });
    try {
      for await (const chunk of this.#pack) yield chunk as Buffer;
    } catch (error) {
      failure ??= { error };
    } finally {
      this.#pack.destroy();
      await filling;
    }
    const { error } = (failure ?? {}) as { error?: unknown };
    if (error !== undefined) throw error;
  }

  #header(name: string, size: number) {
    return { name, size, mtime: this.#mtime, mode: 0o600 };
  }
}
