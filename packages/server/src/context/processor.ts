// The payment processor as the service sees it: the only way to reach it. Made by payments/processor/stripe.ts; its
// answers are plain objects, read into our own terms by the files of payments/.

import type { ProcessorSetup } from '../config/config.ts';

export type ProcessorObject = Record<string, unknown>;

export type ObjectKind = 'intent' | 'session' | 'charge' | 'refund' | 'dispute' | 'subscription' | 'invoice';

type Metadata = Record<string, string>;

/** A language of the processor's own pages. */
export type HostedLanguage = 'de' | 'en' | 'es' | 'fr' | 'it' | 'ja' | 'nl' | 'pl' | 'pt' | 'sv' | 'tr' | 'zh';

export type NewSession = {
  mode: 'payment';
  client_reference_id: string;
  metadata: Metadata;
  payment_intent_data: { metadata: Metadata; description?: string };
  line_items: {
    quantity: number;
    price_data: { currency: string; unit_amount: number; product_data: { name: string; description?: string } };
  }[];
  /** Shown beside the button that pays. */
  custom_text?: { submit: { message: string } };
  /** Unix seconds; a day from now by default. */
  expires_at?: number;
  success_url: string;
  cancel_url: string;
  customer_email?: string;
  /** By default the browser decides. */
  locale?: HostedLanguage;
};

export type NewRefund = {
  payment_intent: string;
  amount: number;
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer';
  metadata: Metadata;
};

export type ProcessorEndpoint = {
  id: string;
  url: string;
  /** Types of events; `*` for all. */
  events: readonly string[];
  isEnabled: boolean;
};

export type ProcessorEndpoints = {
  list(): Promise<ProcessorEndpoint[]>;
  /** Sets one up for these types of events; returns its signing secret, which the processor shows only once. */
  create(url: string, events: readonly string[]): Promise<{ id: string; secret: string }>;
  delete(id: string): Promise<void>;
};

export interface Processor {
  /** Which processor is in use, with which keys. */
  readonly setup: Readonly<ProcessorSetup>;
  /** Uses these keys from the next call on. */
  useKeys(setup: ProcessorSetup): void;
  /** Returns to the sandbox that other keys replaced. False: there is none until the next start, and no processor. */
  useSandbox(): boolean;
  /** Whether there is a processor to ask. */
  isConfigured(): boolean;
  /** Whether the keys are the sandbox's own, or missing. */
  isSandbox(): boolean;
  /** Whether the key moves real money; null if it does not say. */
  isLive(): boolean | null;
  /** Whether the processor at `apiBase` (null: Stripe's own) accepts this key. Throws any other answer. */
  tryKey(secretKey: string, apiBase: string | null): Promise<boolean>;
  /**
   * Checks the signature of a native event (`t=…,v1=…` over the raw body) against each signing secret; it must be made
   * at most 300 s before or after `now`. Throws invalid_signature, and receiver_not_configured without a secret.
   */
  verifyEvent(rawBody: Buffer, header: string | undefined, now: Date): Promise<void>;
  /** An object in its current state; null if the processor has none with this id. */
  retrieve(kind: ObjectKind, id: string): Promise<ProcessorObject | null>;
  /** Every refund of a payment intent or charge. */
  listRefunds(of: { payment_intent: string } | { charge: string }): Promise<ProcessorObject[]>;
  /** The id of the processor's invoice that a payment intent pays. */
  findInvoiceOfIntent(intentId: string): Promise<string | null>;
  /** Events that some receiver did not acknowledge, newest first. */
  listUndelivered(since: Date, limit: number): Promise<ProcessorObject[]>;
  /** The receivers of its events that are set up at the processor: with this key, or the one in use. */
  endpoints(key?: Pick<ProcessorSetup, 'secretKey' | 'apiBase'>): ProcessorEndpoints;
  createSession(session: NewSession, idempotencyKey: string): Promise<ProcessorObject>;
  /** Ends an open session unpaid. Throws the processor's errors, also if it is not open. */
  expireSession(id: string): Promise<void>;
  createRefund(refund: NewRefund, idempotencyKey: string): Promise<ProcessorObject>;
}
