// The built-in payment processor for use without keys. It speaks Stripe's wire format on its own loopback port, so
// payments run through the same code with and without keys.

import { randomBytes } from 'node:crypto';
import type { Business, Sandbox } from '@frontdesk/payment-sandbox';
import type { Config } from './config/config.ts';
import type { ReadContext } from './context/context.ts';
import type { Processor } from './context/processor.ts';
import type { NodeHandler } from './http/mount.routes.ts';
import { handledTypes } from './payments/native-events.ts';
import { sandboxKey } from './payments/processor/stripe.ts';
import { brandColorsOn, readSite } from './settings/site.ts';
import { localeFor } from './settings/site-formats.ts';
import { dataPath } from './storage/data-folder.ts';

type SandboxSite = { origin: string; publicUrl: string; business: () => Promise<Business> };

export type BuiltInSandbox = {
  /** Serves the hosted checkout pages below /sandbox of our own origin. */
  pages: NodeHandler;
  /** Starts the sandbox and makes it the processor, unless other keys are in use. */
  start(processor: Processor, site: SandboxSite): Promise<void>;
  close(): Promise<void>;
};

/** The sandbox of this configuration; null if a real processor is configured. */
export function builtInSandbox({ stripe, dataFolder }: Config): BuiltInSandbox | null {
  if (stripe.secretKey !== null || stripe.apiBase !== null) return null;
  let sandbox: Sandbox | null = null;
  let isUnused = false;
  return {
    pages(request, response) {
      if (sandbox) return sandbox.handlePage(request, response);
      if (isUnused) return response.writeHead(404).end();
      response.writeHead(503, { 'retry-after': '1' }).end();
    },
    async start(processor, { origin, publicUrl, business }) {
      isUnused = processor.setup.keysFrom !== 'sandbox';
      if (isUnused) return;
      const { webhookSecrets } = stripe;
      const [secret = `whsec_${randomBytes(24).toString('base64')}`] = webhookSecrets;
      // Loaded here, so that the service answers before.
      const { startSandbox } = await import('@frontdesk/payment-sandbox');
      sandbox = await startSandbox({
        dataFile: dataPath(dataFolder, 'sandbox'),
        publicUrl: `${publicUrl}/sandbox`,
        business,
        webhook: { url: `${origin}/api/public/payments/webhook`, secret, events: handledTypes },
      });
      processor.useKeys({
        secretKey: sandboxKey,
        webhookSecrets: webhookSecrets.length > 0 ? webhookSecrets : [secret],
        apiBase: sandbox.apiBase,
        keysFrom: 'sandbox',
      });
    },
    async close() {
      await sandbox?.close();
    },
  };
}

/** What the hosted pages show of the site, in colors that can be seen on their cards. */
export async function describeBusiness(ctx: ReadContext): Promise<Business> {
  const { name, logoUrl, brandColor, locale: siteLocale } = await readSite(ctx);
  const locale = localeFor('en', siteLocale);
  if (brandColor === null) return { name, logoUrl, locale };
  const colors = { light: brandColorsOn('#ffffff', brandColor), dark: brandColorsOn('#1a2129', brandColor) };
  return { name, logoUrl, locale, colors };
}
