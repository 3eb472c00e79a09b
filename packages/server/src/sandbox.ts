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
  /** Starts it once our own address is known, and points the configuration at it; not where other keys were stored. */
  start(origin: string): Promise<void>;
  close(): Promise<void>;
};

/** The sandbox of this configuration; null where a real processor is configured. Keys entered later put it out of use. */
export function builtInSandbox(config: Config): BuiltInSandbox | null {
  const setup = config.stripe;
  if (setup.secretKey !== null || setup.apiBase !== null) return null;
  const secret = setup.webhookSecrets[0] ?? `whsec_${randomBytes(24).toString('base64')}`;
  setup.secretKey = 'sk_test_sandbox';
  setup.webhookSecrets = setup.webhookSecrets.length > 0 ? setup.webhookSecrets : [secret];
  let sandbox: Sandbox | null = null;
  return {
    pages(request, response) {
      if (sandbox) return sandbox.handlePage(request, response);
      if (config.stripe !== setup) return response.writeHead(404).end();
      response.writeHead(503, { 'retry-after': '1' }).end();
    },
    async start(origin) {
      if (config.stripe !== setup) return;
      sandbox = await startSandbox({
        dataFile: path.join(config.dataFolder, 'sandbox.db'),
        publicUrl: `${config.publicUrl ?? origin}/sandbox`,
        webhook: { url: `${origin}/api/public/payments/webhook`, secret },
      });
      setup.apiBase = sandbox.apiBase;
    },
    async close() {
      await sandbox?.close();
    },
  };
}
