// Copies of unsaved text in this browser, kept until the server has the text. They are in IndexedDB, which hands them to
// the system at once: unlike localStorage, it loses nothing if the browser's process ends.

/** What was typed on one screen. The database belongs to the origin, and so to one site. */
export type UnsavedCopy<Content = unknown> = {
  /** Identifies the screen that was open; two windows with the same record have a copy each. */
  id: string;
  userId: string;
  /** The record, such as `item/page/item_1`. */
  subject: string;
  /** What the user knows it by. */
  title: string;
  /** When it was last typed in, in milliseconds. */
  typedAt: number;
  content: Content;
};

/** Copies that are older are dropped. */
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;
/** A browser that does not respond must not keep a screen from opening. */
const maxWaitMs = 5000;
const store = 'copies';

let opened: Promise<IDBDatabase> | null = null;
let isStopped = false;
const flushes = new Set<() => Promise<unknown>>();

/**
 * Stores the copy in place of the one with the same ID.
 * Throws if the browser cannot store it, for example because it has no room.
 */
export async function keepCopy(copy: UnsavedCopy): Promise<void> {
  if (isStopped) return;
  await change((copies) => copies.put(copy));
}

export function dropCopy(id: string): Promise<void> {
  return change((copies) => copies.delete(id));
}

/** The copies of this user, the last typed first; those of one record if a subject is given. */
export async function listCopies<Content>(userId: string, subject?: string): Promise<UnsavedCopy<Content>[]> {
  const all = (await inTime(readAll())) as UnsavedCopy<Content>[];
  const expired = all.filter(({ typedAt }) => typedAt < Date.now() - maxAgeMs);
  await Promise.all(expired.map(({ id }) => dropCopy(id)));
  const inUse = await idsInUse();
  return all
    .filter((copy) => copy.userId === userId && (subject === undefined || copy.subject === subject))
    .filter((copy) => !expired.includes(copy) && !(subject !== undefined && inUse.has(copy.id)))
    .sort((a, b) => b.typedAt - a.typedAt);
}

/** For signing out: deletes the user's copies, and stores no more in this window. */
export async function dropAllCopies(userId: string): Promise<void> {
  isStopped = true;
  const copies = await listCopies(userId);
  await Promise.all(copies.map(({ id }) => dropCopy(id)));
}

/** Registers a screen that may still have to store its copy. Returns how to remove it. */
export function onFlush(flush: () => Promise<unknown>): () => void {
  flushes.add(flush);
  return () => flushes.delete(flush);
}

/** Stores now what open screens have not stored yet. */
export async function flushCopies(): Promise<void> {
  await Promise.allSettled([...flushes].map((flush) => flush()));
}

export function newCopyId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A new ID. Until `signal` aborts, other windows see that it is in use and do not offer its copy. */
export function claimCopyId(signal: AbortSignal): string {
  const id = newCopyId();
  holdCopy(id, signal);
  return id;
}

function holdCopy(id: string, signal: AbortSignal): void {
  // Browsers have locks on secure origins only. Without them, the copy of another open window is offered as well.
  const released = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  navigator.locks?.request(lockOf(id), () => released).catch(() => {});
}

async function idsInUse(): Promise<Set<string>> {
  const state = await navigator.locks?.query().catch(() => null);
  return new Set((state?.held ?? []).map(({ name = '' }) => name.replace(lockOf(''), '')));
}

function lockOf(id: string): string {
  return `unsaved-copy ${id}`;
}

async function change(run: (copies: IDBObjectStore) => IDBRequest): Promise<void> {
  const database = await inTime(open());
  const transaction = database.transaction(store, 'readwrite');
  const request = run(transaction.objectStore(store));
  // A page that is being closed no longer gets to see that the request succeeded.
  transaction.commit();
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? request.error);
  });
}

async function readAll(): Promise<unknown[]> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const request = database.transaction(store).objectStore(store).getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function open(): Promise<IDBDatabase> {
  opened ??= openDatabase().catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('frontdesk-unsaved', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'id' });
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = () => {
        opened = null;
      };
      resolve(database);
    };
  });
}

function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The browser did not respond')), maxWaitMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
