// The built-in payment processor, for use without keys: it speaks Stripe's wire format on a loopback port of its
// own, so that payments take the same way through the code with and without keys.

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type Sandbox, startSandbox } from '@frontdesk/payment-sandbox';
import type { Config } from './config.ts';
import type { NodeHandler } from './http/mount.routes.ts';

export type BuiltInSandbox = {
  /** Serves the hosted checkout pages; below /sandbox of our own origin. */
  pages: NodeHandler;
  /** Starts it once our own address is known, and points the configuration at it. */
  start(origin: string): Promise<void>;
  close(): Promise<void>;
};

/** The sandbox of this configuration; null where a real processor is configured. */
export function builtInSandbox(config: Config): BuiltInSandbox | null {
  if (config.stripe.secretKey !== null || config.stripe.apiBase !== null) return null;
  const secret = config.stripe.webhookSecrets[0] ?? `whsec_${randomBytes(24).toString('base64')}`;
  config.stripe.secretKey = 'sk_test_sandbox';
  config.stripe.webhookSecrets = config.stripe.webhookSecrets.length > 0 ? config.stripe.webhookSecrets : [secret];
  let sandbox: Sandbox | null = null;
  return {
    pages(request, response) {
      if (sandbox) return sandbox.handlePage(request, response);
      response.writeHead(503, { 'retry-after': '1' }).end();
    },
    async start(origin) {
      sandbox = await startSandbox({
        dataFile: path.join(config.dataFolder, 'sandbox.db'),
        publicUrl: `${config.publicUrl ?? origin}/sandbox`,
        webhook: { url: `${origin}/api/public/payments/webhook`, secret },
      });
      config.stripe.apiBase = sandbox.apiBase;
    },
    async close() {
      await sandbox?.close();
    },
  };
}
