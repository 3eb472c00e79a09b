// Reading the processor's objects: the members that several of them share, each checked, because bodies of events and
// answers of other API versions can hold anything.

import type { ProcessorObject } from '../../context/processor.ts';

/** Ids of ours in the processor's metadata. Only hints: they can be edited in its dashboard. */
export type Hints = {
  payment: string | null;
  contact: string | null;
  invoice: string | null;
  submission: string | null;
  refund: string | null;
  /** Weaker hints: what others may have written under the names of our API. */
  contactGuess: string | null;
  invoiceGuess: string | null;
};

export type Payer = { customerId: string | null; email: string | null; name: string | null; phone: string | null };

export function hintsOf(object: ProcessorObject): Hints {
  const metadata = objectOf(object.metadata) ?? {};
  return {
    payment: textOf(metadata.svc_payment),
    contact: textOf(metadata.svc_contact),
    invoice: textOf(metadata.svc_invoice),
    submission: textOf(metadata.svc_submission),
    refund: textOf(metadata.svc_refund),
    contactGuess: textOf(metadata.contactId) ?? textOf(metadata.contact_id),
    invoiceGuess: textOf(metadata.invoiceId) ?? textOf(metadata.invoice_id),
  };
}

const maxIdLength = 255;

/** The id of a member that holds an id or the object itself; null for anything that cannot be an id. */
export function idOf(value: unknown): string | null {
  const id = typeof value === 'string' ? value : objectOf(value)?.id;
  if (typeof id !== 'string' || id.length > maxIdLength || !id.isWellFormed()) return null;
  return textOf(id);
}

export function objectOf(value: unknown): ProcessorObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ProcessorObject) : null;
}

/** Text that is not empty, without NUL and lone surrogates: PostgreSQL cannot store them. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') || null : null;
}

/** An amount or a count; 0 for anything but an integer. */
export function numberOf(value: unknown): number {
  return Number.isSafeInteger(value) ? (value as number) : 0;
}

const maxSeconds = 253_402_300_800;

/** Unix seconds as a date, up to the year 9999; null for anything else. */
export function dateOf(seconds: unknown): string | null {
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 0 || seconds >= maxSeconds) return null;
  return new Date(seconds * 1000).toISOString();
}

/** When the processor created the object. */
export function createdAtOf(object: ProcessorObject): string {
  return dateOf(object.created) ?? new Date(0).toISOString();
}

/** A list, plain or in the processor's list object. */
export function listOf(value: unknown): ProcessorObject[] {
  const data: unknown = Array.isArray(value) ? value : objectOf(value)?.data;
  return Array.isArray(data) ? data.map(objectOf).filter((entry) => entry !== null) : [];
}

/** The object without its members that are null. */
export function withoutNulls(object: ProcessorObject): ProcessorObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));
}

/** Fills in the status that the type of an event implies. */
export function withStatus(status: string): (object: ProcessorObject) => ProcessorObject {
  return (object) => (textOf(object.status) === null ? { ...object, status } : object);
}
